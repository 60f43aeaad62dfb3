"""Calibration of estimates: maps an estimate to the share of games that were won after it.

The errors of searches and networks are systematic, and differ between start and end of a game. The
map at a progress of the game is a line in log-odds (Platt scaling: Platt, Probabilistic Outputs for
Support Vector Machines, 1999), interpolated between given lines. ``studies.calibration`` fits them
to games of the bot ``quick``.
"""

from functools import cache
from math import exp, log
from pathlib import Path
from typing import Final

import msgspec

from onirium.bots.search_registry import search_config_for
from onirium.core.game import State

FILE_NAME: Final = "calibration.json"
"""The file with the calibrations of a game, in its package."""

MIN_ESTIMATE: Final = 1e-6
"""Estimates are kept this far from 0 and 1, whose log-odds are infinite."""

Z_90: Final = 1.6448536269514722
"""Standard deviations between the mean and an end of a 90 % interval of the normal distribution."""


class LogOddsLine(msgspec.Struct, frozen=True):
    """The calibration at some progress of a game.

    Attributes:
        progress: the progress, from 0 to 1.
        intercept: the log-odds of a calibrated estimate of 1/2.
        slope: the factor of the log-odds of the estimate.
        error: the standard deviation of the true log-odds around the calibrated ones.
    """

    progress: float
    intercept: float
    slope: float
    error: float


class Calibration(msgspec.Struct, frozen=True):
    """The calibration of a game with certain options.

    Attributes:
        lines: the lines, in ascending order of the progress; at least one.
    """

    lines: tuple[LogOddsLine, ...]

    def at(self, progress: float) -> LogOddsLine:
        """Return the line at a progress, interpolated between its neighbours."""
        before = self.lines[0]
        for after in self.lines:
            if progress <= after.progress:
                break
            before = after
        if after.progress == before.progress:
            return after
        weight = (progress - before.progress) / (after.progress - before.progress)
        return LogOddsLine(
            progress,
            before.intercept + weight * (after.intercept - before.intercept),
            before.slope + weight * (after.slope - before.slope),
            before.error + weight * (after.error - before.error),
        )


class CalibrationFile(msgspec.Struct, frozen=True):
    """The calibrations of a game.

    Attributes:
        calibrations: the calibrations, by name.
        origins: how the samples of each were made: the commit, the bot, the seed, the budget, and
            the first and last numbers of the games; ``error_games`` are those of the errors.
    """

    calibrations: dict[str, Calibration]
    origins: dict[str, dict[str, object]]


def load_calibration(state: State) -> LogOddsLine | None:
    """Return the calibration at a state; ``None`` if its kind of game has none."""
    game = state.game
    config = search_config_for(game.name)
    calibration = _load_file(game.name).get(config.calibration_name(game))
    return None if calibration is None else calibration.at(config.progress(state))


def calibrate(estimate: float, line: LogOddsLine) -> float:
    """Return the win probability for an estimate; 0 and 1 are returned unchanged."""
    if estimate in {0.0, 1.0}:
        return estimate
    return from_log_odds(line.intercept + line.slope * to_log_odds(estimate))


def find_interval(probability: float, error: float) -> tuple[float, float]:
    """Return the 90 % interval of a win probability.

    Args:
        probability: the win probability.
        error: the standard deviation of its log-odds.
    """
    if error == 0.0 or probability in {0.0, 1.0}:
        return probability, probability
    middle, margin = to_log_odds(probability), Z_90 * error
    return from_log_odds(middle - margin), from_log_odds(middle + margin)


def to_log_odds(probability: float) -> float:
    """Return the log-odds of a probability."""
    kept = min(max(probability, MIN_ESTIMATE), 1.0 - MIN_ESTIMATE)
    return log(kept / (1.0 - kept))


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
