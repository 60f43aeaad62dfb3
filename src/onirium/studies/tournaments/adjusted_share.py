"""The share of a player in the points of two, adjusted for luck."""

from collections.abc import Mapping, Sequence

from onirium.studies.luck.control_variates import (
    FOLD_COUNT,
    RESULT_VARIABLE,
    AdjustedShare,
    ControlSums,
    adjust,
)
from onirium.studies.tournaments.rating import effective_games
from onirium.studies.tournaments.sprt import DealPoints


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
    return adjusted.to_share(share + adjusted.mean / points_per_deal, effective_games(deals))
