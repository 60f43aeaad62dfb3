"""Measures how reliable calibrated estimates are, on games to which they were not fitted.

``python benchmarks/calibration.py FOLDER`` reads the samples that ``python -m tools.calibrate play
FOLDER`` has written and prints Markdown tables. The games of a kind test its calibration in the
package. If that was fitted to some of them, they are cross-validated: each tenth of the games is
calibrated by a fit to the other nine.

The first table has a row for each kind of game: the test; the mean of estimate minus result and the
largest one over the tenths of the decisions, before and after the calibration; the margin, half a
95 % interval, of the least certain tenth; and in how many tenths the interval lies within one point
of the estimate, or beyond. A table of the tenths of each kind follows. If there are samples of all
kinds, the tables also have all kinds of each game together, and ``docs/pictures/calibration.svg``
shows these.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import convert

import onirium
from onirium.bots.calibration import calibration_path, read_calibration_file
from onirium.bots.search_registry import search_config_for
from onirium.core.formatting import format_game
from onirium.core.game import Game
from onirium.games.registry import names
from onirium.studies.calibration.chart import draw_reliability
from onirium.studies.calibration.fit import (
    ReliabilityBin,
    ScoredEstimate,
    apply_calibration,
    cross_validate,
    reliability,
    score_samples,
    subtract_luck,
)
from onirium.studies.calibration.kinds import kind_name, list_kinds
from onirium.studies.calibration.samples import read_samples
from onirium.studies.statistics import Z_95

PICTURE = Path("docs/pictures/calibration.svg")
COLUMNS = (
    *("game", "test", "games", "decisions", "mean error", "calibrated"),
    *("largest of a tenth", "calibrated", "largest margin", "within 1 point", "beyond"),
)
TENTH_COLUMNS = ("decisions", "estimated", "won", "calibrated", "won", "margin")
PACKAGE = "package"
MAX_ERROR = 0.01
NUMBERS_PER_KIND = 10**9


class Validation(NamedTuple):
    """The decisions of a kind of game, before and after their calibration.

    Attributes:
        test: the source of the calibration: the package, or fits to the other folds.
        before: the decisions before the calibration.
        after: the decisions after it.
    """

    test: str
    before: list[ScoredEstimate]
    after: list[ScoredEstimate]


def validate(game: Game, estimates: list[ScoredEstimate]) -> Validation:
    """Return the decisions of a game before and after a calibration that is not fitted to them."""
    name = search_config_for(game.name).calibration_name(game)
    file = read_calibration_file(calibration_path(game.name))
    ranges = convert(file.origins[name]["games"], list[tuple[int, int]])
    adjusted = subtract_luck(estimates)
    if any(first <= each.number <= last for each in estimates for first, last in ranges):
        return Validation("cross-validation", adjusted, cross_validate(adjusted))
    calibrated = apply_calibration(adjusted, file.calibrations[name])
    return Validation(PACKAGE, adjusted, calibrated)


def pool(validations: Sequence[Validation]) -> Validation:
    """Return the decisions of several kinds together, whose games have numbers of their own."""
    tests = {validation.test for validation in validations}
    pooled = Validation(tests.pop() if len(tests) == 1 else "both", [], [])
    for kind, validation in enumerate(validations):
        pooled.before.extend(renumber(validation.before, kind))
        pooled.after.extend(renumber(validation.after, kind))
    return pooled


def renumber(estimates: Iterable[ScoredEstimate], kind: int) -> Iterator[ScoredEstimate]:
    """Yield estimates with numbers that no game of another kind has."""
    for scored in estimates:
        yield scored._replace(number=scored.number + kind * NUMBERS_PER_KIND)


def summarize(validation: Validation) -> str:
    """Return the cells of the first table."""
    before, after = reliability(validation.before), reliability(validation.after)
    [mean_before], [mean_after] = (
        reliability(estimates, 1) for estimates in (validation.before, validation.after)
    )
    largest_before, largest_after = (max(bins, key=abs_error) for bins in (before, after))
    games = len({scored.number for scored in validation.before})
    return " | ".join(
        [
            validation.test,
            f"{games:,}",
            f"{len(validation.before):,}",
            f"{100 * error(mean_before):+.1f}",
            f"{100 * error(mean_after):+.1f} ± {100 * margin(mean_after):.1f}",
            f"{100 * abs_error(largest_before):.1f}",
            f"{100 * abs_error(largest_after):.1f} ± {100 * margin(largest_after):.1f}",
            f"{100 * max(map(margin, after)):.1f}",
            count_tenths(after),
        ]
    )


def count_tenths(bins: list[ReliabilityBin]) -> str:
    """Return in how many tenths the 95 % interval of the error is within one point, or beyond."""
    within = sum(abs_error(each) + margin(each) <= MAX_ERROR for each in bins)
    beyond = sum(abs_error(each) - margin(each) > MAX_ERROR for each in bins)
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


def abs_error(each: ReliabilityBin) -> float:
    """Return the absolute value of an error."""
    return abs(error(each))


def print_tenths(name: str, validation: Validation) -> None:
    """Print a table with a row for each tenth."""
    print(f"\n{name}:\n\n| {' | '.join(TENTH_COLUMNS)} |\n|{'---|' * len(TENTH_COLUMNS)}")
    tenths = zip(reliability(validation.before), reliability(validation.after), strict=True)
    for before, after in tenths:
        numbers = (before.estimated, before.won, after.estimated, after.won, margin(after))
        cells = [str(after.samples), *(f"{100 * number:.1f}" for number in numbers)]
        print(f"| {' | '.join(cells)} |")


def validate_kinds(folder: Path) -> dict[str, Validation]:
    """Print the row of each kind of game with samples in a folder; return their decisions."""
    validations: dict[str, Validation] = {}
    for game_name, options in list_kinds():
        game = onirium.load(game_name, **options)
        path = folder / f"{kind_name(game)}.txt"
        if not path.exists():
            continue
        name = format_game(game_name, game.options)
        validations[name] = validate(game, score_samples(read_samples(path)))
        print_row(name, validations[name])
    return validations


def pool_kinds(validations: dict[str, Validation]) -> dict[str, Validation]:
    """Print a row for all kinds of each game; return their decisions."""
    pools: dict[str, Validation] = {}
    for game_name in names():
        kinds = [kind for name, kind in validations.items() if name.split()[0] == game_name]
        pools[f"{game_name}, all kinds"] = pool(kinds)
    for name, validation in pools.items():
        print_row(name, validation)
    return pools


def print_row(name: str, validation: Validation) -> None:
    """Print a row of the first table."""
    print(f"| {name} | {summarize(validation)} |", flush=True)


def draw(pools: dict[str, Validation]) -> None:
    """Draw the picture: all kinds of each game together."""
    panels: dict[str, list[ReliabilityBin]] = {}
    for name, validation in pools.items():
        title = name.capitalize()
        panels[f"{title}: search"] = reliability(validation.before)
        panels[f"{title}: calibrated"] = reliability(validation.after)
    PICTURE.write_text(draw_reliability(panels))


def main() -> None:
    """Print the tables and draw the picture."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="folder of the samples")
    arguments = parser.parse_args()
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    validations = validate_kinds(arguments.folder)
    pools = pool_kinds(validations) if len(validations) == len(list(list_kinds())) else {}
    for name, validation in (validations | pools).items():
        print_tenths(name, validation)
    if pools:
        draw(pools)


if __name__ == "__main__":
    main()
