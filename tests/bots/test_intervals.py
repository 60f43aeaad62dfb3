"""Intervals of win probabilities: their log-odds have the moments of the estimate."""

import math

import numpy as np
import pytest

from onirium.bots.intervals import find_interval

Z_90 = 1.6448536269514722


@pytest.mark.parametrize("probability", [0.01, 0.1, 0.5, 0.8, 0.97])
@pytest.mark.parametrize("error", [0.05, 0.2, 0.5, 0.7])
def test_log_odds_have_the_moments_of_the_estimate(probability: float, error: float) -> None:
    """Integrate normal log-odds whose middle nine tenths are the interval, in narrow steps."""
    low, high = (math.log(end / (1.0 - end)) for end in find_interval(probability, error))
    nodes = np.linspace(-9.0, 9.0, 20_001)
    weights = np.exp(-nodes * nodes / 2.0)
    probabilities = 1.0 / (1.0 + np.exp(-(low + high) / 2.0 - nodes * (high - low) / (2.0 * Z_90)))
    mean = np.average(probabilities, weights=weights)
    variance = np.average((probabilities - mean) ** 2, weights=weights)
    assert mean == pytest.approx(probability, abs=1e-4)
    assert variance == pytest.approx(error**2 * probability * (1 - probability), abs=1e-4)


def test_a_small_error_has_the_interval_of_a_normal_estimate() -> None:
    """By hand: the standard error is 0.005 x 1/2, so the ends are 0.5 plus or minus 0.0041."""
    assert find_interval(0.5, 0.005) == pytest.approx((0.49589, 0.50411), abs=1e-5)


def test_the_error_of_a_result_leaves_everything_open() -> None:
    assert find_interval(0.5, 1.0) == pytest.approx((0.0, 1.0), abs=1e-9)
