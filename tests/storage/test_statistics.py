"""Which games count, and what they sum up to."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from onirium.storage.statistics import (
    RECENT_RESULT_COUNT,
    GameStatistics,
    owner_result,
    ranked_results,
)
from onirium.storage.store import Store
from onirium.tables import HUMAN
from onirium.tables.table import Setup, Table
from tests.support.random_users import (
    ANNA,
    BORIS,
    make_setup,
    started_table,
    take_actions,
    two_player_setup,
)


def given_up(seat: int, setup: Setup) -> Table:
    hosted = started_table(setup)
    hosted.apply(hosted.resign(seat))
    return hosted


def counter(options: dict[str, Any], won: int, lost: int, *recent: str) -> GameStatistics:
    return GameStatistics(game="hush", options=options, won=won, lost=lost, recent=list(recent))


def test_nothing_counts_before_the_end() -> None:
    hosted = started_table(two_player_setup())
    assert ranked_results(hosted) == {}
    assert owner_result(hosted, ANNA) == ""
    hosted.apply(hosted.resign(1))
    assert ranked_results(hosted) == {ANNA: "won", BORIS: "lost"}


@pytest.mark.parametrize("more", [{"unranked": True}, {"kind": "tutorial"}])
def test_practice_and_lessons_do_not_count(more: dict[str, Any]) -> None:
    hosted = given_up(1, two_player_setup(**more))
    assert ranked_results(hosted) == {}
    assert owner_result(hosted, ANNA) == "won"


def test_what_became_practice_does_not_count() -> None:
    hosted = started_table(make_setup())
    take_actions(hosted)
    hosted.apply(hosted.take_back(0))
    hosted.apply(hosted.resign(0))
    assert ranked_results(hosted) == {}


def test_the_deal_of_the_day_counts() -> None:
    assert ranked_results(given_up(0, make_setup(kind="daily", date="2026-11-21"))) == {
        ANNA: "lost"
    }


def test_who_sat_on_all_sides_has_neither_won_nor_lost() -> None:
    hosted = given_up(0, make_setup("hush", (HUMAN, HUMAN), (ANNA, ANNA)))
    assert hosted.results() == ["lost", "won"]
    assert owner_result(hosted, ANNA) == "played"
    assert ranked_results(hosted) == {}


def test_who_left_the_seat_to_a_computer_player_is_not_counted() -> None:
    hosted = started_table(two_player_setup())
    hosted.apply(hosted.assign_seat(1, "random", ANNA))
    hosted.apply(hosted.resign(0))
    assert ranked_results(hosted) == {ANNA: "lost"}
    assert owner_result(hosted, BORIS) == "lost"


def test_nobody_in_a_seat_is_not_counted() -> None:
    assert ranked_results(given_up(1, make_setup("hush", (HUMAN, HUMAN)))) == {ANNA: "won"}


def test_counters_are_sums_by_game_and_options(tmp_path: Path) -> None:
    store = Store(tmp_path / "onirium.db")
    # Who resigns, game after game: 0 is Anna.
    evening = [("hush", 0), ("hush", 1), ("hush", 1), ("hush 3", 0), ("hush", 0)]

    async def play() -> None:
        for number, (name, loser) in enumerate(evening):
            options = {"hand": 3} if name == "hush 3" else {}
            hosted = given_up(loser, two_player_setup(options=options))
            hosted.table_id = f"t{number}"
            await store.create(hosted.table_id, hosted.setup)
            for _ in range(3):
                await store.save_summary(hosted)

    asyncio.run(play())
    two: dict[str, Any] = {}
    three = {"hand": 3}
    assert asyncio.run(store.statistics(ANNA)) == [
        counter(two, 2, 2, "lost", "won", "won", "lost"),
        counter(three, 0, 1, "lost"),
    ]
    assert asyncio.run(store.statistics(BORIS)) == [
        counter(two, 2, 2, "won", "lost", "lost", "won"),
        counter(three, 1, 0, "won"),
    ]
    assert asyncio.run(store.statistics("clara")) == []
    store.close()


def test_the_window_holds_the_latest(tmp_path: Path) -> None:
    store = Store(tmp_path / "onirium.db")

    async def play() -> None:
        for number in range(RECENT_RESULT_COUNT + 1):
            hosted = given_up(0 if number < 2 else 1, two_player_setup())
            hosted.table_id = f"t{number}"
            await store.create(hosted.table_id, hosted.setup)
            await store.save_summary(hosted)

    asyncio.run(play())
    (sums,) = asyncio.run(store.statistics(ANNA))
    assert (sums.won, sums.lost) == (RECENT_RESULT_COUNT - 1, 2)
    assert sums.recent == ["lost", *["won"] * (RECENT_RESULT_COUNT - 1)]
    store.close()


def test_options_are_counted_in_their_canonical_form(tmp_path: Path) -> None:
    store = Store(tmp_path / "onirium.db")

    async def play() -> None:
        for number, options in enumerate(
            [{"expansions": "towers,book"}, {"expansions": ["book", "towers"]}]
        ):
            hosted = given_up(0, make_setup(options=options))
            hosted.table_id = f"t{number}"
            await store.create(hosted.table_id, hosted.setup)
            await store.save_summary(hosted)

    asyncio.run(play())
    (sums,) = asyncio.run(store.statistics(ANNA))
    assert sums.options == {"expansions": ["book", "towers"]}
    assert sums.lost == 2
    store.close()
