"""Fits the cost factors of calibrations to actions other than the best one."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
import numpy as np

from onirium.bots.calibration import Calibration, calibrate, calibrate_cost
from onirium.studies.calibration.action_samples import ActionSample
from onirium.studies.calibration.fit import KNOTS, knot_weights, luck_coefficient, make_folds

PRIOR_WEIGHT: Final = 2.0
"""The weight of a factor of 1: that of 22 samples with a loss of 0.1."""

SMOOTHNESS_WEIGHT: Final = 25.0
"""The weight of neighbouring factors being equal: that of 280 such samples."""

MIN_FACTOR: Final = 0.05
"""The smallest factor, which keeps actions in the order of their estimates."""

MAX_FACTOR: Final = 1.0
"""The largest factor, which keeps win probabilities from becoming negative."""


class ScoredAction(NamedTuple):
    """An action other than the best one, and its result.

    Attributes:
        number: the number of the game; samples of different games are independent.
        progress: the progress of the game.
        best: the win probability of the best action.
        loss: the difference between it and the action's estimate, before the factor is applied.
        result: the result, adjusted for luck.
    """

    number: int
    progress: float
    best: float
    loss: float
    result: float


def score_actions(samples: Sequence[ActionSample], calibration: Calibration) -> list[ScoredAction]:
    """Return the samples with calibrated estimates, without those that are certain.

    Results are adjusted for luck; the coefficient of each fold of games is that of the others.
    """
    scored = []
    for fold, others in make_folds(samples):
        coefficient = luck_coefficient(
            (sample.result - sample.estimate, sample.luck) for sample in others
        )
        scored += [
            _score(sample, calibration, coefficient)
            for sample in fold
            if 0.0 < sample.estimate < 1.0
        ]
    return scored


def fit_cost_factors(actions: Sequence[ScoredAction], calibration: Calibration) -> Calibration:
    """Return the calibration with the cost factors of its curves fitted to samples.

    By the method of moments: near each curve the mean cost becomes the mean difference between the
    win probability of the best action and the result. A regression would weight large losses more,
    which depend least on the factor.
    """
    losses = np.array([action.loss for action in actions])
    differences = np.array([action.best - action.result for action in actions])
    weights = knot_weights(actions)
    # The cost is linear in the factor: it is the loss for 1.
    least = np.array([calibrate_cost(action.loss, 0.0) for action in actions])
    slopes = losses - least
    steps = np.diff(np.eye(len(KNOTS)), axis=0)
    moments = weights.T @ (weights * slopes[:, None]) + SMOOTHNESS_WEIGHT * steps.T @ steps
    moments += PRIOR_WEIGHT * np.eye(len(KNOTS))
    solution = np.linalg.solve(moments, weights.T @ (differences - least) + PRIOR_WEIGHT)
    factors = np.clip(solution, MIN_FACTOR, MAX_FACTOR).round(4).tolist()
    return Calibration(
        tuple(
            msgspec.structs.replace(curve, cost_factor=factor)
            for curve, factor in zip(calibration.curves, factors, strict=True)
        )
    )


def cross_validate_costs(
    actions: Sequence[ScoredAction], calibration: Calibration
) -> Iterator[tuple[ScoredAction, float]]:
    """Yield each action and its cost by factors that are fitted to the other folds."""
    for fold, others in make_folds(actions):
        fitted = fit_cost_factors(others, calibration)
        for action in fold:
            yield action, calibrate_cost(action.loss, fitted.at(action.progress).cost_factor)


def _score(sample: ActionSample, calibration: Calibration, coefficient: float) -> ScoredAction:
    curve = calibration.at(sample.progress)
    best = calibrate(sample.best, curve)
    return ScoredAction(
        number=sample.number,
        progress=sample.progress,
        best=best,
        loss=best - calibrate(sample.estimate, curve),
        result=sample.result - coefficient * sample.luck,
    )
