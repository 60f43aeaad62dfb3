"""Generalized sequential probability ratio test of the strength of two players.

Wald's test (1945) stops as soon as the data are much likelier under one of two hypotheses than
under the other. The distribution of the points of a deal is unknown, so for each hypothesis the
generalized test uses the likeliest distribution that satisfies it. Fishtest applies this test to
pairs of chess games with reversed colours.
"""

import math
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

import msgspec

from onirium.studies.statistics import find_root

ELO_PER_NAT: Final = 400 / math.log(10)
"""Elo points of a difference of 1 between the natural logarithms of two strengths."""

MAX_ELO_DIFFERENCE: Final = 2000
"""The largest difference of a hypothesis: one point in 100,000 for the weaker player."""

PRIOR_WEIGHT: Final = 1e-3
"""Weight of a pseudo-deal for either player winning everything, so that no share is impossible."""


class Verdict(StrEnum):
    """The result of a test."""

    OPEN = "open"
    """Neither hypothesis is accepted yet."""
    LOWER = "lower"
    """The lower hypothesis is accepted."""
    UPPER = "upper"
    """The upper hypothesis is accepted."""


class DealPoints(NamedTuple):
    """The points that two players won in the games of a deal."""

    ours: float
    theirs: float


class GeneralizedSPRT(msgspec.Struct, frozen=True):
    """A test of two hypotheses about the Elo difference of two players.

    Attributes:
        elo0: the Elo difference of the lower hypothesis.
        elo1: the Elo difference of the upper hypothesis.
        alpha: the intended probability of accepting the upper hypothesis if the lower one holds.
            The real one differs, as the distribution of deals is estimated: for 0.05 it was 0.003
            to 0.062 in simulations.
        beta: the intended probability of accepting the lower hypothesis if the upper one holds.

    Raises:
        ValueError: if the differences are not ascending or too large, or an error is not between 0
            and 0.5.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        """Validate the hypotheses and the error probabilities."""
        if not self.elo0 < self.elo1:
            raise ValueError(
                f"{self.elo0:g}:{self.elo1:g}: the first Elo difference must be below the second"
            )
        if max(abs(self.elo0), abs(self.elo1)) > MAX_ELO_DIFFERENCE:
            raise ValueError(
                f"{self.elo0:g}:{self.elo1:g}: an Elo difference is at most {MAX_ELO_DIFFERENCE}"
            )
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 0.5:  # noqa: PLR2004 - the error probability of a coin toss
                raise ValueError(f"{name} must be above 0 and below 0.5, not {error:g}")

    def thresholds(self) -> tuple[float, float]:
        """Return the log-likelihood ratios at which the test stops, after Wald.

        >>> [round(threshold, 2) for threshold in GeneralizedSPRT(0, 10).thresholds()]
        [-2.94, 2.94]
        """
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def verdict(self, log_likelihood_ratio: float) -> Verdict:
        """Return the verdict at a log-likelihood ratio."""
        low, high = self.thresholds()
        if log_likelihood_ratio >= high:
            return Verdict.UPPER
        return Verdict.LOWER if log_likelihood_ratio <= low else Verdict.OPEN

    def log_likelihood_ratio(self, deals: Mapping[DealPoints, int], games_per_deal: int) -> float:
        """Return the log-likelihood ratio of the upper hypothesis to the lower one.

        Args:
            deals: the number of deals with each result.
            games_per_deal: the number of games in a deal.
        """
        return log_likelihood(deals, games_per_deal, expected_share(self.elo1)) - log_likelihood(
            deals, games_per_deal, expected_share(self.elo0)
        )


def parse_sprt(differences: str, alpha: float = 0.05, beta: float = 0.05) -> GeneralizedSPRT:
    """Parse a test from two Elo differences, or from one for a symmetric test.

    Args:
        differences: the lower and the upper hypothesis, as in ``-20:20``; ``20`` means the same.
        alpha: the probability of accepting the upper hypothesis if the lower one holds.
        beta: the probability of accepting the lower hypothesis if the upper one holds.

    Raises:
        ValueError: if the text or the test is invalid.

    >>> parse_sprt("20") == parse_sprt("-20:20", 0.05, 0.05)
    True
    """
    low, colon, high = differences.partition(":")
    try:
        elo0, elo1 = (float(low), float(high)) if colon else (-float(low), float(low))
    except ValueError:
        raise ValueError(
            f"{differences!r}: write two differences in Elo points, such as -20:20, or one, such "
            "as 20"
        ) from None
    return GeneralizedSPRT(elo0, elo1, alpha, beta)


def expected_share(elo: float) -> float:
    """Return a player's expected share of the points of two players, from its Elo difference.

    >>> expected_share(0), round(expected_share(400), 4)
    (0.5, 0.9091)
    """
    return 1 / (1 + math.exp(-elo / ELO_PER_NAT))


def log_likelihood(deals: Mapping[DealPoints, int], games_per_deal: int, share: float) -> float:
    """Return the empirical log-likelihood (Owen, 1988) of a share of the points.

    It is the maximum over all distributions of the points of a deal with that share, up to a
    constant independent of the share.

    Args:
        deals: the number of deals with each result.
        games_per_deal: the number of games in a deal.
        share: the expected share of the first player in the points of both.
    """
    counts: dict[DealPoints, float] = {
        DealPoints(games_per_deal, 0): PRIOR_WEIGHT,
        DealPoints(0, games_per_deal): PRIOR_WEIGHT,
    }
    for points, count in deals.items():
        counts[points] = counts.get(points, 0) + count
    excesses = [
        (points.ours - share * (points.ours + points.theirs), count)
        for points, count in counts.items()
    ]
    multiplier = _lagrange_multiplier(excesses)
    return -sum(count * math.log1p(multiplier * excess) for excess, count in excesses)


def _lagrange_multiplier(excesses: list[tuple[float, float]]) -> float:
    """Return the multiplier t for which the weights 1 / (1 + t x) give the excesses x mean 0.

    The weighted sum decreases over the whole interval of valid multipliers.
    """

    def weighted_sum(multiplier: float) -> float:
        return sum(count * excess / (1 + multiplier * excess) for excess, count in excesses)

    low = -1 / max(excess for excess, _ in excesses)
    high = -1 / min(excess for excess, _ in excesses)
    return find_root(weighted_sum, low, high)
