"""Statistics: which games count, and their sums."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from onirium.games.registry import load
from onirium.match.match import HUMAN
from onirium.storage.statistics import GameStatistics, owner_result, ranked_results
from onirium.storage.store import Store
from onirium.tables.commands import play, seating, takebacks
from onirium.tables.setup import Setup
from onirium.tables.table import Table
from tests.support.random_users import (
    ANNA,
    BORIS,
    make_setup,
    started_table,
    take_actions,
    two_player_setup,
)


def resigned_table(seat: int, setup: Setup) -> Table:
    """Return a table with a decision of every seat, and the resignation of one."""
    table = started_table(setup)
    for _ in setup.occupants:
        take_actions(table)
    table.apply(play.resign(table, seat))
    return table


def statistics_of(options: dict[str, Any], won: int, lost: int) -> GameStatistics:
    return GameStatistics(game="hush", options=options, won=won, lost=lost)


def test_unfinished_game_does_not_count() -> None:
    table = started_table(two_player_setup())
    assert ranked_results(table) == {}
    assert owner_result(table, ANNA) == ""
    take_actions(table)
    table.apply(play.resign(table, 1))
    assert ranked_results(table) == {ANNA: "won", BORIS: "lost"}


def test_owner_who_has_decided_nothing_has_no_ranked_result() -> None:
    table = started_table(two_player_setup())
    table.apply(play.resign(table, 0))
    assert ranked_results(table) == {ANNA: "lost"}
    assert owner_result(table, BORIS) == "won"


def test_human_who_takes_the_seat_of_a_bot_makes_the_game_unranked() -> None:
    for decided, occupants, user, owners in [
        (False, (HUMAN, "random"), ANNA, (ANNA, "")),
        (True, (HUMAN, HUMAN), BORIS, (ANNA, BORIS)),
    ]:
        table = started_table(make_setup("hush", occupants, owners))
        if decided:
            take_actions(table)
            table.apply(seating.assign_seat(table, 1, "random", user))
        assert not table.unranked
        table.apply(seating.assign_seat(table, 1, HUMAN, user))
        assert table.unranked


def test_friend_who_takes_the_seat_of_a_bot_in_time_plays_a_ranked_game() -> None:
    table = started_table(make_setup("hush", (HUMAN, "random"), (ANNA, "")))
    invitation, secret = seating.create_invitation(table, 1, ANNA)
    table.apply(invitation)
    table.apply(seating.take_seat(table, 1, BORIS, secret))
    assert not table.unranked


@pytest.mark.parametrize("more", [{"unranked": True}, {"kind": "tutorial"}])
def test_unranked_games_and_tutorials_do_not_count(more: dict[str, Any]) -> None:
    table = resigned_table(1, two_player_setup(**more))
    assert ranked_results(table) == {}
    assert owner_result(table, ANNA) == "won"


def test_game_that_became_unranked_does_not_count() -> None:
    table = started_table(make_setup())
    take_actions(table)
    table.apply(takebacks.take_back(table, 0))
    table.apply(play.resign(table, 0))
    assert ranked_results(table) == {}


def test_daily_deal_counts() -> None:
    assert ranked_results(resigned_table(0, make_setup(kind="daily", date="2026-11-21"))) == {
        ANNA: "lost"
    }


def test_owner_of_all_sides_has_no_ranked_result() -> None:
    table = resigned_table(0, make_setup("hush", (HUMAN, HUMAN), (ANNA, ANNA)))
    assert table.results() == ["lost", "won"]
    assert owner_result(table, ANNA) == "played"
    assert ranked_results(table) == {}


def test_owner_replaced_by_a_bot_has_no_ranked_result() -> None:
    table = started_table(two_player_setup())
    take_actions(table)
    table.apply(seating.assign_seat(table, 1, "random", ANNA))
    table.apply(play.resign(table, 0))
    assert ranked_results(table) == {ANNA: "lost"}
    assert owner_result(table, BORIS) == "lost"


def test_seat_without_owner_has_no_ranked_result() -> None:
    assert ranked_results(resigned_table(1, make_setup("hush", (HUMAN, HUMAN)))) == {ANNA: "won"}


def test_statistics_are_summed_by_game_and_options(tmp_path: Path) -> None:
    store = Store(tmp_path / "onirium.db")
    # The game and the resigning seat; seat 0 is Anna's.
    games = [("hush", 0), ("hush", 1), ("hush", 1), ("hush 3", 0), ("hush", 0)]

    async def play() -> None:
        for number, (name, loser) in enumerate(games):
            options = {"hand": 3} if name == "hush 3" else {}
            table = resigned_table(loser, two_player_setup(options=options))
            table.table_id = f"t{number}"
            await store.create(table.table_id, table.setup)
            for _ in range(3):
                await store.save_summary(table)

    asyncio.run(play())
    two: dict[str, Any] = {}
    three = {"hand": 3}
    assert asyncio.run(store.statistics(ANNA)) == [
        statistics_of(two, 2, 2),
        statistics_of(three, 0, 1),
    ]
    assert asyncio.run(store.statistics(BORIS)) == [
        statistics_of(two, 2, 2),
        statistics_of(three, 1, 0),
    ]
    assert asyncio.run(store.statistics("clara")) == []
    store.close()


def test_statistics_use_canonical_options(tmp_path: Path) -> None:
    store = Store(tmp_path / "onirium.db")

    async def play() -> None:
        for number, options in enumerate(
            [{"expansions": "towers,book"}, {"expansions": ["book", "towers"]}]
        ):
            rules = load("onirim").rules_version
            table = resigned_table(0, make_setup(options=options, rules=rules))
            table.table_id = f"t{number}"
            await store.create(table.table_id, table.setup)
            await store.save_summary(table)

    asyncio.run(play())
    (statistics,) = asyncio.run(store.statistics(ANNA))
    assert statistics.options == {"expansions": ["book", "towers"]}
    assert statistics.lost == 2
    store.close()
