"""Skill of a player over several analysed games: errors, and wins without luck.

The error per decision is the performance rating of backgammon: the mean win probability that a
decision costs. The adjusted win share subtracts the luck of each game from its result, which keeps
the mean. It is more precise than the win share where the estimates of luck are accurate; with the
Book in Onirim they are not, and it is less precise.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from onirium.studies.analysis.game_analysis import (
    MIN_NOTICEABLE_COST,
    Analysis,
    SeatSummary,
)
from onirium.studies.statistics import student_critical_value, wilson_interval

REPEATABLE_ERROR: Final = 0.1
"""The relative standard error of a figure that counts as repeatable."""

MIN_GAMES_TO_EXTRAPOLATE: Final = 5
"""The fewest games that predict the number needed: they estimate the standard error to 35 %."""

ROUNDING_ERROR: Final = 1e-12
"""A variation of shares of at most this is that of rounded numbers."""


class GameSkill(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a seat in one finished game.

    Attributes:
        decisions: the number of its decisions.
        best_decisions: those without a noticeable cost.
        cost: their total cost, as a win probability.
        luck: its luck, including the luck of the deal.
        result: its result.
    """

    decisions: int
    best_decisions: int
    cost: float
    luck: float
    result: float


class Estimate(msgspec.Struct, frozen=True, kw_only=True):
    """A mean over games and its certainty, which is unknown after a single game.

    Attributes:
        mean: the mean.
        low: the lower end of its 95 % interval.
        high: the upper end.
        games_needed: the number of games with which the standard error is a tenth of the mean,
            unknown after fewer than ``MIN_GAMES_TO_EXTRAPOLATE``.
    """

    mean: float
    low: float | None = None
    high: float | None = None
    games_needed: int | None = None


class Skill(msgspec.Struct, frozen=True, kw_only=True):
    """The skill of a player over some games.

    Attributes:
        games: the figures of each game, in order.
        error: the mean cost of a decision.
        best_share: the share of decisions that were best.
        win_share: the share of games won.
        adjusted_win_share: the mean of result minus luck.
    """

    games: list[GameSkill]
    error: Estimate
    best_share: Estimate
    win_share: Estimate
    adjusted_win_share: Estimate


class _Ratio(NamedTuple):
    """The numerator and the denominator that a game contributes to a ratio."""

    numerator: float
    denominator: float


def measure_game(analysis: Analysis, seat: int) -> GameSkill:
    """Return the figures of a seat.

    Raises:
        ValueError: if the game is not finished, or the seat took no decision.
    """
    summaries = [summary for summary in analysis.seat_summaries if summary.seat == seat]
    if not analysis.finished or not summaries:
        raise ValueError("the game is not finished, or the player took no decision")
    return summarize_play(analysis, summaries[0])


def summarize_play(analysis: Analysis, summary: SeatSummary) -> GameSkill:
    """Return the figures of a seat; in an unfinished game the result is an estimate."""
    own = [decision for decision in analysis.decisions if decision.seat == summary.seat]
    costs = [decision.cost for decision in own]
    return GameSkill(
        decisions=len(costs),
        best_decisions=sum(cost < MIN_NOTICEABLE_COST for cost in costs),
        cost=summary.cost,
        luck=summary.deal_luck + summary.luck,
        result=summary.close,
    )


def measure_skill(games: Sequence[GameSkill]) -> Skill:
    """Return the skill over some games.

    Args:
        games: the figures of the games, at least one.
    """
    return Skill(
        games=list(games),
        error=_on_log_scale(_ratio(_Ratio(game.cost, game.decisions) for game in games)),
        best_share=_cut_to_share(
            _ratio(_Ratio(game.best_decisions, game.decisions) for game in games)
        ),
        win_share=_win_share(games),
        adjusted_win_share=_cut_to_share(
            _ratio(_Ratio(game.result - game.luck, 1) for game in games)
        ),
    )


def _ratio(parts: Iterable[_Ratio]) -> Estimate:
    """Return a ratio of sums with its interval: games, not decisions, are independent.

    The variance is that of the linearized ratio (Cochran, Sampling Techniques, 1977, section 6.3).
    Few games estimate it badly, which Student's distribution takes into account. Without any
    variation, as after flawless games, the certainty is unknown.
    """
    games = list(parts)
    count = len(games)
    total = sum(game.denominator for game in games)
    ratio = sum(game.numerator for game in games) / total
    squares = sum((game.numerator - ratio * game.denominator) ** 2 for game in games)
    if count == 1 or math.sqrt(squares) <= ROUNDING_ERROR * total:
        return Estimate(mean=ratio)
    standard_error = math.sqrt(squares * count / (count - 1)) / total
    margin = student_critical_value(count - 1) * standard_error
    return Estimate(
        mean=ratio,
        low=ratio - margin,
        high=ratio + margin,
        games_needed=_count_needed(count, standard_error, ratio),
    )


def _win_share(games: Sequence[GameSkill]) -> Estimate:
    """Return the share of games won, with Wilson's interval."""
    estimate = _ratio(_Ratio(game.result, 1) for game in games)
    if len(games) == 1:
        return estimate
    low, high = wilson_interval(sum(game.result for game in games), len(games))
    return msgspec.structs.replace(estimate, low=low, high=high)


def _count_needed(games: int, standard_error: float, mean: float) -> int | None:
    """Return the number of games for a repeatable mean; ``None`` if it is unknown.

    The squared standard error is inversely proportional to the number of games.
    """
    if games < MIN_GAMES_TO_EXTRAPOLATE or mean <= 0.0:
        return None
    return max(1, math.ceil(games * (standard_error / mean / REPEATABLE_ERROR) ** 2))


def _cut_to_share(estimate: Estimate) -> Estimate:
    """Return an estimate of a share with an interval from 0 to 1, or to a mean beyond that."""
    if estimate.low is None or estimate.high is None:
        return estimate
    return msgspec.structs.replace(
        estimate,
        low=max(estimate.low, min(0.0, estimate.mean)),
        high=min(estimate.high, max(1.0, estimate.mean)),
    )


def _on_log_scale(estimate: Estimate) -> Estimate:
    """Return an estimate of a cost up to 1 with the interval of its logarithm (delta method).

    A few large errors make most of the cost: games without one have a small mean and a small
    variance, and the symmetric interval of the mean would miss the true one too often.
    """
    if estimate.high is None or estimate.mean == 0.0:
        return estimate
    factor = math.exp((estimate.high - estimate.mean) / estimate.mean)
    return msgspec.structs.replace(
        estimate, low=estimate.mean / factor, high=min(1.0, estimate.mean * factor)
    )
