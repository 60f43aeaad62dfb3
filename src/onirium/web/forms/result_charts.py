"""Charts of a user's games: curve of wins, calendar, pieces gathered."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

import msgspec

from onirium.storage.store import TableSummary

CURVE_WINDOW: Final = 10
"""Number of games over which each point of the curve averages."""

CURVE_WIDTH: Final = 300
CURVE_HEIGHT: Final = 100

CALENDAR_WEEKS: Final = 20
DAYS_PER_WEEK: Final = 7


class CalendarDay(msgspec.Struct, frozen=True):
    """A day in the calendar.

    Attributes:
        day: the date.
        games: number of games on this day.
        won: number of wins among them.
    """

    day: date
    games: int
    won: int


class ScoreBar(msgspec.Struct, frozen=True):
    """The games that ended with a number of pieces.

    Attributes:
        score: number of doors or creatures.
        games: number of games.
        share: number of games, as a share of the largest bar.
    """

    score: int
    games: int
    share: float


class ResultCharts(msgspec.Struct, frozen=True):
    """The charts of one game.

    Attributes:
        points: the curve of the share of wins, in a box of ``CURVE_WIDTH`` by ``CURVE_HEIGHT``.
        last_percent: the share of wins at its end.
        best_streak: the largest number of wins in a row.
        weeks: the days of the latest weeks, each week from Monday; later days are absent.
        bars: the distribution of pieces gathered; empty if no summary has them.
        best: the table with the most pieces; None if no summary has them.
    """

    points: list[tuple[float, float]]
    last_percent: int
    best_streak: int
    weeks: list[list[CalendarDay]]
    bars: list[ScoreBar]
    best: TableSummary | None


def is_counted(table: TableSummary) -> bool:
    """Return whether a table belongs to the charts: a ranked game with a result."""
    return not table.unranked and table.result in {"won", "lost"}


def result_charts(tables: Sequence[TableSummary], today: date) -> ResultCharts:
    """Return the charts of some finished tables of one game, at least one, the latest first."""
    results = [table.result == "won" for table in reversed(tables)]
    shares = moving_averages(results)
    best = max(tables, key=_score)
    return ResultCharts(
        points=_curve(shares),
        last_percent=round(100 * shares[-1]),
        best_streak=longest_streak(results),
        weeks=calendar([(_day(table), table.result == "won") for table in tables], today),
        bars=score_bars(tables),
        best=best if best.standing else None,
    )


def moving_averages(results: Sequence[bool], window: int = CURVE_WINDOW) -> list[float]:
    """Return the share of wins among the latest games, after each game.

    >>> moving_averages([True, False, False], window=2)
    [1.0, 0.5, 0.0]
    """
    return [
        sum(latest) / len(latest)
        for end in range(1, len(results) + 1)
        if (latest := results[max(0, end - window) : end])
    ]


def longest_streak(results: Sequence[bool]) -> int:
    """Return the largest number of wins in a row.

    >>> longest_streak([True, False, True, True])
    2
    """
    longest = current = 0
    for is_won in results:
        current = current + 1 if is_won else 0
        longest = max(longest, current)
    return longest


def _curve(shares: Sequence[float]) -> list[tuple[float, float]]:
    step = CURVE_WIDTH / max(1, len(shares) - 1)
    return [
        (round(index * step, 1), round(CURVE_HEIGHT * (1 - share), 1))
        for index, share in enumerate(shares)
    ]


def calendar(results: Sequence[tuple[date, bool]], today: date) -> list[list[CalendarDay]]:
    """Return the latest ``CALENDAR_WEEKS`` weeks, from days of games and whether they were won."""
    games = Counter(day for day, _ in results)
    won = Counter(day for day, is_won in results if is_won)
    monday = first_day(today)
    days = [monday + timedelta(days=index) for index in range((today - monday).days + 1)]
    return [
        [CalendarDay(day, games[day], won[day]) for day in days[start : start + DAYS_PER_WEEK]]
        for start in range(0, len(days), DAYS_PER_WEEK)
    ]


def first_day(today: date) -> date:
    """Return the first day of the calendar, a Monday.

    >>> first_day(date(2026, 11, 26))
    datetime.date(2026, 7, 13)
    """
    return today - timedelta(days=today.weekday(), weeks=CALENDAR_WEEKS - 1)


def score_bars(tables: Sequence[TableSummary]) -> list[ScoreBar]:
    """Return the distribution of scores among the games with the most frequent goal."""
    goals = Counter(table.standing.goal for table in tables if table.standing)
    if not goals:
        return []
    goal = goals.most_common(1)[0][0]
    scores = Counter(
        _score(table) for table in tables if table.standing and table.standing.goal == goal
    )
    most = max(scores.values())
    return [ScoreBar(score, scores[score], scores[score] / most) for score in range(goal + 1)]


def _day(table: TableSummary) -> date:
    return date.fromisoformat(table.updated_at[:10])


def _score(table: TableSummary) -> int:
    """Return the number of pieces that the user has gathered; -1 if it is unknown."""
    if table.standing is None:
        return -1
    return max(table.standing.scores[seat] for seat in table.own_seats)
