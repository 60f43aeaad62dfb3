"""Sequential tests: play until it is clear who is stronger, and no longer.

Wald's test of 1945 goes on until what was seen is so much likelier under one of two hypotheses that
the other can be dropped. Deals do not follow one simple law, so each hypothesis is given the law
under which what was seen is likeliest, among all those that agree with it: the generalized test, as
those who test chess programs use it on pairs of mirrored games.
"""

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec

ELO_PER_NAT: Final = 400 / math.log(10)
"""What a difference of one in the logarithm of strength is worth: 400 points are ten to one."""

PRIOR_WEIGHT: Final = 1e-3
"""So often a deal counts as seen that one of two wins altogether: no share is then impossible."""

BISECTION_STEPS: Final = 40
"""So often an interval is halved to find a root."""


class Verdict(StrEnum):
    """What a test has found."""

    OPEN = "open"
    """Nothing yet."""
    LOWER = "lower"
    """The lower hypothesis holds: the first player is not so much stronger."""
    UPPER = "upper"
    """The upper hypothesis holds: the first player is stronger by so much."""


class DealPoints(NamedTuple):
    """What two players have won of a deal: parts of its games."""

    ours: float
    theirs: float


class GeneralizedSPRT(msgspec.Struct, frozen=True):
    """Two hypotheses about how much stronger one player is than another, and the errors allowed.

    Attributes:
        elo0: the lower hypothesis: by so many Elo points.
        elo1: the upper one.
        alpha: how often the upper may be found though the lower holds.
        beta: how often the lower may be found though the upper holds.

    Raises:
        ValueError: if these cannot be.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Refuse what cannot be."""
        if not self.elo0 < self.elo1:
            raise ValueError(
                f"{self.elo0:g}:{self.elo1:g}: a test needs a lower and then a higher difference"
            )
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 0.5:  # noqa: PLR2004 - worse than a coin is no test
                raise ValueError(f"{name} {error:g}: an error is above 0 and below 0.5")

    def limits(self) -> tuple[float, float]:
        """Return between which log-likelihood ratios nothing is found yet.

        >>> [round(limit, 2) for limit in GeneralizedSPRT(0, 10).limits()]
        [-2.94, 2.94]
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def finding(self, ratio: float) -> Verdict:
        """Return what a log-likelihood ratio says."""
        low, high = self.limits()
        if ratio >= high:
            return Verdict.UPPER
        return Verdict.LOWER if ratio <= low else Verdict.OPEN

    def ratio(self, deals: Mapping[DealPoints, int], games: int) -> float:
        """Return the logarithm of how much likelier some deals are under the upper hypothesis.

        Args:
            deals: for what two players won of a deal, how many deals went so.
            games: how many games a deal has.
        """
        return log_likelihood(deals, games, expected_share(self.elo1)) - log_likelihood(
            deals, games, expected_share(self.elo0)
        )


def parse_sprt(differences: str, alpha: float, beta: float) -> GeneralizedSPRT:
    """Return the test that two differences in Elo points mean, or one for both directions.

    Args:
        differences: the lower and the upper hypothesis, as ``-20:20``; ``20`` is short for that.
        alpha: how often the upper may be found though the lower holds.
        beta: how often the lower may be found though the upper holds.

    Raises:
        ValueError: if the text is none, or the test cannot be.

    >>> parse_sprt("20", 0.05, 0.05) == parse_sprt("-20:20", 0.05, 0.05)
    True
    """
    low, colon, high = differences.partition(":")
    try:
        elo0, elo1 = (float(low), float(high)) if colon else (-float(low), float(low))
    except ValueError:
        raise ValueError(
            f"{differences!r}: write two differences in Elo points, as -20:20, or one, as 20"
        ) from None
    return GeneralizedSPRT(elo0, elo1, alpha, beta)


def expected_share(elo: float) -> float:
    """Return what a player wins of all that it or another wins, being so many points stronger.

    >>> expected_share(0), round(expected_share(400), 4)
    (0.5, 0.9091)
    """
    return 1 / (1 + math.exp(-elo / ELO_PER_NAT))


def log_likelihood(deals: Mapping[DealPoints, int], games: int, share: float) -> float:
    """Return how likely some deals are at best, if one of two players wins a share of the points.

    It is the logarithm of a likelihood, up to a summand that does not depend on the share: the
    empirical likelihood, as Owen (1988) calls it.

    Args:
        deals: for what the two players won of a deal, how many deals went so.
        games: how many games a deal has.
        share: what the first player wins of the points of the two, in the long run.
    """
    seen = {DealPoints(games, 0): PRIOR_WEIGHT, DealPoints(0, games): PRIOR_WEIGHT}
    for points, count in deals.items():
        seen[points] = seen.get(points, 0) + count
    excess = [
        (points.ours - share * (points.ours + points.theirs), count)
        for points, count in seen.items()
    ]
    tilt = _tilt(excess)
    return -sum(count * math.log1p(tilt * above) for above, count in excess)


def _tilt(excess: list[tuple[float, float]]) -> float:
    """Return how much the likeliest law leans: the weights 1 / (1 + tilt x) have the mean 0.

    Lagrange's multiplier; what it is the root of falls from one end of the interval to the other.
    """
    low, high = -1 / max(above for above, _ in excess), -1 / min(above for above, _ in excess)
    for _ in range(BISECTION_STEPS):
        middle = (low + high) / 2
        if sum(count * above / (1 + middle * above) for above, count in excess) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
