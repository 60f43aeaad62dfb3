"""The pen and the network: what is on, and what it comes to, counted by hand."""

import math
from collections.abc import Sequence
from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.feature_writer import MAX_ACTIVE_FEATURES, FeatureWriter
from onirium.bots.network.quantized import (
    LANE_BITS,
    LANES,
    WEIGHT_OFFSET,
    NetworkEvaluator,
    QuantizedNetwork,
)
from tests.support.tree_game import NodeEncoder, decision, tree_game

HIDDEN = 36
"""The units of the networks here, unless it is said."""
LIMIT = 15.9
"""No weight of the first layer is larger."""


def net(
    rows: Sequence[Sequence[float]],
    bias: Sequence[float],
    outward: Sequence[float],
    constant: float,
) -> QuantizedNetwork:
    """Return a network with real weights, each a multiple of 1/256."""
    words = []
    for row in rows:
        lanes = [round(weight * 256) + int(WEIGHT_OFFSET) for weight in row]
        for first in range(0, len(bias), int(LANES)):
            packed = sum(
                lane << int(LANE_BITS) * place
                for place, lane in enumerate(lanes[first : first + int(LANES)])
            )
            words.append(packed)
    return QuantizedNetwork(
        vec[i64](words),
        vec[i64]([round(weight * 256) for weight in bias]),
        vec[i64]([round(weight * 256) for weight in outward]),
        round(constant * 65536),
    )


def logit(
    rows: Sequence[Sequence[float]],
    bias: Sequence[float],
    outward: Sequence[float],
    constant: float,
    on: Sequence[int],
) -> float:
    """Return what a network says, in real numbers and unit by unit."""
    total = constant
    for unit, weight in enumerate(outward):
        total += weight * max(0.0, bias[unit] + sum(rows[number][unit] for number in on))
    return total


def pen_on(*on: int) -> FeatureWriter:
    writer = FeatureWriter()
    for number in on:
        writer.add(number)
    return writer


def units(**weights: float) -> list[float]:
    """Return weights of the units that are named u0, u1...; the others are 0."""
    return [weights.get(f"u{unit}", 0.0) for unit in range(HIDDEN)]


def test_a_pen_numbers_each_group_behind_the_one_before() -> None:
    writer = FeatureWriter()
    writer.one_hot(3, 4)
    writer.add(0)
    writer.add(2)
    writer.end_group(3)
    writer.end_group(10)
    writer.one_hot(0, 1)
    assert list(writer.indices)[: writer.count] == [3, 4, 6, 17]
    assert writer.offset == 18


def test_a_pen_begins_anew() -> None:
    writer = pen_on(1, 2, 3)
    writer.end_group(5)
    writer.reset()
    writer.one_hot(1, 2)
    assert (list(writer.indices)[: writer.count], writer.offset) == ([1], 2)


def test_a_pen_holds_the_most_inputs_that_may_be_on() -> None:
    writer = pen_on(*range(int(MAX_ACTIVE_FEATURES)))
    assert list(writer.indices) == list(range(120))
    with pytest.raises(IndexError):
        writer.add(0)


def test_two_pens_do_not_share_their_ink() -> None:
    first, second = pen_on(7), pen_on(9)
    assert (first.indices[0], second.indices[0]) == (7, 9)


def test_a_network_is_worked_out_by_hand() -> None:
    """Units 0 and 4 count 1.5 and 0.5; unit 35 stays below zero and says nothing."""
    rows = [units(u0=1.0, u35=-2.0), units(u0=0.25, u4=0.5), units(u35=3.0)]
    known = net(rows, units(u0=0.25, u35=0.5), units(u0=2.0, u4=-1.0, u35=4.0), 0.125)
    assert known.logit(pen_on(0, 1)) == 0.125 + 2.0 * 1.5 - 1.0 * 0.5
    assert known.logit(pen_on()) == 0.125 + 2.0 * 0.25 + 4.0 * 0.5


def test_an_input_that_is_on_twice_counts_twice() -> None:
    known = net([units(u1=0.5), units(u1=1.0)], units(), units(u1=1.0), 0.0)
    assert known.logit(pen_on(0, 0)) == known.logit(pen_on(1)) == 1.0


@pytest.mark.parametrize("hidden", [12, 24, 36, 48])
@pytest.mark.parametrize("seed", range(5))
def test_a_network_of_any_size_agrees_with_real_numbers(seed: int, hidden: int) -> None:
    dice = Random(seed)

    def weights(largest: float) -> list[float]:
        return [round(dice.uniform(-largest, largest) * 256) / 256 for _ in range(hidden)]

    rows = [weights(2.0) for _ in range(50)]
    bias, outward = weights(4.0), weights(1.0)
    on = dice.choices(range(50), k=dice.randrange(121))
    expected = logit(rows, bias, outward, 0.25, on)
    assert net(rows, bias, outward, 0.25).logit(pen_on(*on)) == expected


@pytest.mark.parametrize("signs", [(1, 1, 1), (-1, -1, -1), (1, -1, 1), (-1, 1, -1), (-1, -1, 1)])
@pytest.mark.parametrize("count", [1, 119, 120])
def test_no_lane_runs_over_where_all_inputs_are_at_their_limits(
    signs: tuple[int, ...], count: int
) -> None:
    """With 120 inputs a lane holds up to 120 (4096 + 4070) = 979920, below 2 to the 20."""
    largest = round(LIMIT * 256) / 256
    row = [largest * signs[unit % 3] for unit in range(HIDDEN)]
    # A bias on top brings every unit above zero, so that each sum shows.
    bias = [2000.0] * HIDDEN
    outward = [(unit + 1) / 256 for unit in range(HIDDEN)]
    found = net([row], bias, outward, 0.0).logit(pen_on(*[0] * count))
    assert found == logit([row], bias, outward, 0.0, [0] * count)


def test_the_lanes_fit_into_an_integer() -> None:
    assert LANES * LANE_BITS < 63


def test_a_valuation_is_a_chance_and_knows_the_end() -> None:
    game = tree_game(decision(decision((0.75, 0.25)), seat=1), seats=2)
    rows = [units(u0=1.0) for _ in range(40)]
    judge = NetworkEvaluator(NodeEncoder(), net(rows, units(), units(u0=1.0), 0.0))
    state = game.new_state()
    assert judge.value(state, 0) == pytest.approx(1 / (1 + math.exp(-1)))
    state.apply(0)
    state.apply(0)
    assert [judge.value(state, seat) for seat in (0, 1)] == [0.75, 0.25]
