"""Measures whether intervals of hints are as wide as the errors of estimates.

``python -m benchmarks.estimate_errors FOLDER`` reads the samples that ``python -m tools.calibrate
play FOLDER`` has written, and prints two Markdown tables over all kinds in the folder: with a row
for each quarter of the progress of a game, and for ranges of the estimated win probability. The
squared error of a win probability is measured by the two continuations of each position; the
assumed one is that of the intervals, cross-validated.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import onirium
from onirium.bots.calibration import (
    Calibration,
    calibrate,
    calibration_path,
    read_calibration_file,
)
from onirium.bots.search_registry import search_config_for
from onirium.core.game import Game
from onirium.studies.calibration.fit import (
    ScoredEstimate,
    fit_errors,
    make_folds,
    score_samples,
    subtract_luck,
)
from onirium.studies.calibration.kinds import kind_name, list_kinds
from onirium.studies.calibration.samples import read_samples
from onirium.studies.statistics import Z_95

STAGES = (0.0, 0.25, 0.5, 0.75, 1.0)
ESTIMATES = (0.0, 0.05, 0.2, 0.5, 0.8, 0.95, 1.0)
COLUMNS = ("decisions", "squared error, measured", "assumed by the intervals")
SQUARED_POINTS = 100**2


class SquaredError(NamedTuple):
    """The squared error of an estimate: measured by its results, and assumed by its interval."""

    cluster: str
    progress: float
    estimate: float
    measured: float
    assumed: float


def squared_errors(game: Game, estimates: list[ScoredEstimate]) -> Iterator[SquaredError]:
    """Yield the squared errors of the samples of a kind of game."""
    name = search_config_for(game.name).calibration_name(game)
    shipped = read_calibration_file(calibration_path(game.name)).calibrations[name]
    for fold, others in make_folds(subtract_luck(estimates)):
        calibration = fit_errors(others, shipped)
        for scored in fold:
            yield squared_error(kind_name(game), scored, calibration)


def squared_error(kind: str, scored: ScoredEstimate, calibration: Calibration) -> SquaredError:
    """Return the squared errors of a sample."""
    curve = calibration.at(scored.progress)
    estimate = calibrate(scored.estimate, curve)
    return SquaredError(
        cluster=f"{kind} {scored.number}",
        progress=scored.progress,
        estimate=estimate,
        measured=(scored.result - estimate) * (scored.second_result - estimate),
        assumed=curve.error**2 * estimate * (1.0 - estimate),
    )


def summarize(errors: Sequence[SquaredError]) -> str:
    """Return the mean squared errors in squared points, with a 95 % interval by games."""
    sums: dict[str, float] = defaultdict(float)
    measured = sum(error.measured for error in errors) / len(errors)
    for error in errors:
        sums[error.cluster] += error.measured - measured
    margin = Z_95 * sum(total * total for total in sums.values()) ** 0.5 / len(errors)
    assumed = sum(error.assumed for error in errors) / len(errors)
    return (
        f"{len(errors):,} | {SQUARED_POINTS * measured:.1f} ± {SQUARED_POINTS * margin:.1f} | "
        f"{SQUARED_POINTS * assumed:.1f}"
    )


def print_table(
    title: str,
    edges: Sequence[float],
    errors: Sequence[SquaredError],
    key: Callable[[SquaredError], float],
) -> None:
    """Print a row for each range of a key; the last range includes its upper end."""
    print(f"| {title} | {' | '.join(COLUMNS)} |\n|{'---|' * (1 + len(COLUMNS))}")
    for low, high in pairwise(edges):
        row = [error for error in errors if low <= key(error) < high or key(error) == high == 1.0]
        print(f"| {low:g} to {high:g} | {summarize(row)} |")


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="folder of the samples")
    folder = parser.parse_args().folder
    errors: list[SquaredError] = []
    for game_name, options in list_kinds():
        game = onirium.load(game_name, **options)
        path = folder / f"{kind_name(game)}.txt"
        if path.exists():
            errors.extend(squared_errors(game, score_samples(read_samples(path))))
    print_table("progress of the game", STAGES, errors, lambda error: error.progress)
    print()
    print_table("estimate", ESTIMATES, errors, lambda error: error.estimate)


if __name__ == "__main__":
    main()
