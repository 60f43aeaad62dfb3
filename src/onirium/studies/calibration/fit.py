"""Fits calibrations to samples, and compares estimates with results (reliability)."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, Protocol, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from onirium.bots.calibration import BetaCurve, Calibration, calibrate, to_log_terms
from onirium.studies.calibration.samples import Sample

FloatArray = NDArray[np.float64]

KNOTS: Final = (0.0, 0.35, 0.7, 1.0)
"""The progress of a game at which curves are fitted."""

NEWTON_STEPS: Final = 25

FOLD_COUNT: Final = 10
"""The folds of a cross-validation."""

PRIOR_WEIGHT: Final = 1.0
"""The weight of the identity, as a Gaussian prior."""

SMOOTHNESS_WEIGHT: Final = 10.0
"""The weight of the prior that neighbouring curves are equal, for curves with few samples."""

PRIOR_ERROR: Final = 0.2
"""The error of estimates before there are samples: that of the base game."""

PRIOR_ERROR_WEIGHT: Final = 60.0
"""The weight of ``PRIOR_ERROR``: that of 240 samples with estimates of 1/2."""

MEAN_ERROR_WEIGHT: Final = 4.0
"""The weight of the mean error at each curve: that of 16 samples with estimates of 1/2."""

MIN_VARIANCE_RATIO: Final = 0.1
"""The smallest squared error of a curve, relative to that of all samples.

The variance of few samples may come out negative, but no estimate of a search is exact.
"""

BIN_COUNT: Final = 10
"""The number of bins of a reliability table, by default: tenths of the samples."""


class PlayedDecision(Protocol):
    """A decision of a game that was played."""

    @property
    def number(self) -> int:
        """The number of the game; decisions of different games are independent."""

    @property
    def progress(self) -> float:
        """The progress of the game."""


Played = TypeVar("Played", bound=PlayedDecision)


class ScoredEstimate(NamedTuple):
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


def score_samples(samples: Iterable[Sample]) -> list[ScoredEstimate]:
    """Return the samples that have an estimate."""
    return [
        ScoredEstimate(
            sample.number,
            sample.progress,
            sample.estimate,
            sample.result,
            sample.second_result,
            sample.luck,
            sample.second_luck,
        )
        for sample in samples
        if sample.estimate is not None
    ]


def fit_calibration(estimates: Sequence[ScoredEstimate]) -> Calibration:
    """Return the calibration of the highest likelihood with a weak prior on the identity.

    Newton's method for logistic regression on ln(p) and -ln(1 - p) of the estimate p, with an
    intercept and two slopes for each progress.
    """
    weights = knot_weights(estimates)
    low, high = np.array([to_log_terms(scored.estimate) for scored in estimates]).T
    results = np.array([_mean_result(scored) for scored in estimates])
    inputs = np.hstack([weights, weights * low[:, None], weights * high[:, None]])
    count = len(KNOTS)
    identity = np.repeat([0.0, 1.0, 1.0], count)
    prior = _prior_precision(count)
    coefficients = identity.copy()
    for _ in range(NEWTON_STEPS):
        fitted = 1.0 / (1.0 + np.exp(-inputs @ coefficients))
        gradient = inputs.T @ (results - fitted) - prior @ (coefficients - identity)
        curvature = inputs.T @ (inputs * (fitted * (1.0 - fitted))[:, None])
        coefficients += np.linalg.solve(curvature + prior, gradient)
    parameters = coefficients.round(4).reshape(-1, count).T.tolist()
    calibration = Calibration(
        tuple(
            BetaCurve(progress, intercept, low_slope, high_slope, PRIOR_ERROR)
            for progress, (intercept, low_slope, high_slope) in zip(KNOTS, parameters, strict=True)
        )
    )
    return fit_errors(estimates, calibration)


def fit_errors(estimates: Sequence[ScoredEstimate], calibration: Calibration) -> Calibration:
    """Return the calibration with the errors of its curves fitted to samples.

    Two continuations of one position are independent given its true win probability, so the mean of
    the product of their residuals is the variance of the true probability. Relative to p (1 - p),
    the variance of a result, it is the correlation of both results, assumed to depend only on the
    progress. It is interpolated between the curves, with a weak prior on that of all samples.
    """
    weights = knot_weights(estimates)
    fitted = np.array([scored.estimate for scored in apply_calibration(estimates, calibration)])
    results = np.array([(scored.result, scored.second_result) for scored in estimates])
    products = np.prod(results - fitted[:, None], axis=1)
    scales = fitted * (1.0 - fitted)
    mean = (products.sum() + PRIOR_ERROR_WEIGHT * PRIOR_ERROR**2) / (
        scales.sum() + PRIOR_ERROR_WEIGHT
    )
    precision = weights.T @ (weights * scales[:, None]) + MEAN_ERROR_WEIGHT * np.eye(len(KNOTS))
    variances = np.linalg.solve(precision, weights.T @ products + MEAN_ERROR_WEIGHT * mean)
    errors = np.sqrt(np.maximum(variances, MIN_VARIANCE_RATIO * mean))
    return Calibration(
        tuple(
            msgspec.structs.replace(curve, error=round(float(error), 4))
            for curve, error in zip(calibration.curves, errors, strict=True)
        )
    )


def subtract_luck(estimates: Sequence[ScoredEstimate]) -> list[ScoredEstimate]:
    """Return the samples with results adjusted for luck: the same means, with less variance.

    Luck has the mean 0, so a multiple of it is a control variate. The coefficient of each fold is
    that of a regression on the other folds, so that the means are unbiased.
    """
    adjusted = []
    for fold, others in make_folds(estimates):
        coefficient = luck_coefficient(
            (result - scored.estimate, luck)
            for scored in others
            for result, luck in (
                (scored.result, scored.luck),
                (scored.second_result, scored.second_luck),
            )
        )
        adjusted += [
            scored._replace(
                result=scored.result - coefficient * scored.luck,
                second_result=scored.second_result - coefficient * scored.second_luck,
            )
            for scored in fold
        ]
    return adjusted


def cross_validate(estimates: Sequence[ScoredEstimate]) -> list[ScoredEstimate]:
    """Return the estimates of each fold, calibrated by a fit to the other folds."""
    return [
        scored
        for fold, others in make_folds(estimates)
        for scored in apply_calibration(fold, fit_calibration(others))
    ]


def make_folds(samples: Sequence[Played]) -> Iterator[tuple[list[Played], list[Played]]]:
    """Yield each fold of the games, assigned by their numbers, and the other folds."""
    for remainder in range(FOLD_COUNT):
        parts: tuple[list[Played], list[Played]] = ([], [])
        for sample in samples:
            parts[sample.number % FOLD_COUNT != remainder].append(sample)
        yield parts


def apply_calibration(
    estimates: Iterable[ScoredEstimate], calibration: Calibration
) -> list[ScoredEstimate]:
    """Return the same samples with calibrated estimates."""
    return [
        scored._replace(estimate=calibrate(scored.estimate, calibration.at(scored.progress)))
        for scored in estimates
    ]


def reliability(
    estimates: Sequence[ScoredEstimate], bin_count: int = BIN_COUNT
) -> list[ReliabilityBin]:
    """Return the reliability by bins with equal numbers of samples, the lowest estimates first.

    Fewer samples than bins have a bin each.
    """
    ordered = sorted(estimates, key=lambda scored: scored.estimate)
    edges = [len(ordered) * index // bin_count for index in range(bin_count + 1)]
    return [_summarize(ordered[start:end]) for start, end in pairwise(edges) if start < end]


def luck_coefficient(pairs: Iterable[tuple[float, float]]) -> float:
    """Return the regression coefficient of errors on luck, given in pairs."""
    products, squares = 0.0, 0.0
    for error, luck in pairs:
        products += error * luck
        squares += luck * luck
    return products / squares if squares else 0.0


def knot_weights(samples: Iterable[PlayedDecision]) -> FloatArray:
    """Return for each sample the weight of each fitted progress: linear interpolation."""
    progress = [sample.progress for sample in samples]
    return np.stack([np.interp(progress, KNOTS, row) for row in np.eye(len(KNOTS))], axis=1)


def _summarize(estimates: Sequence[ScoredEstimate]) -> ReliabilityBin:
    """Return a bin; the variance of its mean is that of the sums of its games."""
    sums: dict[int, float] = {}
    results = [_mean_result(scored) for scored in estimates]
    count = len(estimates)
    estimated = sum(scored.estimate for scored in estimates) / count
    won = sum(results) / count
    for scored, result in zip(estimates, results, strict=True):
        difference = result - scored.estimate - (won - estimated)
        sums[scored.number] = sums.get(scored.number, 0.0) + difference
    error = sum(total * total for total in sums.values()) ** 0.5 / count
    return ReliabilityBin(count, estimated, won, error)


def _mean_result(scored: ScoredEstimate) -> float:
    return (scored.result + scored.second_result) / 2.0


def _prior_precision(count: int) -> FloatArray:
    """Return the precision of the prior of intercepts and slopes."""
    differences = np.diff(np.eye(count), axis=0)
    smoothness = SMOOTHNESS_WEIGHT * differences.T @ differences
    return np.kron(np.eye(3), smoothness) + PRIOR_WEIGHT * np.eye(3 * count)
