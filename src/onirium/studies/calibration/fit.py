"""Fits calibrations to samples, and compares estimates with results (reliability)."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from onirium.bots.calibration import Calibration, LogOddsLine, calibrate, to_log_odds
from onirium.studies.calibration.samples import Sample

FloatArray = NDArray[np.float64]

KNOTS: Final = (0.0, 0.35, 0.7, 1.0)
"""The progress of a game at which lines are fitted."""

NEWTON_STEPS: Final = 25

PRIOR_WEIGHT: Final = 1.0
"""The weight of the identity, as a Gaussian prior."""

SMOOTHNESS_WEIGHT: Final = 10.0
"""The weight of the prior that neighbouring lines are equal, for lines with few samples."""

PRIOR_ERROR: Final = 0.8
"""The error of estimates, in log-odds, before there are samples: that of the base game."""

PRIOR_ERROR_WEIGHT: Final = 15.0
"""The weight of ``PRIOR_ERROR``: that of 240 samples with estimates of 1/2."""

BIN_COUNT: Final = 10
"""The number of bins of a reliability table, by default: tenths of the samples."""


class Outcome(NamedTuple):
    """An estimate and the result of its game.

    Attributes:
        number: the number of the game; samples of different games are independent.
        progress: the progress of the game.
        estimate: the win probability before it is calibrated.
        result: the result.
        second_result: the result of another continuation.
        luck: the luck until the result; 0 where it was not measured.
        second_luck: the luck until the second result.
    """

    number: int
    progress: float
    estimate: float
    result: float
    second_result: float
    luck: float = 0.0
    second_luck: float = 0.0


class ReliabilityBin(NamedTuple):
    """A bin of estimates.

    Attributes:
        samples: the number of samples.
        estimated: the mean estimate.
        won: the mean result.
        error: the standard error of the difference, by games.
    """

    samples: int
    estimated: float
    won: float
    error: float


def outcomes_at(samples: Iterable[Sample], budget_index: int) -> list[Outcome]:
    """Return the samples with the estimate after a budget, without those solved by then."""
    return [
        Outcome(
            sample.number,
            sample.progress,
            sample.estimates[budget_index],
            sample.result,
            sample.second_result,
            sample.luck,
            sample.second_luck,
        )
        for sample in samples
        if len(sample.estimates) > budget_index
    ]


def fit_calibration(outcomes: Sequence[Outcome]) -> Calibration:
    """Return the calibration of the highest likelihood with a weak prior on the identity.

    Newton's method for logistic regression on the log-odds of the estimate, with an intercept and a
    slope for each progress.
    """
    weights = np.array([_knot_weights(outcome.progress) for outcome in outcomes])
    log_odds = np.array([to_log_odds(outcome.estimate) for outcome in outcomes])
    results = np.array([_mean_result(outcome) for outcome in outcomes])
    inputs = np.hstack([weights, weights * log_odds[:, None]])
    count = len(KNOTS)
    identity = np.repeat([0.0, 1.0], count)
    prior = _prior_precision(count)
    coefficients = identity.copy()
    for _ in range(NEWTON_STEPS):
        fitted = 1.0 / (1.0 + np.exp(-inputs @ coefficients))
        gradient = inputs.T @ (results - fitted) - prior @ (coefficients - identity)
        curvature = inputs.T @ (inputs * (fitted * (1.0 - fitted))[:, None])
        coefficients += np.linalg.solve(curvature + prior, gradient)
    error = _fit_error(outcomes, 1.0 / (1.0 + np.exp(-inputs @ coefficients)))
    lines = zip(KNOTS, coefficients[:count], coefficients[count:], strict=True)
    return Calibration(
        tuple(
            LogOddsLine(
                progress, round(float(intercept), 4), round(float(slope), 4), round(error, 4)
            )
            for progress, intercept, slope in lines
        )
    )


def subtract_luck(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return outcomes whose results are adjusted for luck: the same means, with less variance.

    Luck has the mean 0, so a multiple of it is a control variate. The coefficient is that of a
    regression on the other half of the games, so that the means are unbiased.
    """
    halves = split(outcomes)
    coefficients = [_luck_coefficient(half) for half in reversed(halves)]
    return [
        outcome._replace(
            result=outcome.result - coefficient * outcome.luck,
            second_result=outcome.second_result - coefficient * outcome.second_luck,
        )
        for half, coefficient in zip(halves, coefficients, strict=True)
        for outcome in half
    ]


def cross_validate(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return the outcomes of each half of the games, calibrated by a fit to the other half."""
    halves = split(outcomes)
    return [
        outcome
        for half, other in zip(halves, reversed(halves), strict=True)
        for outcome in apply_calibration(half, fit_calibration(other))
    ]


def split(outcomes: Iterable[Outcome]) -> tuple[list[Outcome], list[Outcome]]:
    """Return the outcomes of the games with even and with odd numbers."""
    halves: tuple[list[Outcome], list[Outcome]] = ([], [])
    for outcome in outcomes:
        halves[outcome.number % 2].append(outcome)
    return halves


def apply_calibration(outcomes: Iterable[Outcome], calibration: Calibration) -> list[Outcome]:
    """Return outcomes with calibrated estimates."""
    return [
        outcome._replace(estimate=calibrate(outcome.estimate, calibration.at(outcome.progress)))
        for outcome in outcomes
    ]


def reliability(outcomes: Sequence[Outcome], bin_count: int = BIN_COUNT) -> list[ReliabilityBin]:
    """Return the reliability by bins with equal numbers of samples, the lowest estimates first.

    Fewer samples than bins have a bin each.
    """
    ordered = sorted(outcomes, key=lambda outcome: outcome.estimate)
    edges = [len(ordered) * index // bin_count for index in range(bin_count + 1)]
    return [_summarize(ordered[start:end]) for start, end in pairwise(edges) if start < end]


def _summarize(outcomes: Sequence[Outcome]) -> ReliabilityBin:
    """Return a bin; the variance of its mean is that of the sums of its games."""
    sums: dict[int, float] = {}
    results = [_mean_result(outcome) for outcome in outcomes]
    count = len(outcomes)
    estimated = sum(outcome.estimate for outcome in outcomes) / count
    won = sum(results) / count
    for outcome, result in zip(outcomes, results, strict=True):
        difference = result - outcome.estimate - (won - estimated)
        sums[outcome.number] = sums.get(outcome.number, 0.0) + difference
    error = sum(total * total for total in sums.values()) ** 0.5 / count
    return ReliabilityBin(count, estimated, won, error)


def _mean_result(outcome: Outcome) -> float:
    return (outcome.result + outcome.second_result) / 2.0


def _luck_coefficient(outcomes: Iterable[Outcome]) -> float:
    """Return the regression coefficient of the error of the estimate on luck."""
    products, squares = 0.0, 0.0
    for outcome in outcomes:
        for result, luck in (
            (outcome.result, outcome.luck),
            (outcome.second_result, outcome.second_luck),
        ):
            products += (result - outcome.estimate) * luck
            squares += luck * luck
    return products / squares if squares else 0.0


def _knot_weights(progress: float) -> list[float]:
    """Return the weight of each fitted progress: linear interpolation."""
    indicators = np.eye(len(KNOTS))
    return [float(np.interp(progress, KNOTS, row)) for row in indicators]


def _prior_precision(count: int) -> FloatArray:
    """Return the precision of the prior of intercepts and slopes."""
    differences = np.diff(np.eye(count), axis=0)
    smoothness = SMOOTHNESS_WEIGHT * differences.T @ differences
    return np.kron(np.eye(2), smoothness) + PRIOR_WEIGHT * np.eye(2 * count)


def _fit_error(outcomes: Sequence[Outcome], fitted: FloatArray) -> float:
    """Return the standard deviation of the true log-odds around the fitted ones.

    Two continuations of one position are independent given its true win probability, so the mean of
    the product of their residuals is the variance of the true probability. The derivative of the
    probability with respect to its log-odds is p (1 - p).
    """
    products = sum(
        (outcome.result - probability) * (outcome.second_result - probability)
        for outcome, probability in zip(outcomes, fitted, strict=True)
    )
    products += PRIOR_ERROR_WEIGHT * PRIOR_ERROR**2
    scale = PRIOR_ERROR_WEIGHT + float(((fitted * (1.0 - fitted)) ** 2).sum())
    return float(np.sqrt(max(products, 0.0) / scale))
