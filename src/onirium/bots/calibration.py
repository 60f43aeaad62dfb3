"""Calibration of estimates: maps an estimate to the share of games that were won after it.

The errors of searches and networks are systematic, and differ between start and end of a game. The
map at a progress of the game is that of beta calibration (Kull, Silva Filho and Flach, Beyond
Sigmoids: How to Obtain Well-Calibrated Probabilities from Binary Classifiers with Beta Calibration,
2017), interpolated between given curves. The best action is the maximum of estimates with errors,
so the others cost less than estimated: a factor reduces their differences from it, small ones most.
``studies.calibration`` fits curves and factors to games that the bot ``quick`` plays on.
"""

from collections.abc import Sequence
from functools import cache
from math import exp, log, log1p
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import astuple

from onirium.bots.search_registry import search_config_for
from onirium.core.game import State

FILE_NAME: Final = "calibration.json"
"""The file with the calibrations of a game, in its package."""

MIN_ESTIMATE: Final = 1e-6
"""Estimates are kept this far from 0 and 1, whose log-odds are infinite."""


class BetaCurve(msgspec.Struct, frozen=True):
    """The calibration at some progress of a game.

    The calibrated log-odds of an estimate p are ``intercept + low_slope ln(p) - high_slope
    ln(1 - p)``: a curve over its log-odds, with one slope near 0 and another one near 1. If both
    are equal, it is a line (Platt scaling).

    Attributes:
        progress: the progress, from 0 to 1.
        intercept: the constant of the curve.
        low_slope: the slope for low estimates; positive.
        high_slope: the slope for high estimates; positive.
        error: the standard error of a calibrated estimate p, relative to the standard deviation of
            a result, the root of p (1 - p); less than 1.
        cost_factor: the mean cost of an action other than the best one, relative to a small
            difference of their calibrated estimates; positive, at most 1.
    """

    progress: float
    intercept: float
    low_slope: float
    high_slope: float
    error: float
    cost_factor: float = 1.0


class Calibration(msgspec.Struct, frozen=True):
    """The calibration of a game with certain options.

    Attributes:
        curves: the curves, in ascending order of the progress; at least one.
    """

    curves: tuple[BetaCurve, ...]

    def at(self, progress: float) -> BetaCurve:
        """Return the curve at a progress, interpolated between its neighbours."""
        before = self.curves[0]
        for after in self.curves:
            if progress <= after.progress:
                break
            before = after
        if after.progress == before.progress:
            return after
        weight = (progress - before.progress) / (after.progress - before.progress)
        pairs = zip(astuple(before), astuple(after), strict=True)
        return BetaCurve(*(start + weight * (end - start) for start, end in pairs))


class CalibrationFile(msgspec.Struct, frozen=True):
    """The calibrations of a game.

    Attributes:
        calibrations: the calibrations, by name.
        origins: the provenance of the samples of each: the commit, the bot, the seed, the budget,
            and the first and last numbers of the games; ``error_games`` are those of the errors,
            ``cost_games`` those of the cost factors.
    """

    calibrations: dict[str, Calibration]
    origins: dict[str, dict[str, object]]


def load_calibration(state: State) -> BetaCurve | None:
    """Return the calibration at a state; ``None`` if its kind of game has none."""
    game = state.game
    config = search_config_for(game.name)
    calibration = _load_file(game.name).get(config.calibration_name(game))
    return None if calibration is None else calibration.at(config.progress(state))


def calibrate(estimate: float, curve: BetaCurve) -> float:
    """Return the win probability for an estimate; 0 and 1 are returned unchanged."""
    if estimate in {0.0, 1.0}:
        return estimate
    low, high = to_log_terms(estimate)
    return from_log_odds(curve.intercept + curve.low_slope * low + curve.high_slope * high)


def calibrate_actions(estimates: Sequence[float], curve: BetaCurve) -> list[float]:
    """Return the win probabilities for the estimates of all actions at a decision.

    They keep their order; 0 and 1 are returned unchanged.
    """
    factor = curve.cost_factor
    calibrated = [calibrate(estimate, curve) for estimate in estimates]
    best = max(calibrated)
    return [
        probability
        if probability in {0.0, 1.0}
        else best - calibrate_cost(best - probability, factor)
        for probability in calibrated
    ]


def calibrate_cost(difference: float, factor: float) -> float:
    """Return the cost of an action whose calibrated estimate differs from that of the best one.

    Small differences are mostly errors of the estimates, large ones are not: the factor grows from
    that of small differences to 1 at a difference of 1.

    >>> calibrate_cost(0.25, 0.5), calibrate_cost(1.0, 0.5)
    (0.15625, 1.0)
    """
    return difference * (factor + (1.0 - factor) * difference)


def to_log_terms(probability: float) -> tuple[float, float]:
    """Return ln(p) and -ln(1 - p) of a probability p, whose sum is its log-odds."""
    kept = min(max(probability, MIN_ESTIMATE), 1.0 - MIN_ESTIMATE)
    return log(kept), -log1p(-kept)


def from_log_odds(log_odds: float) -> float:
    """Return the probability with the given log-odds."""
    return 1.0 / (1.0 + exp(-log_odds))


def calibration_path(game: str) -> Path:
    """Return the path of the calibrations of a game."""
    return Path(__file__).parent / game / FILE_NAME


def read_calibration_file(path: Path) -> CalibrationFile:
    """Return the calibrations of a file; none if it does not exist."""
    if not path.exists():
        return CalibrationFile({}, {})
    return msgspec.json.decode(path.read_bytes(), type=CalibrationFile)


@cache
def _load_file(game: str) -> dict[str, Calibration]:
    return read_calibration_file(calibration_path(game)).calibrations
