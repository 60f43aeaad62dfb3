"""Prints the decisions of searches with a fixed network, for comparison between two builds.

Usage: python search_digest.py GAME OPTIONS_AS_JSON DECISIONS
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
from onirium.bots.search_registry import count_features, search_config_for
from onirium.core.build import is_compiled
from onirium.core.chance import Random

SIMULATIONS = 60
"""Enough for two trees of partners at a silent table, and for rollouts after every prior."""
HIDDEN_UNITS = 36


def main(name: str, options: str, decisions: int) -> None:
    """Print the kind of build, then a line for each decision.

    A line has the logit, the action and visits of an expectimax tree, the action of the search that
    is configured for the game, and the values of both.

    Logits are identical in all builds. Values are rounded, since they depend slightly on the
    exponential function of the platform.
    """
    print("compiled" if is_compiled() else "plain")
    game = onirium.load(name, **json.loads(options))
    encoder = search_config_for(name).make_encoder()
    network = fixed_network(count_features(game, encoder))
    evaluator = NetworkEvaluator(encoder, network)
    tree_search = ExpectimaxTree(game, evaluator)
    game_search = search_config_for(name).make_searcher(game, evaluator)
    writer = FeatureWriter()
    rng = Random(1)
    state = game.new_state()
    for _ in range(decisions):
        state.resolve_chance(rng)
        if state.is_terminal():
            break
        encoder.encode(state, state.current_player(), writer)
        for search in (tree_search, game_search):
            search.reset(state, rng)
            search.run(SIMULATIONS, explore_all=True)
        action, game_action = int(tree_search.best_action()), int(game_search.best_action())
        tree, size = tree_search.tree, int(tree_search.tree.size)
        visits = [int(tree.visits[node]) for node in range(size)]
        values = [tree.value[node] for node in range(size)]
        values += [value for _, value in game_search.action_values()]
        rounded = [round(value, 6) for value in values]
        print(json.dumps([network.logit(writer).hex(), action, visits, game_action, rounded]))
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
