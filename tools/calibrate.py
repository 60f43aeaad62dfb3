"""Plays games of ``quick`` and fits the calibration of estimates to them.

    python -m tools.calibrate play FOLDER [--first K] [--games N] [--only NAME]
    python -m tools.calibrate fit FOLDER
    python -m tools.calibrate errors FOLDER

``play`` plays N games of each kind, from number K on, and appends samples of five decisions a game
to a file for each kind; it continues where it ended. ``fit`` fits the samples of each kind and
writes its calibration into the package; kinds without samples keep theirs. ``errors`` fits only
the errors of the present calibrations.
``benchmarks/calibration.py`` measures how reliable they are. Run both with a compiled build.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

import onirium
from onirium.bots.calibration import CalibrationFile, calibration_path, read_calibration_file
from onirium.bots.search_registry import search_config_for
from onirium.studies.calibration.fit import (
    ScoredEstimate,
    estimates_at,
    fit_calibration,
    fit_errors,
    subtract_luck,
)
from onirium.studies.calibration.kinds import kind_name, list_kinds
from onirium.studies.calibration.samples import (
    BOT,
    SampleJob,
    collect_samples,
    format_samples,
    read_samples,
)
from onirium.studies.provenance import find_commit

BUDGET_MS: Final = 6
"""The budget of the first estimate that a hint shows."""

POSITIONS_PER_GAME: Final = 5
GAMES_PER_JOB: Final = 20
SEED: Final = 1

MAX_GAP: Final = 20
"""Consecutive games without a sample in a range: the solver has valued their decisions."""


def play(folder: Path, start: int, games: int, only: str | None) -> None:
    """Play games and append their samples."""
    folder.mkdir(parents=True, exist_ok=True)
    for game_name, options in list_kinds():
        name = kind_name(onirium.load(game_name, **options))
        path = folder / f"{name}.txt"
        if only not in {None, name}:
            continue
        samples = read_samples(path) if path.exists() else []
        played = samples[-1].number + 1 if samples else 0
        for first in range(max(start, played), start + games, GAMES_PER_JOB):
            count = min(GAMES_PER_JOB, start + games - first)
            job = SampleJob(
                game_name, options, SEED, first, count, POSITIONS_PER_GAME, (BUDGET_MS,)
            )
            lines = "".join(f"{line}\n" for line in format_samples(collect_samples(job)))
            with path.open("a") as file:
                file.write(lines)


def fit(folder: Path) -> None:
    """Fit the calibrations and write them into the package."""
    for path, name, estimates in read_folder(folder):
        file = read_calibration_file(path)
        file.calibrations[name] = fit_calibration(estimates)
        file.origins[name] = {
            "command": "python -m tools.calibrate",
            "commit": find_commit(),
            "bot": BOT,
            "seed": SEED,
            "budget_ms": BUDGET_MS,
            "games": find_ranges({each.number for each in estimates}),
        }
        write_calibration_file(path, file)


def fit_present_errors(folder: Path) -> None:
    """Fit the errors of the calibrations in the package and write them back."""
    for path, name, estimates in read_folder(folder):
        file = read_calibration_file(path)
        file.calibrations[name] = fit_errors(estimates, file.calibrations[name])
        file.origins[name]["error_games"] = find_ranges({each.number for each in estimates})
        write_calibration_file(path, file)


def read_folder(folder: Path) -> Iterator[tuple[Path, str, list[ScoredEstimate]]]:
    """Yield the file and name of each calibration that has samples, and its estimates.

    Results are adjusted for luck.
    """
    for game_name, options in list_kinds():
        game = onirium.load(game_name, **options)
        samples = folder / f"{kind_name(game)}.txt"
        if samples.exists():
            name = search_config_for(game_name).calibration_name(game)
            estimates = subtract_luck(estimates_at(read_samples(samples), 0))
            yield calibration_path(game_name), name, estimates


def write_calibration_file(path: Path, file: CalibrationFile) -> None:
    """Write the calibrations of a game."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n")


def find_ranges(numbers: set[int]) -> list[tuple[int, int]]:
    """Return the first and last numbers of the games, range by range.

    >>> find_ranges({0, 1, 5, 400, 401})
    [(0, 5), (400, 401)]
    """
    ranges: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if ranges and number - ranges[-1][1] <= MAX_GAP:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return ranges


def main() -> None:
    """Play games, or fit to their samples."""
    kinds = [kind_name(onirium.load(name, **options)) for name, options in list_kinds()]
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("command", choices=("play", "fit", "errors"))
    parser.add_argument("folder", type=Path, help="folder of the samples")
    parser.add_argument("--games", type=int, default=1000, help="number of games of each kind")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument(
        "--only", choices=kinds, metavar="NAME", help=f"play one kind: {', '.join(kinds)}"
    )
    arguments = parser.parse_args()
    if arguments.command == "play":
        play(arguments.folder, arguments.first, arguments.games, arguments.only)
    elif arguments.command == "fit":
        fit(arguments.folder)
    else:
        fit_present_errors(arguments.folder)


if __name__ == "__main__":
    main()
