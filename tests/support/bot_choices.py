"""Prints what searches with any weights come to, for two builds of Onirium to agree on.

Run as a program: the name of a game, its options as JSON, how many decisions are thought about.
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
UNITS = 36


def main(name: str, options: str, decisions: int) -> None:
    """Print the build, then a line for each decision.

    What the network says is the same to the last digit. The chance that follows from it depends a
    little on the machine's exponential function.
    """
    print("compiled" if is_compiled() else "plain")
    game = onirium.load(name, **json.loads(options))
    inputs = search_module(name).make_encoder()
    net = any_net(count_features(game, inputs))
    search = ExpectimaxTree(game, NetworkEvaluator(inputs, net))
    writer = FeatureWriter()
    dice = Random(1)
    state = game.new_state()
    for _ in range(decisions):
        state.resolve_chance(dice)
        if state.is_terminal():
            break
        inputs.encode(state, state.current_player(), writer)
        search.reset(state, dice)
        search.run(SIMULATIONS, explore_all=True)
        action, size = int(search.best_action()), int(search.tree.size)
        visits = [int(search.tree.visits[node]) for node in range(size)]
        chances = [round(search.tree.value[node], 6) for node in range(size)]
        print(json.dumps([net.logit(writer).hex(), action, visits, chances]))
        state.apply(action)


def any_net(inputs: int) -> QuantizedNetwork:
    """Return a network that is always the same, with weights of no meaning."""
    dice = random.Random(1)

    def numbers(count: int, largest: int) -> list[int]:
        return [dice.randint(-largest, largest) for _ in range(count)]

    rows = [
        sum(lane + int(WEIGHT_OFFSET) << int(LANE_BITS) * place for place, lane in enumerate(lanes))
        for lanes in (numbers(int(LANES), 60) for _ in range(inputs * UNITS // int(LANES)))
    ]
    bias, outward = numbers(UNITS, 50), numbers(UNITS, 60)
    return QuantizedNetwork(vec[i64](rows), vec[i64](bias), vec[i64](outward), 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
