"""Fits the calibration of estimates to games of ``quick``, and tests it on other games.

``python benchmarks/calibration.py play FOLDER [--first K] [--games N] [--only NAME]`` plays N games
of each kind, from number K on, and appends samples of three decisions a game to a file for each
kind; it continues where it ended. ``python benchmarks/calibration.py fit FOLDER`` fits all games,
writes the calibrations into the package, and prints Markdown tables of a cross-validation: each
half of the games is calibrated by a fit to the other one. A row has the mean difference between
estimate and result and the largest one over the tenths of the samples, before and after. It draws
``docs/pictures/calibration.svg``. Run it with a compiled build.
"""

import argparse
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import msgspec

import onirium
from onirium.bots.calibration import Calibration, CalibrationFile, calibration_path
from onirium.bots.search_registry import search_config_for
from onirium.core.options import format_game
from onirium.studies.calibration.chart import draw_reliability
from onirium.studies.calibration.fit import (
    Outcome,
    ReliabilityBin,
    calibrated,
    fit_calibration,
    outcomes_at,
    reliability,
)
from onirium.studies.calibration.samples import (
    BOT,
    SampleJob,
    collect_samples,
    format_samples,
    parse_samples,
)
from onirium.studies.provenance import find_commit

EXPANSIONS = ("book", "towers", "premonitions")
BUDGETS_MS = (6,)
POSITIONS_PER_GAME = 3
GAMES_PER_JOB = 20
SEED = 1
MAX_GAP = 20
PICTURE = Path("docs/pictures/calibration.svg")
COLUMNS = ("game", "samples", "mean", "calibrated", "largest", "calibrated", "its error")


def kinds() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the kinds of game that are calibrated, with their options."""
    for size in range(len(EXPANSIONS) + 1):
        for chosen in combinations(EXPANSIONS, size):
            yield "onirim", {"expansions": list(chosen)}
    yield "onirim", {"seats": 2}
    yield "onirim", {"seats": 2, "expansions": list(EXPANSIONS)}
    yield "onirim", {"seats": 2, "mode": "race"}
    for seats in range(2, 6):
        yield "nightmarium", {"seats": seats}


def name_of(game: onirium.Game) -> str:
    """Return the name of a kind of game, which is that of its file."""
    return f"{game.name}-{search_config_for(game.name).calibration_name(game)}"


def play(folder: Path, start: int, games: int, only: str | None) -> None:
    """Play games and append their samples."""
    folder.mkdir(parents=True, exist_ok=True)
    for game_name, options in kinds():
        game = onirium.load(game_name, **options)
        path = folder / f"{name_of(game)}.txt"
        if only not in {None, name_of(game)}:
            continue
        played = _read_outcomes(path)[-1].number + 1 if path.exists() else 0
        for first in range(max(start, played), start + games, GAMES_PER_JOB):
            count = min(GAMES_PER_JOB, start + games - first)
            job = SampleJob(game_name, options, SEED, first, count, POSITIONS_PER_GAME, BUDGETS_MS)
            with path.open("a") as file:
                file.writelines(f"{line}\n" for line in format_samples(collect_samples(job)))


def fit(folder: Path) -> None:
    """Fit the calibrations, write them and print their reliability in a cross-validation."""
    fitted: dict[str, dict[str, Calibration]] = {}
    numbers: dict[str, dict[str, list[tuple[int, int]]]] = {}
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    for game_name, options in kinds():
        game = onirium.load(game_name, **options)
        path = folder / f"{name_of(game)}.txt"
        if not path.exists():
            continue
        outcomes = _read_outcomes(path)
        calibration = fit_calibration(outcomes)
        name = search_config_for(game_name).calibration_name(game)
        fitted.setdefault(game_name, {})[name] = calibration
        numbers.setdefault(game_name, {})[name] = find_ranges({one.number for one in outcomes})
        tested = cross_validate(outcomes)
        before, after = reliability(outcomes), reliability(tested)
        print(f"| {format_game(game_name, game.options)} | {_summary(before, after)} |")
        if (game_name, options) == next(kinds()):
            PICTURE.write_text(
                draw_reliability({"estimates of the search": before, "calibrated": after})
            )
            _print_tenths(before, after)
            _print_errors(tested, calibration)
    for game_name, calibrations in fitted.items():
        origin: dict[str, object] = {
            "command": "python benchmarks/calibration.py",
            "commit": find_commit(),
            "bot": BOT,
            "seed": SEED,
            "budget_ms": BUDGETS_MS[-1],
            "games": numbers[game_name],
        }
        content = msgspec.json.encode(CalibrationFile(origin, calibrations))
        calibration_path(game_name).write_bytes(msgspec.json.format(content, indent=1) + b"\n")


def find_ranges(numbers: set[int]) -> list[tuple[int, int]]:
    """Return the first and last numbers of the games, range by range.

    Gaps of a few games, whose sampled decisions were all solved exactly, do not count.
    """
    ranges: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if ranges and number - ranges[-1][1] <= MAX_GAP:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return ranges


def cross_validate(outcomes: list[Outcome]) -> list[Outcome]:
    """Return the outcomes of each half of the games, calibrated by a fit to the other half."""
    halves = [[one for one in outcomes if one.number % 2 == parity] for parity in range(2)]
    return [
        outcome
        for half, other in zip(halves, reversed(halves), strict=True)
        for outcome in calibrated(half, fit_calibration(other))
    ]


def _read_outcomes(path: Path) -> list[Outcome]:
    with path.open() as file:
        return outcomes_at(parse_samples(file), len(BUDGETS_MS) - 1)


def _summary(before: list[ReliabilityBin], after: list[ReliabilityBin]) -> str:
    worst = max(after, key=_difference)
    cells = [f"{sum(each.samples for each in before):,}"]
    cells += [f"{100 * _mean_difference(bins):+.1f}" for bins in (before, after)]
    cells += [f"{100 * max(map(_difference, before)):.1f}", f"{100 * _difference(worst):.1f}"]
    return " | ".join([*cells, f"{100 * worst.error:.1f}"])


def _difference(each: ReliabilityBin) -> float:
    return abs(each.won - each.estimated)


def _mean_difference(bins: list[ReliabilityBin]) -> float:
    total = sum(each.samples for each in bins)
    return sum(each.samples * (each.estimated - each.won) for each in bins) / total


def _print_tenths(before: list[ReliabilityBin], after: list[ReliabilityBin]) -> None:
    for first, then in zip(before, after, strict=True):
        print(
            f"<!-- {100 * first.estimated:5.1f} {100 * first.won:5.1f}   "
            f"{100 * then.estimated:5.1f} {100 * then.won:5.1f} ± {100 * then.error:.1f} -->"
        )


def _print_errors(outcomes: list[Outcome], calibration: Calibration) -> None:
    """Print the measured and the assumed root mean square error of the lower and upper half."""
    ordered = sorted(outcomes, key=lambda one: one.estimate)
    middle = len(ordered) // 2
    for half in (ordered[:middle], ordered[middle:]):
        products = [
            (one.result - one.estimate) * (one.second_result - one.estimate) for one in half
        ]
        assumed = [
            (calibration.at(one.progress).error * one.estimate * (1 - one.estimate)) ** 2
            for one in half
        ]
        measured = fmean(products)
        error = stdev(products) / len(products) ** 0.5
        print(
            f"<!-- mean square error {1e4 * measured:.1f} ± {1e4 * error:.1f} squared points, "
            f"assumed {1e4 * fmean(assumed):.1f} -->"
        )


def main() -> None:
    """Play games, or fit to them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=("play", "fit"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    if arguments.command == "play":
        play(arguments.folder, arguments.first, arguments.games, arguments.only)
    else:
        fit(arguments.folder)


if __name__ == "__main__":
    main()
