"""95 % intervals: Student's critical values, Wilson's interval, effective sample size of deals."""

import math
from collections.abc import Callable
from typing import Final

Z_95: Final = 1.959963984540054
"""Critical value of a two-sided 95 % interval of the standard normal distribution."""

CONFIDENCE_LEVEL: Final = 0.95

BISECTION_STEPS: Final = 60
"""Bisections of an interval: the precision of a float."""


def student_critical_value(degrees_of_freedom: int) -> float:
    """Return the critical value of a two-sided 95 % interval of Student's distribution (1908).

    >>> [round(student_critical_value(count), 3) for count in (1, 2, 19, 1000)]
    [12.706, 4.303, 2.093, 1.962]
    """

    def missing_probability(angle: float) -> float:
        return CONFIDENCE_LEVEL - _student_probability(angle, degrees_of_freedom)

    angle = find_root(missing_probability, 0.0, math.pi / 2)
    return math.tan(angle) * math.sqrt(degrees_of_freedom)


def _student_probability(angle: float, degrees_of_freedom: int) -> float:
    """Return the probability that |t| is at most tan(angle) * sqrt(degrees_of_freedom).

    The finite series for integer degrees of freedom: Abramowitz and Stegun, 1964, 26.7.3 and
    26.7.4.
    """
    is_odd = degrees_of_freedom % 2 == 1
    cosine = math.cos(angle)
    term = cosine if is_odd else 1.0
    total = 0.0
    for number in range(2 if is_odd else 1, degrees_of_freedom, 2):
        total += term
        term *= cosine * cosine * number / (number + 1)
    share = math.sin(angle) * total
    return 2 / math.pi * (angle + share) if is_odd else share


def find_root(function: Callable[[float], float], start: float, end: float) -> float:
    """Return the root of a function that is positive before it and negative after it.

    Args:
        function: the function.
        start: a number before the root; it may be greater than ``end``.
        end: a number after the root.

    >>> round(find_root(lambda number: 2 - number * number, 0, 2), 6)
    1.414214
    """
    for _ in range(BISECTION_STEPS):
        middle = (start + end) / 2
        if function(middle) > 0:
            start = middle
        else:
            end = middle
    return (start + end) / 2


def wilson_interval(wins: float, games: float) -> tuple[float, float]:
    """Return the 95 % interval of a share of independent games, after Wilson (1927).

    >>> low, high = wilson_interval(50, 100)
    >>> round(low, 4), round(high, 4)
    (0.4038, 0.5962)
    """
    return _lower_end(wins, games), 1 - _lower_end(games - wins, games)


def _lower_end(wins: float, games: float) -> float:
    """Return the lower end of Wilson's interval, exactly 0 for no wins."""
    pseudo_games = Z_95 * Z_95
    margin = Z_95 * math.sqrt(pseudo_games + 4 * wins * (games - wins) / games)
    return (2 * wins + pseudo_games - margin) / (2 * (games + pseudo_games))


def deals_interval(deals: int, games: int, wins: int, squared_wins: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of games: Wilson's for their effective sample size.

    Arguments are those of ``effective_sample_size``.

    >>> deals_interval(deals=100, games=200, wins=100, squared_wins=200) == wilson_interval(50, 100)
    True
    """
    ratio = effective_sample_size(deals, games, wins, squared_wins) / games
    return wilson_interval(wins * ratio, games * ratio)


def effective_sample_size(deals: int, games: int, wins: int, squared_wins: int) -> float:
    """Return the number of independent games with as much information as the games of some deals.

    The games of one rotated deal are correlated; deals are independent. The design effect (Kish,
    1965) is the variance between the win shares of deals, relative to that of single games. It is 1
    if all games of a deal end alike, so that a deal counts as one game, and smaller otherwise. The
    variance is an estimate, so as many pseudo-deals as Wilson's interval adds pseudo-games, with a
    design effect of 1, are included, so that the intervals of a few deals are not too narrow.

    Args:
        deals: the number of deals.
        games: the number of games, the same for each deal.
        wins: the number of games won.
        squared_wins: the sum over the deals of the square of the games won.

    >>> effective_sample_size(deals=100, games=100, wins=40, squared_wins=40)
    100.0
    >>> effective_sample_size(deals=100, games=200, wins=80, squared_wins=160)
    100.0
    """
    design_effect = 1.0
    if 0 < wins < games:
        design_effect = (deals * squared_wins - wins * wins) / (wins * (games - wins))
    pseudo_deals = Z_95 * Z_95
    return deals / ((deals * design_effect + pseudo_deals) / (deals + pseudo_deals))
