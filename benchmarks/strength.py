"""Measures the playing strength of the bots.

``python benchmarks/strength.py [--games N] [--workers N] [GROUP ...]`` prints a Markdown table: win
rates of the first bot with 95 % intervals, and milliseconds per decision. N is the number of games
of a matchup of factor 1. Run it with the compiled wheel, not with an editable install.
"""

import argparse
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any, NamedTuple

import onirium
from onirium.studies.simulation.simulate import SimulationConfig, simulate

EXPANSIONS = ("book", "towers", "premonitions")
EXPANSION_SETS = [list(chosen) for size in range(4) for chosen in combinations(EXPANSIONS, size)]


class Matchup(NamedTuple):
    """Bots of the seats of a game, and the number of games as a multiple of ``--games``."""

    game: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    game_factor: float


def alone_matchups() -> Iterator[Matchup]:
    """Onirim for one player: every set of expansions, every bot."""
    for chosen in EXPANSION_SETS:
        for name, factor in (("greedy", 10.0), ("quick", 2.0), ("strong", 1.0)):
            yield Matchup("onirim", {"expansions": chosen}, (name,), factor)


def harder_matchups() -> Iterator[Matchup]:
    """Onirim for one player with the harder variant of each expansion."""
    for options in (
        {"expansions": ["book"], "variants": ["lost-steps"]},
        {"expansions": ["towers"], "variants": ["stone-upon-stone"]},
        {"expansions": ["premonitions"], "premonitions": 6},
    ):
        for name, factor in (("greedy", 10.0), ("quick", 2.0), ("strong", 1.0)):
            yield Matchup("onirim", options, (name,), factor)


def together_matchups() -> Iterator[Matchup]:
    """Onirim for two partners: open and silent tables."""
    for table in ("open", "silent"):
        for name, factor in (("greedy", 10.0), ("quick", 2.0), ("strong", 1.0)):
            yield Matchup("onirim", {"seats": 2, "table": table}, (name, name), factor)
    everything = {"seats": 2, "table": "open", "expansions": list(EXPANSIONS)}
    yield Matchup("onirim", everything, ("quick", "quick"), 1.0)


def race_matchups() -> Iterator[Matchup]:
    """Onirim as a race."""
    for seats in (("quick", "greedy"), ("strong", "quick")):
        yield Matchup("onirim", {"seats": 2, "mode": "race"}, seats, 1.0)


def nightmarium_matchups() -> Iterator[Matchup]:
    """Nightmarium: each bot against the next weaker one, and against three ``greedy``."""
    yield Matchup("nightmarium", {"seats": 2}, ("quick", "greedy"), 4.0)
    yield Matchup("nightmarium", {"seats": 2}, ("strong", "quick"), 1.0)
    yield Matchup("nightmarium", {"seats": 4}, ("strong", "greedy", "greedy", "greedy"), 1.0)
    yield Matchup("nightmarium", {"seats": 4}, ("quick", "greedy", "greedy", "greedy"), 2.0)


GROUPS = {
    "alone": alone_matchups,
    "harder": harder_matchups,
    "together": together_matchups,
    "race": race_matchups,
    "nightmarium": nightmarium_matchups,
}


def measure(matchup: Matchup, games: int, workers: int) -> str:
    """Play the games of a matchup; return its line of the table."""
    game = onirium.load(matchup.game, **matchup.options)
    rotate = len(set(matchup.seats)) > 1
    count = max(1, round(games * matchup.game_factor))
    result = simulate(
        SimulationConfig(game, matchup.seats, count, seed=1, rotate=rotate, workers=workers)
    )
    options = ", ".join(f"{name}={value}" for name, value in matchup.options.items()) or "base"
    low, high = 100 * result.win_rate_low, 100 * result.win_rate_high
    return (
        f"| {matchup.game} | {options} | {', '.join(matchup.seats)} | {result.games} | "
        f"{100 * result.win_rate:.1f} % | {low:.1f} - {high:.1f} % | "
        f"{result.ms_per_decision[0]:.3f} |"
    )


def main() -> None:
    """Print the table, line by line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "groups",
        nargs="*",
        default=list(GROUPS),
        metavar="GROUP",
        help=f"by default all: {', '.join(GROUPS)}",
    )
    parser.add_argument("--games", type=int, default=200, help="games of a matchup of factor 1")
    parser.add_argument("--workers", type=int, default=2, help="processes that play")
    arguments = parser.parse_args()
    if unknown := set(arguments.groups) - set(GROUPS):
        parser.error(f"unknown groups: {', '.join(sorted(unknown))}")
    print("| game | options | bots | games | first bot won | 95 % interval | ms per decision |")
    print("|---|---|---|---|---|---|---|")
    for matchup in chain.from_iterable(GROUPS[group]() for group in arguments.groups):
        print(measure(matchup, arguments.games, arguments.workers), flush=True)


if __name__ == "__main__":
    main()
