"""Which games count, and what they sum up to."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from onirium.storage.statistics import WINDOW, Counter, counted, result_of
from onirium.storage.store import Store
from onirium.tables import PERSON
from onirium.tables.table import Hosted, Setup
from tests.support.random_users import ANNA, BORIS, begun, decide, of_two, setup_of


def given_up(seat: int, setup: Setup) -> Hosted:
    hosted = begun(setup)
    hosted.apply(hosted.resign(seat))
    return hosted


def counter(options: dict[str, Any], won: int, lost: int, *recent: str) -> Counter:
    return Counter(game="hush", options=options, won=won, lost=lost, recent=list(recent))


def test_nothing_counts_before_the_end() -> None:
    hosted = begun(of_two())
    assert counted(hosted) == {}
    assert result_of(hosted, ANNA) == ""
    hosted.apply(hosted.resign(1))
    assert counted(hosted) == {ANNA: "won", BORIS: "lost"}


@pytest.mark.parametrize("more", [{"practice": True}, {"sort": "lesson"}])
def test_practice_and_lessons_do_not_count(more: dict[str, Any]) -> None:
    hosted = given_up(1, of_two(**more))
    assert counted(hosted) == {}
    assert result_of(hosted, ANNA) == "won"


def test_what_became_practice_does_not_count() -> None:
    hosted = begun(setup_of())
    decide(hosted)
    hosted.apply(hosted.undo(0))
    hosted.apply(hosted.resign(0))
    assert counted(hosted) == {}


def test_the_deal_of_the_day_counts() -> None:
    assert counted(given_up(0, setup_of(sort="daily", date="2026-11-21"))) == {ANNA: "lost"}


def test_who_sat_on_all_sides_has_neither_won_nor_lost() -> None:
    hosted = given_up(0, setup_of("hush", (PERSON, PERSON), (ANNA, ANNA)))
    assert hosted.results() == ["lost", "won"]
    assert result_of(hosted, ANNA) == "played"
    assert counted(hosted) == {}


def test_who_left_the_seat_to_a_computer_player_is_not_counted() -> None:
    hosted = begun(of_two())
    hosted.apply(hosted.hand_over(1, "random", ANNA))
    hosted.apply(hosted.resign(0))
    assert counted(hosted) == {ANNA: "lost"}
    assert result_of(hosted, BORIS) == "lost"


def test_nobody_in_a_seat_is_not_counted() -> None:
    assert counted(given_up(1, setup_of("hush", (PERSON, PERSON)))) == {ANNA: "won"}


def test_counters_are_sums_by_game_and_options(tmp_path: Path) -> None:
    store = Store(tmp_path / "onirium.db")
    # Who resigns, game after game: 0 is Anna.
    evening = [("hush", 0), ("hush", 1), ("hush", 1), ("hush 3", 0), ("hush", 0)]

    async def play() -> None:
        for number, (name, loser) in enumerate(evening):
            options = {"hand": 3} if name == "hush 3" else {}
            hosted = given_up(loser, of_two(options=options))
            hosted.id = f"t{number}"
            await store.create(hosted.id, hosted.setup)
            for _ in range(3):
                await store.note(hosted)

    asyncio.run(play())
    two: dict[str, Any] = {}
    three = {"hand": 3}
    assert asyncio.run(store.counters(ANNA)) == [
        counter(two, 2, 2, "lost", "won", "won", "lost"),
        counter(three, 0, 1, "lost"),
    ]
    assert asyncio.run(store.counters(BORIS)) == [
        counter(two, 2, 2, "won", "lost", "lost", "won"),
        counter(three, 1, 0, "won"),
    ]
    assert asyncio.run(store.counters("clara")) == []
    store.close()


def test_the_window_holds_the_latest(tmp_path: Path) -> None:
    store = Store(tmp_path / "onirium.db")

    async def play() -> None:
        for number in range(WINDOW + 1):
            hosted = given_up(0 if number < 2 else 1, of_two())
            hosted.id = f"t{number}"
            await store.create(hosted.id, hosted.setup)
            await store.note(hosted)

    asyncio.run(play())
    (sums,) = asyncio.run(store.counters(ANNA))
    assert (sums.won, sums.lost) == (WINDOW - 1, 2)
    assert sums.recent == ["lost", *["won"] * (WINDOW - 1)]
    store.close()


def test_options_are_counted_in_their_canonical_form(tmp_path: Path) -> None:
    store = Store(tmp_path / "onirium.db")

    async def play() -> None:
        for number, options in enumerate(
            [{"expansions": "towers,book"}, {"expansions": ["book", "towers"]}]
        ):
            hosted = given_up(0, setup_of(options=options))
            hosted.id = f"t{number}"
            await store.create(hosted.id, hosted.setup)
            await store.note(hosted)

    asyncio.run(play())
    (sums,) = asyncio.run(store.counters(ANNA))
    assert sums.options == {"expansions": ["book", "towers"]}
    assert sums.lost == 2
    store.close()
