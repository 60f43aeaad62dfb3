"""Measures how strong the computer players are: a table for benchmarks/README.md.

Usage: python benchmarks/strength.py [--games N] [--workers N] [GROUP ...]
"""

import argparse
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any, NamedTuple

import onirium
from onirium.studies.simulation.simulate import SimulationConfig, simulate

EXPANSIONS = ("book", "towers", "premonitions")
SETS = [list(chosen) for size in range(4) for chosen in combinations(EXPANSIONS, size)]


class Row(NamedTuple):
    """Players at a table, and how many games they play for each asked for."""

    game: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    times: float


def alone() -> Iterator[Row]:
    """Onirim alone: every set of expansions, every player."""
    for chosen in SETS:
        for name, times in (("greedy", 10.0), ("quick", 2.0), ("strong", 1.0)):
            yield Row("onirim", {"expansions": chosen}, (name,), times)


def harder() -> Iterator[Row]:
    """Onirim alone with the harder side of each expansion."""
    for options in (
        {"expansions": ["book"], "variants": ["lost-steps"]},
        {"expansions": ["towers"], "variants": ["stone-upon-stone"]},
        {"expansions": ["premonitions"], "premonitions": 6},
    ):
        for name, times in (("greedy", 10.0), ("quick", 2.0), ("strong", 1.0)):
            yield Row("onirim", options, (name,), times)


def together() -> Iterator[Row]:
    """Onirim together: open and silent."""
    for table in ("open", "silent"):
        for name, times in (("greedy", 10.0), ("quick", 2.0), ("strong", 1.0)):
            yield Row("onirim", {"seats": 2, "table": table}, (name, name), times)
    everything = {"seats": 2, "table": "open", "expansions": list(EXPANSIONS)}
    yield Row("onirim", everything, ("quick", "quick"), 1.0)


def race() -> Iterator[Row]:
    """Onirim as a race."""
    for seats in (("quick", "greedy"), ("strong", "quick")):
        yield Row("onirim", {"seats": 2, "mode": "race"}, seats, 1.0)


def nightmarium() -> Iterator[Row]:
    """Nightmarium: each player against the next weaker one, and one among several."""
    yield Row("nightmarium", {"seats": 2}, ("quick", "greedy"), 4.0)
    yield Row("nightmarium", {"seats": 2}, ("strong", "quick"), 1.0)
    yield Row("nightmarium", {"seats": 4}, ("strong", "greedy", "greedy", "greedy"), 1.0)
    yield Row("nightmarium", {"seats": 4}, ("quick", "greedy", "greedy", "greedy"), 2.0)


GROUPS = {
    "alone": alone,
    "harder": harder,
    "together": together,
    "race": race,
    "nightmarium": nightmarium,
}


def measure(row: Row, games: int, workers: int) -> str:
    """Play the games of a row; return it as a line of a table."""
    game = onirium.load(row.game, **row.options)
    rotate = len(set(row.seats)) > 1
    count = max(1, round(games * row.times))
    config = SimulationConfig(game, row.seats, count, seed=1, rotate=rotate, workers=workers)
    found = simulate(config)
    told = ", ".join(f"{name}={value}" for name, value in row.options.items()) or "base"
    low, high = 100 * found.win_rate_low, 100 * found.win_rate_high
    return (
        f"| {row.game} | {told} | {', '.join(row.seats)} | {found.games} | "
        f"{100 * found.win_rate:.1f} % | {low:.1f} - {high:.1f} % | "
        f"{found.ms_per_decision[0]:.3f} |"
    )


def main() -> None:
    """Measure and print, row by row."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("group", nargs="*", choices=[*GROUPS, []], help="otherwise all")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    print("| game | options | players | games | the first won | 95 % interval | ms a decision |")
    print("|---|---|---|---|---|---|---|")
    for row in chain.from_iterable(GROUPS[group]() for group in asked.group or GROUPS):
        print(measure(row, asked.games, asked.workers), flush=True)


if __name__ == "__main__":
    main()
