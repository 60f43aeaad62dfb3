"""Charts of the statistics page, from summaries written by hand."""

from datetime import date

from msgspec.structs import replace

from onirium.presentation.standing import Standing
from onirium.storage.store import TableSummary
from onirium.web.forms.result_charts import CALENDAR_WEEKS, is_counted, result_charts

TODAY = date(2026, 11, 25)
"""A Wednesday."""


def finished(day: str, result: str, score: int = 0, *, unranked: bool = False) -> TableSummary:
    return TableSummary(
        table_id=f"{day} {result} {score}",
        game="onirim",
        options={},
        kind="table",
        date="",
        updated_at=f"{day}T09:00:00.000+00:00",
        occupants=["human"],
        own_seats=[0],
        current_player=-1,
        is_over=True,
        unranked=unranked,
        result=result,
        standing=Standing(goal=8, scores=[score], pieces=[[]]),
    )


LATEST_FIRST = [
    finished("2026-11-25", "lost", 3),
    finished("2026-11-23", "won", 8),
    finished("2026-11-23", "won", 8),
    finished("2026-11-22", "lost", 3),
]


def test_curve_averages_from_the_oldest_game_to_the_latest() -> None:
    charts = result_charts(LATEST_FIRST, TODAY)
    # Shares of wins after each game: 0/1, 1/2, 2/3, 2/4; the box is 300 wide and 100 high.
    assert charts.points == [(0.0, 100.0), (100.0, 50.0), (200.0, 33.3), (300.0, 50.0)]
    assert charts.last_percent == 50
    assert charts.best_streak == 2


def test_curve_shows_the_latest_ten_games() -> None:
    games = [finished("2026-11-25", "lost")] * 10 + [finished("2026-11-24", "won")]
    charts = result_charts(games, TODAY)
    assert (charts.last_percent, charts.best_streak) == (0, 1)
    assert result_charts(games[1:], TODAY).last_percent == 10


def test_calendar_ends_today_and_counts_wins() -> None:
    weeks = result_charts(LATEST_FIRST, TODAY).weeks
    assert len(weeks) == CALENDAR_WEEKS
    assert [day.day.day for day in weeks[-1]] == [23, 24, 25]
    assert [(day.games, day.won) for day in weeks[-1]] == [(2, 2), (0, 0), (1, 0)]
    sunday = weeks[-2][-1]
    assert (sunday.day, sunday.games, sunday.won) == (date(2026, 11, 22), 1, 0)


def test_bars_count_games_by_doors_found() -> None:
    charts = result_charts([*LATEST_FIRST, finished("2026-11-01", "lost", 1)], TODAY)
    assert [bar.games for bar in charts.bars] == [0, 1, 0, 2, 0, 0, 0, 0, 2]
    assert [bar.share for bar in charts.bars if bar.games] == [0.5, 1.0, 1.0]
    assert charts.best == LATEST_FIRST[1]


def test_bars_leave_out_games_with_a_rare_goal() -> None:
    short = replace(LATEST_FIRST[0], standing=Standing(goal=3, scores=[2], pieces=[[]]))
    charts = result_charts([short, *LATEST_FIRST], TODAY)
    assert [bar.games for bar in charts.bars] == [0, 0, 0, 2, 0, 0, 0, 0, 2]


def test_score_of_a_user_with_several_seats_is_that_of_the_best() -> None:
    standing = Standing(goal=5, scores=[1, 4, 5], pieces=[[], [], []])
    table = replace(LATEST_FIRST[0], own_seats=[0, 1], standing=standing)
    bars = result_charts([table], TODAY).bars
    assert [bar.score for bar in bars if bar.games] == [4]


def test_games_of_earlier_releases_have_no_scores() -> None:
    unknown = replace(LATEST_FIRST[0], standing=None)
    charts = result_charts([unknown], TODAY)
    assert (charts.bars, charts.best) == ([], None)
    none_found = finished("2026-11-20", "lost", 0)
    assert result_charts([unknown, none_found], TODAY).best == none_found


def test_unranked_and_undecided_games_do_not_count() -> None:
    assert is_counted(LATEST_FIRST[0])
    assert not is_counted(finished("2026-11-25", "won", 8, unranked=True))
    assert not is_counted(finished("2026-11-25", "played"))
