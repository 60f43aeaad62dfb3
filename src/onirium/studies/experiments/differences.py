"""Paired differences: compares the win rates of two settings over the deals that both played."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from onirium.studies.experiments.config import StudySetting
from onirium.studies.experiments.run import SettingResult
from onirium.studies.statistics import Z_95


class PairedDifference(NamedTuple):
    """The difference of a win rate from that of a baseline over common deals.

    Attributes:
        deals: the number of common deals.
        differing_deals: the number of deals in which the win shares differ.
        difference: the win rate minus that of the baseline.
        low: the lower end of its 95 % interval.
        high: the upper end.
    """

    deals: int
    differing_deals: int
    difference: float
    low: float
    high: float


class SettingDifference(NamedTuple):
    """The difference between the win rates of the first player in two settings.

    Attributes:
        setting: the index of the setting.
        baseline: the index of the earlier setting.
        parameter: the name of the parameter in which they differ.
        paired: the difference over their common deals.
    """

    setting: int
    baseline: int
    parameter: str
    paired: PairedDifference


def compare_settings(results: Sequence[SettingResult]) -> Iterator[SettingDifference]:
    """Yield the difference between any two settings of a game that differ in one parameter."""
    for (baseline, before), (setting, after) in combinations(enumerate(results), 2):
        varied = _varied_parameters(before.setting, after.setting)
        if len(varied) == 1:
            paired = estimate_difference(
                after.deal_wins, before.deal_wins, after.games_per_deal, before.games_per_deal
            )
            yield SettingDifference(setting, baseline, varied[0], paired)


def estimate_difference(
    wins: bytes, baseline_wins: bytes, games: int = 1, baseline_games: int = 1
) -> PairedDifference:
    """Return the difference between two win rates over the deals that both have.

    The interval is that of Bonett and Price (2012) for paired shares, with the variance between
    deals. Two pseudo-deals, one won by either side only, keep the interval of a few deals wide even
    if all of them agree.

    Args:
        wins: for each deal the number of games won.
        baseline_wins: the same for the baseline.
        games: the number of games in a deal.
        baseline_games: the same for the baseline.

    >>> paired = estimate_difference(bytes([1] * 30 + [0] * 70), bytes([1] * 20 + [0] * 80))
    >>> paired.differing_deals, paired.difference, round(paired.low, 4), round(paired.high, 4)
    (10, 0.1, 0.0343, 0.1618)
    """
    scale = games * baseline_games
    excesses = Counter(
        baseline_games * won - games * baseline_won
        for won, baseline_won in zip(wins, baseline_wins, strict=False)
    )
    mean, _ = _estimate_mean(excesses)
    centre, standard_error = _estimate_mean(excesses + Counter([scale, -scale]))
    margin = Z_95 * standard_error
    return PairedDifference(
        deals=excesses.total(),
        differing_deals=excesses.total() - excesses[0],
        difference=mean / scale,
        low=max(-1.0, (centre - margin) / scale),
        high=min(1.0, (centre + margin) / scale),
    )


def _estimate_mean(counts: Counter[int]) -> tuple[float, float]:
    """Return the mean of some values, by their counts, and its standard error."""
    size = counts.total()
    # Sums of integers are exact, whatever the order of the deals.
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    return total / size, math.sqrt((size * squares - total * total) / size) / size


def _varied_parameters(first: StudySetting, second: StudySetting) -> list[str]:
    """Return the names of the parameters in which two settings differ, none for two games."""
    if first.game != second.game:
        return []
    values, others = _parameters(first), _parameters(second)
    return [name for name in {**values, **others} if values.get(name) != others.get(name)]


def _parameters(setting: StudySetting) -> dict[str, object]:
    """Return the parameters of a setting by their names in tables, options without defaults."""
    return {**setting.options, "players": setting.players, "rotated": setting.rotate}
