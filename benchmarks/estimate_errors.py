"""Measures whether intervals of hints are as wide as the errors of estimates.

``python -m benchmarks.estimate_errors FOLDER`` reads the samples that ``python -m tools.calibrate
play FOLDER`` has written, and prints a Markdown table with a row for each quarter of the progress
of a game, over all kinds. The squared error of a win probability is measured by the two
continuations of each position; the assumed one is that of the intervals, cross-validated.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator
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

STAGES = 4
COLUMNS = ("progress", "decisions", "measured", "assumed")
SQUARED_POINTS = 100**2


class SquaredError(NamedTuple):
    """The squared error of an estimate: measured by its results, and assumed by its interval."""

    cluster: str
    stage: int
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
        stage=min(int(STAGES * scored.progress), STAGES - 1),
        measured=(scored.result - estimate) * (scored.second_result - estimate),
        assumed=(estimate * (1.0 - estimate) * curve.error) ** 2,
    )


def summarize(errors: Iterable[SquaredError]) -> str:
    """Return the mean squared errors in squared points, with a 95 % interval by games."""
    sums: dict[str, float] = defaultdict(float)
    every = list(errors)
    measured = sum(each.measured for each in every) / len(every)
    for each in every:
        sums[each.cluster] += each.measured - measured
    margin = Z_95 * sum(total * total for total in sums.values()) ** 0.5 / len(every)
    assumed = sum(each.assumed for each in every) / len(every)
    return (
        f"{len(every):,} | {SQUARED_POINTS * measured:.1f} ± {SQUARED_POINTS * margin:.1f} | "
        f"{SQUARED_POINTS * assumed:.1f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="folder of the samples")
    folder = parser.parse_args().folder
    errors: list[SquaredError] = []
    for game_name, options in list_kinds():
        game = onirium.load(game_name, **options)
        path = folder / f"{kind_name(game)}.txt"
        errors.extend(squared_errors(game, score_samples(read_samples(path))))
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    for stage in range(STAGES):
        cells = summarize(each for each in errors if each.stage == stage)
        print(f"| {stage / STAGES:.2f} to {(stage + 1) / STAGES:.2f} | {cells} |")


if __name__ == "__main__":
    main()
