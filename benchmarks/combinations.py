"""How the computer players fare in every combination of expansions, players and modes.

``python benchmarks/combinations.py`` prints a table in Markdown. Run it where the compiled wheel is
installed, not from an editable install. Every game of a row depends on its number alone.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import onirium
from onirium import Game, Random, State
from onirium.bots.registry import Bot, make_bot
from onirium.core.build import is_compiled

EXPANSIONS = ("book", "towers", "premonitions")
SETS = [chosen for size in range(4) for chosen in combinations(EXPANSIONS, size)]
PLAYERS: dict[str, dict[str, Any]] = {
    "alone": {},
    "together": {"seats": 2},
    "race": {"seats": 2, "mode": "race"},
}
BOTS = ("random", "greedy")
COLUMNS = ("players", "expansions", *(f"{bot}: {x}" for x in ("won", "doors") for bot in BOTS))


class Fare:
    """How a player has fared over some games.

    Attributes:
        won: the share of games that somebody won.
        doors: the mean number of doors found at the end, those of two players together.
        microseconds: the mean time of a decision.
    """

    def __init__(self, game: Game, bot: str, games: int) -> None:
        player = make_bot(bot, game)
        totals: Counter[str] = Counter()
        for number in range(games):
            state = play(game, player, number, totals)
            totals["won"] += any(state.returns())
            totals["doors"] += doors_found(state)
        self.won = totals["won"] / games
        self.doors = totals["doors"] / games
        self.microseconds = totals["nanoseconds"] / totals["decisions"] / 1000


def play(game: Game, player: Bot, number: int, totals: Counter[str]) -> State:
    """Play a game to its end, timing the decisions; return how it ended."""
    dice = Random(number)
    state = game.new_state()
    state.resolve_chance(dice)
    while not state.is_terminal():
        began = time.perf_counter_ns()
        action = player.choose(state, dice)
        totals["nanoseconds"] += time.perf_counter_ns() - began
        totals["decisions"] += 1
        state.apply_unchecked(action)
        state.resolve_chance(dice)
    return state


def doors_found(state: State) -> int:
    """Count the doors found, those of both players."""
    fields = state.to_fields()
    text = ", ".join(fields.get(name, "") for name in ("doors", "partner doors"))
    return sum(1 + door.startswith("2 ") for door in text.split(", ") if door)


def rows(games: int) -> Iterator[list[str]]:
    """Play every combination and yield its line of the table."""
    for (players, options), chosen in product(PLAYERS.items(), SETS):
        game = onirium.load("onirim", expansions=chosen, **options)
        fares = [Fare(game, bot, games) for bot in BOTS]
        yield [
            *(players, ", ".join(chosen) or "none"),
            *(f"{100 * fare.won:.1f} %" for fare in fares),
            *(f"{fare.doors:.2f}" for fare in fares),
            f"{fares[-1].microseconds:.1f}",
        ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=10_000, help="of each player in each row")
    games = parser.parse_args().games
    print(f"{games:,} games each; rules {'compiled' if is_compiled() else 'plain'}\n")
    head = [*COLUMNS, "greedy: microseconds a decision"]
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for row in rows(games):
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
