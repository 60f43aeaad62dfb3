"""The share of a player in the points of two, adjusted for luck."""

from collections.abc import Mapping, Sequence

import msgspec

from onirium.studies.luck.control_variates import (
    FOLD_COUNT,
    RESULT_VARIABLE,
    ControlSums,
    adjust,
)
from onirium.studies.tournaments.rating import effective_games
from onirium.studies.tournaments.sprt import DealPoints


class AdjustedShare(msgspec.Struct, frozen=True, kw_only=True):
    """A share adjusted for luck: with the same mean, and less variance.

    Attributes:
        share: the adjusted share.
        low: the lower end of its 95 % interval.
        high: the upper end.
        variance_ratio: the factor by which the unadjusted share would need more deals for the same
            precision.
    """

    share: float
    low: float
    high: float
    variance_ratio: float


def adjust_share(
    deals: Sequence[DealPoints], luck: Sequence[Mapping[int, float]]
) -> AdjustedShare | None:
    """Return a player's share of the points of two players, adjusted for luck.

    The points that exceed the plain share are adjusted deal by deal. The adjusted share is unbiased
    if both players together have equally many points in each deal, as in a game of two; otherwise
    it is a ratio of means, unbiased to first order.

    Args:
        deals: the points of the two players in each deal.
        luck: the luck of each deal by control variate.

    Returns:
        The share, or None with fewer than four deals or without points.

    >>> deals = [DealPoints(2 - deal % 3, deal % 3) for deal in range(60)]
    >>> adjusted = adjust_share(deals, [{0: deals[deal].ours - 1} for deal in range(60)])
    >>> round(adjusted.share, 2), round(adjusted.high - adjusted.low, 2)
    (0.5, 0.05)
    """
    points = sum(deal.ours + deal.theirs for deal in deals)
    if points == 0:
        return None
    share = sum(deal.ours for deal in deals) / points
    folds = [ControlSums() for _ in range(FOLD_COUNT)]
    for index, (deal, variables) in enumerate(zip(deals, luck, strict=True)):
        excess = deal.ours - share * (deal.ours + deal.theirs)
        folds[index % FOLD_COUNT].add_deal({RESULT_VARIABLE: excess, **variables})
    adjusted = adjust(folds)
    if adjusted is None:
        return None
    points_per_deal = points / len(deals)
    adjusted_share = share + adjusted.mean / points_per_deal
    low, high = adjusted.share_interval(adjusted_share, effective_games(deals))
    return AdjustedShare(
        share=adjusted_share,
        low=low,
        high=high,
        variance_ratio=adjusted.variance_ratio,
    )
