"""Prints what searches with any weights come to, for two builds of Onirium to agree on.

Run as a program: the name of a game, its options as JSON, how many decisions are thought about.
"""

import json
import random
import sys

from librt.vecs import vec
from mypy_extensions import i64

import onirium
from onirium.bots.network.feature_writer import Pen
from onirium.bots.network.quantized import LANE, LANES, OFFSET, Net, Valuation
from onirium.bots.network.registry import input_count, knowledge
from onirium.bots.search.expectimax import Search
from onirium.core.build import is_compiled
from onirium.core.chance import Random

ROUNDS = 30
UNITS = 36


def main(name: str, options: str, decisions: int) -> None:
    """Print the build, then a line for each decision.

    What the network says is the same to the last digit. The chance that follows from it depends a
    little on the machine's exponential function.
    """
    print("compiled" if is_compiled() else "plain")
    game = onirium.load(name, **json.loads(options))
    inputs = knowledge(name).inputs()
    net = any_net(input_count(game, inputs))
    search = Search(game, Valuation(inputs, net))
    pen = Pen()
    dice = Random(1)
    state = game.new_state()
    for _ in range(decisions):
        state.play_chance(dice)
        if state.is_terminal():
            break
        inputs.write(state, state.current_player(), pen)
        search.begin(state, dice)
        search.think(ROUNDS, evenly=True)
        action, size = int(search.best()), int(search.tree.size)
        visits = [int(search.tree.visits[node]) for node in range(size)]
        chances = [round(search.tree.value[node], 6) for node in range(size)]
        print(json.dumps([net.logit(pen).hex(), action, visits, chances]))
        state.apply(action)


def any_net(inputs: int) -> Net:
    """Return a network that is always the same, with weights of no meaning."""
    dice = random.Random(1)

    def numbers(count: int, largest: int) -> list[int]:
        return [dice.randint(-largest, largest) for _ in range(count)]

    rows = [
        sum(lane + int(OFFSET) << int(LANE) * place for place, lane in enumerate(lanes))
        for lanes in (numbers(int(LANES), 60) for _ in range(inputs * UNITS // int(LANES)))
    ]
    bias, outward = numbers(UNITS, 50), numbers(UNITS, 60)
    return Net(vec[i64](rows), vec[i64](bias), vec[i64](outward), 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
