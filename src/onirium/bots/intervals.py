"""Intervals of estimated win probabilities."""

from math import exp
from typing import Final

Z_90: Final = 1.6448536269514722
"""Standard deviations between the mean and an end of a 90 % interval of the normal distribution."""

NODES: Final = tuple(node / 2.0 for node in range(-12, 13))
"""The nodes of integrals over the standard normal distribution, by the trapezoidal rule."""

_DENSITIES: Final = tuple(exp(-node * node / 2.0) for node in NODES)

WEIGHTS: Final = tuple(density / sum(_DENSITIES) for density in _DENSITIES)
"""The weights of the nodes, whose sum is 1."""

MAX_LOG_ODDS: Final = 64.0
"""Limit of the mean of the log-odds."""

MAX_DEVIATION: Final = 16.0
"""Limit of the deviation of the log-odds: their interval is then almost all probabilities."""

BISECTION_COUNT: Final = 32
"""Bisections of an interval to find a root."""


def find_interval(probability: float, error: float) -> tuple[float, float]:
    """Return the 90 % interval of a win probability.

    The log-odds of the true probability are taken to be normally distributed. They have the mean
    and the deviation with which the probability has the estimate as its mean and the squared error
    as its variance.

    Args:
        probability: the estimate of the win probability.
        error: its standard error, relative to the standard deviation of a result; less than 1.

    >>> [round(end, 3) for end in find_interval(0.5, 0.1)], find_interval(1.0, 0.1)
    ([0.418, 0.582], (1.0, 1.0))
    """
    if error == 0.0 or probability in {0.0, 1.0}:
        return probability, probability
    variance = error * error * probability * (1.0 - probability)
    mean, deviation = _fit_log_odds(probability, variance)
    margin = Z_90 * deviation
    return _to_probability(mean - margin), _to_probability(mean + margin)


def _fit_log_odds(probability: float, variance: float) -> tuple[float, float]:
    """Return the mean and the deviation of the log-odds of a probability with given moments."""
    mean, low, high = 0.0, 0.0, MAX_DEVIATION
    for _ in range(BISECTION_COUNT):
        deviation = (low + high) / 2.0
        mean = _find_mean(probability, deviation)
        if _moment(mean, deviation, 2) - probability * probability < variance:
            low = deviation
        else:
            high = deviation
    return mean, deviation


def _find_mean(probability: float, deviation: float) -> float:
    """Return the mean of the log-odds of a probability whose mean is given."""
    low, high = -MAX_LOG_ODDS, MAX_LOG_ODDS
    for _ in range(BISECTION_COUNT):
        mean = (low + high) / 2.0
        if _moment(mean, deviation, 1) < probability:
            low = mean
        else:
            high = mean
    return mean


def _moment(mean: float, deviation: float, power: int) -> float:
    """Return the mean of a power of the probability with normal log-odds."""
    total = 0.0
    for node, weight in zip(NODES, WEIGHTS, strict=True):
        total += weight * _to_probability(mean + deviation * node) ** power
    return total


def _to_probability(log_odds: float) -> float:
    return 1.0 / (1.0 + exp(-log_odds))
