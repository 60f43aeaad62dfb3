"""Plays games of ``quick`` and fits the calibration of estimates to them.

    python -m tools.calibrate play FOLDER [--first K] [--games N] [--only NAME]
    python -m tools.calibrate fit FOLDER

``play`` plays N games of each kind, from number K on, and appends samples of five decisions a game
to a file for each kind; it continues where it ended. ``fit`` fits the samples of each kind and
writes its calibration into the package; kinds without samples keep theirs.
``benchmarks/calibration.py`` measures how reliable they are. Run both with a compiled build.
"""

import argparse
from pathlib import Path
from typing import Final

import msgspec

import onirium
from onirium.bots.calibration import calibration_path, read_calibration_file
from onirium.bots.search_registry import search_config_for
from onirium.studies.calibration.fit import estimates_at, fit_calibration, subtract_luck
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
    for game_name, options in list_kinds():
        game = onirium.load(game_name, **options)
        samples = folder / f"{kind_name(game)}.txt"
        if not samples.exists():
            continue
        estimates = estimates_at(read_samples(samples), 0)
        name = search_config_for(game_name).calibration_name(game)
        path = calibration_path(game_name)
        file = read_calibration_file(path)
        file.calibrations[name] = fit_calibration(subtract_luck(estimates))
        file.origins[name] = {
            "command": "python -m tools.calibrate",
            "commit": find_commit(),
            "bot": BOT,
            "seed": SEED,
            "budget_ms": BUDGET_MS,
            "games": find_ranges({each.number for each in estimates}),
        }
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
    """Play games, or fit to them."""
    kinds = [kind_name(onirium.load(name, **options)) for name, options in list_kinds()]
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("command", choices=("play", "fit"))
    parser.add_argument("folder", type=Path, help="folder of the samples")
    parser.add_argument("--games", type=int, default=1000, help="number of games of each kind")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument(
        "--only", choices=kinds, metavar="NAME", help=f"play one kind: {', '.join(kinds)}"
    )
    arguments = parser.parse_args()
    if arguments.command == "play":
        play(arguments.folder, arguments.first, arguments.games, arguments.only)
    else:
        fit(arguments.folder)


if __name__ == "__main__":
    main()
