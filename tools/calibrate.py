"""Plays games and fits the calibration of estimates to their results.

    python -m tools.calibrate play FOLDER [--first K] [--games N] [--only NAME]
    python -m tools.calibrate play-actions FOLDER [--first K] [--games N] [--only NAME]
    python -m tools.calibrate fit FOLDER
    python -m tools.calibrate fit-errors FOLDER
    python -m tools.calibrate fit-costs FOLDER

``play`` plays N games of ``quick`` of each kind, from number K on, and appends samples of their
decisions to a file for each kind; it continues where it ended. ``play-actions`` samples
actions other than the best one, in games of ``quick`` and of ``greedy``, to files of their own.
``fit`` fits the curves of each kind to its samples and writes them into the package; kinds without
samples keep theirs. ``fit-errors`` fits only the errors of the present curves. ``fit-costs`` fits
their cost factors to the samples of ``play-actions``; run it after ``fit``, which resets them to 1.
``benchmarks/calibration.py`` and ``benchmarks/action_costs.py`` measure how reliable they are. Run
all with a compiled build.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

import onirium
from onirium.bots.calibration import CalibrationFile, calibration_path, read_calibration_file
from onirium.bots.search_registry import search_config_for
from onirium.studies.calibration.action_samples import (
    ACTION_SUFFIX,
    collect_action_samples,
    format_action_samples,
    read_action_samples,
)
from onirium.studies.calibration.costs import fit_cost_factors, score_actions
from onirium.studies.calibration.fit import (
    PlayedDecision,
    fit_calibration,
    fit_errors,
    score_samples,
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

SUFFIX: Final = ".txt"
"""The end of the name of a file of samples of best actions, after that of the kind of game."""

SAMPLED_SHARE: Final = 1 / 12
"""The share of the decisions that are sampled: five in a base game, twenty in the longest."""

GAMES_PER_JOB: Final = 20
SEED: Final = 1

MAX_GAP: Final = 20
"""Consecutive games without a sample in a range: the solver has valued their decisions."""


def play(folder: Path, numbers: range, only: str | None) -> None:
    """Play games and append their samples of best actions."""

    def sample(job: SampleJob) -> Iterator[str]:
        return format_samples(collect_samples(job))

    append_samples(folder, SUFFIX, sample, numbers, only)


def play_actions(folder: Path, numbers: range, only: str | None) -> None:
    """Play games and append their samples of other actions."""

    def sample(job: SampleJob) -> Iterator[str]:
        return format_action_samples(collect_action_samples(job))

    append_samples(folder, ACTION_SUFFIX, sample, numbers, only)


def append_samples(
    folder: Path,
    suffix: str,
    sample: Callable[[SampleJob], Iterable[str]],
    numbers: range,
    only: str | None,
) -> None:
    """Append the lines of samples to the file of each kind, from the game after its last on."""
    folder.mkdir(parents=True, exist_ok=True)
    for game_name, options in list_kinds():
        name = kind_name(onirium.load(game_name, **options))
        if only not in {None, name}:
            continue
        path = folder / f"{name}{suffix}"
        start = max(numbers.start, last_number(path) + 1)
        for first in range(start, numbers.stop, GAMES_PER_JOB):
            count = min(GAMES_PER_JOB, numbers.stop - first)
            job = SampleJob(game_name, options, SEED, first, count, SAMPLED_SHARE, BUDGET_MS)
            lines = "".join(f"{line}\n" for line in sample(job))
            with path.open("a") as file:
                file.write(lines)


def last_number(path: Path) -> int:
    """Return the number of the last game in a file of samples; -1 if there is none."""
    lines = path.read_text().splitlines() if path.exists() else []
    return int(lines[-1].split()[0]) if lines else -1


def fit(folder: Path) -> None:
    """Fit the curves and their errors, and write them into the package; cost factors become 1."""
    for path, name, samples in find_samples(folder, SUFFIX):
        file = read_calibration_file(path)
        estimates = subtract_luck(score_samples(read_samples(samples)))
        file.calibrations[name] = fit_calibration(estimates)
        file.origins[name] = {
            "command": "python -m tools.calibrate",
            "commit": find_commit(),
            "bot": BOT,
            "seed": SEED,
            "budget_ms": BUDGET_MS,
            "games": find_ranges(estimates),
        }
        write_calibration_file(path, file)


def fit_present_errors(folder: Path) -> None:
    """Fit the errors of the calibrations in the package and write them back."""
    for path, name, samples in find_samples(folder, SUFFIX):
        file = read_calibration_file(path)
        estimates = subtract_luck(score_samples(read_samples(samples)))
        file.calibrations[name] = fit_errors(estimates, file.calibrations[name])
        file.origins[name]["error_games"] = find_ranges(estimates)
        write_calibration_file(path, file)


def fit_present_costs(folder: Path) -> None:
    """Fit the cost factors of the calibrations in the package and write them back."""
    for path, name, samples in find_samples(folder, ACTION_SUFFIX):
        file = read_calibration_file(path)
        actions = score_actions(read_action_samples(samples), file.calibrations[name])
        file.calibrations[name] = fit_cost_factors(actions, file.calibrations[name])
        file.origins[name]["cost_games"] = find_ranges(actions)
        write_calibration_file(path, file)


def find_samples(folder: Path, suffix: str) -> Iterator[tuple[Path, str, Path]]:
    """Yield the file and name of each calibration that has a file of samples, and that file."""
    for game_name, options in list_kinds():
        game = onirium.load(game_name, **options)
        samples = folder / f"{kind_name(game)}{suffix}"
        if samples.exists():
            name = search_config_for(game_name).calibration_name(game)
            yield calibration_path(game_name), name, samples


def write_calibration_file(path: Path, file: CalibrationFile) -> None:
    """Write the calibrations of a game."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(file), indent=1) + b"\n")


def find_ranges(samples: Iterable[PlayedDecision]) -> list[tuple[int, int]]:
    """Return the first and last numbers of the games of samples, range by range."""
    ranges: list[tuple[int, int]] = []
    for number in sorted({sample.number for sample in samples}):
        if ranges and number - ranges[-1][1] <= MAX_GAP:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return ranges


SAMPLERS: Final = {"play": play, "play-actions": play_actions}
FITS: Final = {"fit": fit, "fit-errors": fit_present_errors, "fit-costs": fit_present_costs}


def main() -> None:
    """Play games, or fit to their samples."""
    kinds = [kind_name(onirium.load(name, **options)) for name, options in list_kinds()]
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("command", choices=(*SAMPLERS, *FITS))
    parser.add_argument("folder", type=Path, help="folder of the samples")
    parser.add_argument("--games", type=int, default=1000, help="number of games of each kind")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument(
        "--only", choices=kinds, metavar="NAME", help=f"play one kind: {', '.join(kinds)}"
    )
    arguments = parser.parse_args()
    if arguments.command in FITS:
        FITS[arguments.command](arguments.folder)
    else:
        numbers = range(arguments.first, arguments.first + arguments.games)
        SAMPLERS[arguments.command](arguments.folder, numbers, arguments.only)


if __name__ == "__main__":
    main()
