"""The feature writer and the quantized network, compared with real arithmetic."""

import math
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.evaluator import FeatureEncoder
from onirium.bots.network.feature_writer import MAX_ACTIVE_FEATURES, FeatureWriter
from onirium.bots.network.quantized import (
    CACHE_SIZE,
    LANE_BITS,
    LANES,
    WEIGHT_OFFSET,
    NetworkEvaluator,
    QuantizedNetwork,
)
from onirium.core.game import State
from tests.support.tree_game import NodeEncoder, decision, tree_game

HIDDEN_UNITS = 36
"""The default number of hidden units."""

MAX_WEIGHT = 15.9
"""The maximum magnitude of embedding weights."""


def network(
    embedding: Sequence[Sequence[float]],
    bias: Sequence[float],
    output_weights: Sequence[float],
    output_bias: float,
) -> QuantizedNetwork:
    """Return a network with real weights, each a multiple of 1/256."""
    words = []
    for row in embedding:
        lanes = [round(weight * 256) + int(WEIGHT_OFFSET) for weight in row]
        for first in range(0, len(bias), int(LANES)):
            packed = sum(
                lane << int(LANE_BITS) * position
                for position, lane in enumerate(lanes[first : first + int(LANES)])
            )
            words.append(packed)
    return QuantizedNetwork(
        vec[i64](words),
        vec[i64]([round(weight * 256) for weight in bias]),
        vec[i64]([round(weight * 256) for weight in output_weights]),
        round(output_bias * 65536),
    )


def logit(
    embedding: Sequence[Sequence[float]],
    bias: Sequence[float],
    output_weights: Sequence[float],
    output_bias: float,
    active: Sequence[int],
) -> float:
    """Return the output of a network, computed in real numbers and unit by unit."""
    total = output_bias
    for unit, weight in enumerate(output_weights):
        total += weight * max(0.0, bias[unit] + sum(embedding[index][unit] for index in active))
    return total


def features(*active: int) -> FeatureWriter:
    writer = FeatureWriter()
    for index in active:
        writer.add(index)
    return writer


class PairEncoder(FeatureEncoder):
    """Encodes every state as the same two features."""

    def __init__(self) -> None:
        self.pair = (0, 1)

    def encode(self, _state: State, _seat: i64, writer: FeatureWriter) -> None:
        """Write the two features."""
        writer.reset()
        for index in self.pair:
            writer.add(index)


def units(**weights: float) -> list[float]:
    """Return a weight for each hidden unit, named u0, u1 and so on; 0 by default."""
    return [weights.get(f"u{unit}", 0.0) for unit in range(HIDDEN_UNITS)]


def test_writer_numbers_features_group_by_group() -> None:
    writer = FeatureWriter()
    writer.one_hot(3, 4)
    writer.add(0)
    writer.add(2)
    writer.end_group(3)
    writer.end_group(10)
    writer.one_hot(0, 1)
    assert list(writer.indices)[: writer.count] == [3, 4, 6, 17]
    assert writer.offset == 18


def test_reset_writer_is_empty() -> None:
    writer = features(1, 2, 3)
    writer.end_group(5)
    writer.reset()
    writer.one_hot(1, 2)
    assert (list(writer.indices)[: writer.count], writer.offset) == ([1], 2)


def test_writer_holds_the_maximum_of_active_features() -> None:
    writer = features(*range(int(MAX_ACTIVE_FEATURES)))
    assert list(writer.indices) == list(range(120))
    with pytest.raises(IndexError):
        writer.add(0)


def test_writers_do_not_share_their_buffer() -> None:
    first, second = features(7), features(9)
    assert (first.indices[0], second.indices[0]) == (7, 9)


def test_logit_equals_a_manual_computation() -> None:
    """Units 0 and 4 have the activations 1.5 and 0.5; unit 35 is negative and adds nothing."""
    embedding = [units(u0=1.0, u35=-2.0), units(u0=0.25, u4=0.5), units(u35=3.0)]
    net = network(embedding, units(u0=0.25, u35=0.5), units(u0=2.0, u4=-1.0, u35=4.0), 0.125)
    assert net.logit(features(0, 1)) == 0.125 + 2.0 * 1.5 - 1.0 * 0.5
    assert net.logit(features()) == 0.125 + 2.0 * 0.25 + 4.0 * 0.5


def test_feature_added_twice_counts_twice() -> None:
    net = network([units(u1=0.5), units(u1=1.0)], units(), units(u1=1.0), 0.0)
    assert net.logit(features(0, 0)) == net.logit(features(1)) == 1.0


@pytest.mark.parametrize("hidden", [12, 24, 36, 48])
@pytest.mark.parametrize("seed", range(5))
def test_logit_agrees_with_real_arithmetic_for_any_size(seed: int, hidden: int) -> None:
    rng = Random(seed)

    def weights(largest: float) -> list[float]:
        return [round(rng.uniform(-largest, largest) * 256) / 256 for _ in range(hidden)]

    embedding = [weights(2.0) for _ in range(50)]
    bias, output_weights = weights(4.0), weights(1.0)
    active = rng.choices(range(50), k=rng.randrange(121))
    expected = logit(embedding, bias, output_weights, 0.25, active)
    assert network(embedding, bias, output_weights, 0.25).logit(features(*active)) == expected


@pytest.mark.parametrize("signs", [(1, 1, 1), (-1, -1, -1), (1, -1, 1), (-1, 1, -1), (-1, -1, 1)])
@pytest.mark.parametrize("count", [1, 119, 120])
def test_lanes_do_not_overflow_at_extreme_weights(signs: tuple[int, ...], count: int) -> None:
    """With 120 features a lane holds up to 120 (4096 + 4070) = 979920, below 2 to the 20."""
    largest = round(MAX_WEIGHT * 256) / 256
    row = [largest * signs[unit % 3] for unit in range(HIDDEN_UNITS)]
    # The bias makes every unit positive, so that the rectifier hides no sum.
    bias = [2000.0] * HIDDEN_UNITS
    output_weights = [(unit + 1) / 256 for unit in range(HIDDEN_UNITS)]
    result = network([row], bias, output_weights, 0.0).logit(features(*[0] * count))
    assert result == logit([row], bias, output_weights, 0.0, [0] * count)


def test_cached_values_are_those_of_their_features() -> None:
    """All pairs of 190 features are more than the cache holds; each recurs in reverse order."""
    rng = Random(1)

    def weights() -> list[float]:
        return [round(rng.uniform(-2.0, 2.0) * 256) / 256 for _ in range(12)]

    embedding, bias, output_weights = [weights() for _ in range(190)], weights(), weights()
    encoder = PairEncoder()
    evaluator = NetworkEvaluator(encoder, network(embedding, bias, output_weights, 0.5))
    state = tree_game(decision((1.0,))).new_state()
    pairs = list(combinations(range(190), 2))
    assert len(pairs) > CACHE_SIZE
    for pair in pairs:
        odds = math.exp(logit(embedding, bias, output_weights, 0.5, pair))
        for encoder.pair in (pair, pair[::-1]):
            assert evaluator.value(state, 0) == pytest.approx(odds / (1 + odds))


def test_keys_differ_between_sets_of_features() -> None:
    sets = [indices for size in range(4) for indices in combinations(range(40), size)]
    sets += [(index, index) for index in range(40)]
    assert len({features(*indices).key() for indices in sets}) == len(sets)
    assert all(0 <= features(*indices).key() < 2**62 for indices in sets)


def test_lanes_fit_into_a_word() -> None:
    assert LANES * LANE_BITS < 63


def test_evaluator_returns_probabilities_and_exact_terminal_values() -> None:
    game = tree_game(decision(decision((0.75, 0.25)), seat=1), seats=2)
    embedding = [units(u0=1.0) for _ in range(40)]
    evaluator = NetworkEvaluator(NodeEncoder(), network(embedding, units(), units(u0=1.0), 0.0))
    state = game.new_state()
    assert evaluator.value(state, 0) == pytest.approx(1 / (1 + math.exp(-1)))
    state.apply(0)
    state.apply(0)
    assert [evaluator.value(state, seat) for seat in (0, 1)] == [0.75, 0.25]
