"""Measures how reliable calibrated estimates are, on games to which they were not fitted.

``python benchmarks/calibration.py FOLDER`` reads the samples that ``python -m tools.calibrate play
FOLDER`` has written and prints Markdown tables of a cross-validation: each half of the games is
calibrated by a fit to the other one. The first table has a row for each kind of game: the mean of
estimate minus result and the largest one over the tenths of the decisions, before and after the
calibration; the margin, half a 95 % interval, of the least certain tenth; and in how many tenths
the interval lies within one point of the estimate, or beyond. A table of the tenths of each kind
follows. If there are samples of all kinds, it draws ``docs/pictures/calibration.svg``.

``--shipped`` applies the calibrations of the package instead, which must not be fitted to the games
of the folder.
"""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import onirium
from onirium.bots.calibration import Calibration, calibration_path, read_calibration_file
from onirium.bots.search_registry import search_config_for
from onirium.core.formatting import format_game
from onirium.core.game import Game
from onirium.studies.calibration.chart import draw_reliability
from onirium.studies.calibration.fit import (
    Outcome,
    ReliabilityBin,
    apply_calibration,
    cross_validate,
    outcomes_at,
    reliability,
    subtract_luck,
)
from onirium.studies.calibration.kinds import kind_name, list_kinds
from onirium.studies.calibration.samples import read_samples
from onirium.studies.statistics import Z_95

PICTURE = Path("docs/pictures/calibration.svg")
COLUMNS = (
    *("game", "games", "decisions", "mean error", "calibrated"),
    *("largest of a tenth", "calibrated", "largest margin", "within 1 point", "beyond"),
)
TENTH_COLUMNS = ("decisions", "estimated", "won", "calibrated", "won", "margin")
BASE = "onirim"
OTHERS = f"all but {BASE}"
MAX_ERROR = 0.01
NUMBERS_PER_KIND = 10**9


class Validation(NamedTuple):
    """The decisions of a kind of game, before and after their calibration."""

    before: list[Outcome]
    after: list[Outcome]


def validate(outcomes: list[Outcome], shipped: Calibration | None = None) -> Validation:
    """Return the decisions before and after a calibration: the given one, or a cross-validation."""
    adjusted = subtract_luck(outcomes)
    if shipped is None:
        return Validation(adjusted, cross_validate(adjusted))
    return Validation(adjusted, apply_calibration(adjusted, shipped))


def shipped_calibration(game: Game) -> Calibration:
    """Return the calibration of a game in the package."""
    name = search_config_for(game.name).calibration_name(game)
    return read_calibration_file(calibration_path(game.name)).calibrations[name]


def pool(validations: Iterable[Validation]) -> Validation:
    """Return the decisions of several kinds together, whose games have numbers of their own."""
    pooled = Validation([], [])
    for kind, validation in enumerate(validations):
        for outcomes, target in zip(validation, pooled, strict=True):
            target += [
                outcome._replace(number=outcome.number + kind * NUMBERS_PER_KIND)
                for outcome in outcomes
            ]
    return pooled


def summarize(validation: Validation) -> str:
    """Return the cells of the first table."""
    before, after = map(reliability, validation)
    games = len({outcome.number for outcome in validation.before})
    cells = [f"{games:,}", f"{len(validation.before):,}"]
    cells += [f"{100 * mean_error(bins):+.1f}" for bins in (before, after)]
    cells += [f"{100 * max(abs(error(each)) for each in bins):.1f}" for bins in (before, after)]
    cells.append(f"{100 * max(map(margin, after)):.1f}")
    return " | ".join([*cells, judge(after)])


def judge(bins: list[ReliabilityBin]) -> str:
    """Return in how many tenths the 95 % interval of the error is within one point, or beyond."""
    within = sum(abs(error(each)) + margin(each) <= MAX_ERROR for each in bins)
    beyond = sum(abs(error(each)) - margin(each) > MAX_ERROR for each in bins)
    return f"{within} | {beyond}"


def margin(each: ReliabilityBin) -> float:
    """Return half the 95 % interval of an error.

    It is at least that of the rule of three (Hanley and Lippman-Hand, 1983), for games that all
    ended alike.
    """
    return max(Z_95 * each.error, 3 / each.samples)


def error(each: ReliabilityBin) -> float:
    """Return the mean of estimate minus result."""
    return each.estimated - each.won


def mean_error(bins: list[ReliabilityBin]) -> float:
    """Return the mean of estimate minus result over all bins."""
    return sum(each.samples * error(each) for each in bins) / sum(each.samples for each in bins)


def print_tenths(name: str, validation: Validation) -> None:
    """Print a table with a row for each tenth."""
    print(f"\n{name}:\n\n| {' | '.join(TENTH_COLUMNS)} |\n|{'---|' * len(TENTH_COLUMNS)}")
    for before, after in zip(*map(reliability, validation), strict=True):
        numbers = (before.estimated, before.won, after.estimated, after.won, margin(after))
        cells = [str(after.samples), *(f"{100 * number:.1f}" for number in numbers)]
        print(f"| {' | '.join(cells)} |")


def validate_kinds(folder: Path, *, is_shipped: bool) -> dict[str, Validation]:
    """Print the row of each kind of game with samples in a folder; return their decisions."""
    validations: dict[str, Validation] = {}
    for game_name, options in list_kinds():
        game = onirium.load(game_name, **options)
        path = folder / f"{kind_name(game)}.txt"
        if not path.exists():
            continue
        name = format_game(game_name, game.options)
        shipped = shipped_calibration(game) if is_shipped else None
        validations[name] = validate(outcomes_at(read_samples(path), 0), shipped)
        print(f"| {name} | {summarize(validations[name])} |", flush=True)
    return validations


def draw(base: Validation, others: Validation) -> None:
    """Draw the picture: the base game, and the other kinds together."""
    panels: dict[str, list[ReliabilityBin]] = {}
    for title, validation in (("base game", base), ("other kinds", others)):
        before, after = map(reliability, validation)
        panels |= {f"{title}: estimates of the search": before, f"{title}: calibrated": after}
    PICTURE.write_text(draw_reliability(panels))


def main() -> None:
    """Print the tables and draw the picture."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="folder of the samples")
    parser.add_argument(
        "--shipped", action="store_true", help="test the calibrations of the package"
    )
    arguments = parser.parse_args()
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    validations = validate_kinds(arguments.folder, is_shipped=arguments.shipped)
    has_all_kinds = len(validations) == len(list(list_kinds()))
    others = pool(validation for name, validation in validations.items() if name != BASE)
    if others.before:
        validations[OTHERS] = others
        print(f"| {OTHERS} | {summarize(others)} |", flush=True)
    for name, validation in validations.items():
        print_tenths(name, validation)
    if has_all_kinds and not arguments.shipped:
        draw(validations[BASE], others)


if __name__ == "__main__":
    main()
