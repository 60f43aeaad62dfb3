"""Measures ``random`` and ``greedy`` in every combination of expansions, players and modes.

``python benchmarks/combinations.py`` prints a table in Markdown. Run it with the compiled wheel
installed, not with an editable install. Game *n* of each row uses *n* as its seed.
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
EXPANSION_SETS = [chosen for size in range(4) for chosen in combinations(EXPANSIONS, size)]
MODES: dict[str, dict[str, Any]] = {
    "alone": {},
    "together": {"seats": 2},
    "race": {"seats": 2, "mode": "race"},
}
BOTS = ("random", "greedy")
COLUMNS = ("mode", "expansions", *(f"{bot}: {x}" for x in ("won", "doors") for bot in BOTS))


class BotResults:
    """The results of a bot over some games.

    Attributes:
        won: the share of games with a winner.
        doors: the mean number of doors found at the end, by all players together.
        microseconds: the mean time of a decision in microseconds.
    """

    def __init__(self, game: Game, name: str, games: int) -> None:
        bot = make_bot(name, game)
        totals: Counter[str] = Counter()
        for index in range(games):
            state = play_game(game, bot, index, totals)
            totals["won"] += any(state.returns())
            totals["doors"] += doors_found(state)
        self.won = totals["won"] / games
        self.doors = totals["doors"] / games
        self.microseconds = totals["nanoseconds"] / totals["decisions"] / 1000


def play_game(game: Game, bot: Bot, index: int, totals: Counter[str]) -> State:
    """Play a game and add the time of its decisions to ``totals``; return the final state."""
    rng = Random(index)
    state = game.new_state()
    state.resolve_chance(rng)
    while not state.is_terminal():
        started_at = time.perf_counter_ns()
        action = bot.choose(state, rng)
        totals["nanoseconds"] += time.perf_counter_ns() - started_at
        totals["decisions"] += 1
        state.apply_unchecked(action)
        state.resolve_chance(rng)
    return state


def doors_found(state: State) -> int:
    """Return the number of doors found by all players."""
    fields = state.to_fields()
    text = ", ".join(fields.get(name, "") for name in ("doors", "partner doors"))
    return sum(1 + door.startswith("2 ") for door in text.split(", ") if door)


def play_combinations(games: int) -> Iterator[list[str]]:
    """Play every combination and yield its row of the table."""
    for (mode, options), chosen in product(MODES.items(), EXPANSION_SETS):
        game = onirium.load("onirim", expansions=chosen, **options)
        results = [BotResults(game, name, games) for name in BOTS]
        yield [
            *(mode, ", ".join(chosen) or "none"),
            *(f"{100 * result.won:.1f} %" for result in results),
            *(f"{result.doors:.2f}" for result in results),
            f"{results[-1].microseconds:.1f}",
        ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--games", type=int, default=10_000, help="number of games of each bot in each row"
    )
    games = parser.parse_args().games
    print(f"{games:,} games each; rules {'compiled' if is_compiled() else 'plain'}\n")
    head = [*COLUMNS, "greedy: microseconds per decision"]
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for row in play_combinations(games):
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
