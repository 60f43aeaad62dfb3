"""Prints the decisions of searches with a fixed network, for comparison between two builds.

Usage: python bot_choices.py GAME OPTIONS_AS_JSON DECISIONS
"""

import json
import random
import sys

from librt.vecs import vec
from mypy_extensions import i64

import onirium
from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.network.quantized import (
    LANE_BITS,
    LANES,
    WEIGHT_OFFSET,
    NetworkEvaluator,
    QuantizedNetwork,
)
from onirium.bots.search.expectimax import ExpectimaxTree
from onirium.bots.search_registry import count_features, search_module
from onirium.core.build import is_compiled
from onirium.core.chance import Random

SIMULATIONS = 30
HIDDEN_UNITS = 36


def main(name: str, options: str, decisions: int) -> None:
    """Print the kind of build, then a line for each decision: logit, action, visits, values.

    Logits are identical in all builds. Values are rounded, since they depend slightly on the
    exponential function of the platform.
    """
    print("compiled" if is_compiled() else "plain")
    game = onirium.load(name, **json.loads(options))
    encoder = search_module(name).make_encoder()
    network = fixed_network(count_features(game, encoder))
    search = ExpectimaxTree(game, NetworkEvaluator(encoder, network))
    writer = FeatureWriter()
    rng = Random(1)
    state = game.new_state()
    for _ in range(decisions):
        state.resolve_chance(rng)
        if state.is_terminal():
            break
        encoder.encode(state, state.current_player(), writer)
        search.reset(state, rng)
        search.run(SIMULATIONS, explore_all=True)
        action, size = int(search.best_action()), int(search.tree.size)
        visits = [int(search.tree.visits[node]) for node in range(size)]
        values = [round(search.tree.value[node], 6) for node in range(size)]
        print(json.dumps([network.logit(writer).hex(), action, visits, values]))
        state.apply(action)


def fixed_network(feature_count: int) -> QuantizedNetwork:
    """Return a network with pseudo-random weights, the same in every call."""
    rng = random.Random(1)

    def numbers(count: int, largest: int) -> list[int]:
        return [rng.randint(-largest, largest) for _ in range(count)]

    def pack(weights: list[int]) -> int:
        lanes = enumerate(weights)
        return sum(weight + int(WEIGHT_OFFSET) << int(LANE_BITS) * lane for lane, weight in lanes)

    word_count = feature_count * HIDDEN_UNITS // int(LANES)
    embedding = [pack(numbers(int(LANES), 60)) for _ in range(word_count)]
    bias, output_weights = numbers(HIDDEN_UNITS, 50), numbers(HIDDEN_UNITS, 60)
    return QuantizedNetwork(vec[i64](embedding), vec[i64](bias), vec[i64](output_weights), 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
