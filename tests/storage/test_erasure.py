"""Erasure of users and deletion of abandoned tables."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from onirium.match.match import HUMAN
from onirium.storage import group_commit, sqlite, summaries
from onirium.storage.backend import Row
from onirium.storage.store import Store
from onirium.tables.commands import play, seating, takebacks
from onirium.tables.events import PhraseSent, SeatTaken, TakenBack
from onirium.tables.setup import Setup
from onirium.tables.table import Table
from onirium.tables.tokens import hash_token
from tests.storage.test_store import append_event
from tests.storage.test_store import create_table as create_and_start
from tests.support.live_server import TIMEOUT_S, wait_until
from tests.support.random_users import snapshot

ANNA, BORIS, CLARA = hash_token("anna"), hash_token("boris"), hash_token("clara")
RELATIONS = (
    *("tables", "events", "table_summaries", "seat_owners"),
    *("results", "result_counts", "daily_attempts", "users"),
    *("connected_owners", "unsigned_users"),
)


@pytest.fixture
def store(location: str) -> Iterator[Store]:
    opened = Store(location)
    yield opened
    opened.close()


async def create_table(
    store: Store, table_id: str, *owner_ids: str, game: str = "hush", **more: Any
) -> Table:
    occupants = [HUMAN] * len(owner_ids)
    setup = Setup(
        game=game,
        options={} if game == "hush" else {"seats": len(owner_ids)},
        occupants=occupants,
        owner_ids=list(owner_ids),
        host_id=owner_ids[0],
        seed=1,
        **more,
    )
    return await create_and_start(store, setup, table_id)


async def dump(store: Store) -> str:
    """Return the content of all relations as text."""
    rows = [await store._fetch_all(f"SELECT * FROM {relation}") for relation in RELATIONS]  # noqa: S608
    return str(rows)


async def create_tables_of_anna(store: Store) -> Table:
    """Create tables of Anna alone, of Boris alone and of both; return one of both."""
    await store.update_profile(ANNA, name="Anna")
    await store.update_profile(BORIS, name="Boris")
    await create_table(store, "mine", ANNA, game="onirim")
    daily = await create_table(
        store, "daily", ANNA, game="onirim", kind="daily", date="2026-11-22", created_at="now"
    )
    await append_event(store, daily, play.resign(daily, 0))
    ours = await create_table(store, "ours", ANNA, BORIS)
    invited, secret = seating.create_invitation(ours, 0, ANNA)
    await append_event(store, ours, invited, f"{ANNA}:n1")
    await append_event(store, ours, seating.take_seat(ours, 0, ANNA, secret))
    await append_event(store, ours, PhraseSent(1, "hello"), f"{BORIS}:n1")
    await create_table(store, "yours", BORIS, game="onirim")
    over = await create_table(store, "over", BORIS, ANNA)
    await append_event(store, over, play.resign(over, 1))
    return ours


async def erase_owner(store: Store, owner_id: str) -> None:
    """Erase a user as a server without open tables does."""
    for table_id in await store.table_ids_of(owner_id):
        await store.erase_at_table(table_id, owner_id)
    await store.erase_user(owner_id)


def test_erasure_deletes_the_data_of_a_user_only(store: Store) -> None:
    async def run() -> None:
        await create_tables_of_anna(store)
        assert ANNA in await dump(store)
        won = await store.statistics(BORIS)

        await erase_owner(store, ANNA)

        content = await dump(store)
        assert ANNA not in content
        assert "Anna" not in content
        assert await store.tables_owned_by(ANNA) == []
        assert await store.statistics(ANNA) == []
        assert await store.daily_attempt(ANNA, "onirim", "2026-11-22") is None
        assert await store.load("mine") is None
        assert await store.load("daily") is None
        assert {table.table_id for table in await store.tables_owned_by(BORIS)} == {
            "ours",
            "yours",
            "over",
        }
        assert await store.statistics(BORIS) == won
        assert not await store.is_processed("ours", f"{ANNA}:n1")
        assert await store.is_processed("ours", f"{BORIS}:n1")
        assert await store.user_profile(BORIS) is not None

    asyncio.run(run())


def test_erasure_anonymizes_shared_tables_whose_games_continue(store: Store) -> None:
    async def run() -> None:
        ours = await create_tables_of_anna(store)

        await erase_owner(store, ANNA)

        stored = await store.load("ours")
        assert stored is not None
        assert stored.setup.host_id == BORIS
        pseudonym = stored.setup.owner_ids[0]
        assert pseudonym not in {"", ANNA, BORIS}
        ours.apply(SeatTaken(0, HUMAN, ""))
        assert str(snapshot(stored)) == str(snapshot(ours)).replace(ANNA, pseudonym)
        # The new host assigns the seat to a bot.
        await append_event(store, stored, seating.assign_seat(stored, 0, "random", BORIS))
        reloaded = await store.load("ours")
        assert reloaded is not None
        assert reloaded.seats[0].occupant == "random"

    asyncio.run(run())


async def erase_and_load(store: Store, table: Table, owner_id: str) -> Table:
    """Erase a user who has a seat at a table; return the table, whose summary is saved again."""
    await erase_owner(store, owner_id)
    stored = await store.load(table.table_id)
    assert stored is not None
    await store.save_summary(stored)
    return stored


async def act(store: Store, table: Table) -> int:
    """Take the first action; return the seat that took it."""
    seat = int(table.match.state.current_player())
    action = table.match.state.legal_actions()[0]
    await append_event(store, table, play.take_actions(table, seat, [action], table.version))
    return seat


def test_seat_of_an_erased_owner_belongs_to_nobody(store: Store) -> None:
    async def run() -> None:
        ours = await create_table(store, "ours", BORIS, ANNA, game="nightmarium")
        while await act(store, ours) != 0 or takebacks.takeback_mode(ours, 0) != "ask":
            pass
        await append_event(store, ours, takebacks.take_back(ours, 0))

        stored = await erase_and_load(store, ours, ANNA)

        assert [seat.owner_id for seat in stored.seats] == [BORIS, ""]
        assert stored.pending_takeback is None
        assert isinstance(takebacks.take_back(stored, 0), TakenBack)
        seating.create_invitation(stored, 1, BORIS)

    asyncio.run(run())


def test_table_disappears_when_all_owners_are_erased(store: Store) -> None:
    async def run() -> None:
        ours = await create_table(store, "ours", ANNA, ANNA, BORIS, game="nightmarium")
        stored = await erase_and_load(store, ours, ANNA)
        assert [seat.owner_id for seat in stored.seats] == ["", "", BORIS]
        await erase_owner(store, BORIS)
        assert await store.load("ours") is None

    asyncio.run(run())


def test_erasure_before_the_deal_leaves_the_seat_to_nobody(store: Store) -> None:
    setup = Setup(
        game="hush",
        options={},
        occupants=[HUMAN, HUMAN],
        owner_ids=[ANNA, BORIS],
        host_id=ANNA,
        seed=1,
    )

    async def run() -> None:
        await store.create("ours", setup)
        await erase_owner(store, ANNA)
        stored = await store.load("ours")
        assert stored is not None
        assert (stored.version, stored.setup.host_id) == (0, BORIS)
        assert stored.setup.owner_ids == ["", BORIS]

    asyncio.run(run())


def test_erasure_keeps_the_takebacks_to_which_the_user_agreed(store: Store) -> None:
    async def run() -> None:
        ours = await create_table(store, "ours", BORIS, CLARA, ANNA, game="nightmarium")
        while await act(store, ours) != 0 or takebacks.takeback_mode(ours, 0) != "ask":
            pass
        await append_event(store, ours, takebacks.take_back(ours, 0))
        # Clara agrees first, and the game goes on only after Anna's answer.
        for seat in (1, 2):
            await append_event(store, ours, takebacks.answer_takeback(ours, seat, accepted=True))
        await act(store, ours)
        stored = await erase_and_load(store, ours, ANNA)
        assert stored.match.record == ours.match.record

    asyncio.run(run())


def test_delete_abandoned_finds_a_table_with_an_erased_owner(store: Store) -> None:
    async def run() -> None:
        await create_table(store, "ours", ANNA, BORIS)
        await erase_owner(store, ANNA)
        assert await store.delete_abandoned("9999") == 1
        assert await store.load("ours") is None

    asyncio.run(run())


def test_erasure_of_an_unknown_user_changes_nothing(store: Store) -> None:
    async def run() -> None:
        await create_table(store, "t", ANNA, BORIS)
        before = await dump(store)
        await erase_owner(store, hash_token("somebody"))
        assert await dump(store) == before

    asyncio.run(run())


def test_interrupted_erasure_can_be_repeated(location: str) -> None:
    async def begin(store: Store) -> list[str]:
        await create_tables_of_anna(store)
        erased, *others = await store.table_ids_of(ANNA)
        await store.erase_at_table(erased, ANNA)
        return others

    async def repeat(store: Store) -> tuple[list[str], str]:
        others = await store.table_ids_of(ANNA)
        assert await store.user_profile(ANNA) is not None
        await erase_owner(store, ANNA)
        return others, await dump(store)

    with closing(Store(location)) as store:
        left = asyncio.run(begin(store))
    with closing(Store(location)) as store:
        others, content = asyncio.run(repeat(store))
    assert others == left
    assert len(left) == 3
    assert ANNA not in content
    assert "Anna" not in content


def test_user_who_takes_a_seat_during_the_erasure_can_be_erased_again(store: Store) -> None:
    async def run() -> None:
        await create_table(store, "late", ANNA, BORIS)
        await store.erase_user(ANNA)
        assert await store.table_ids_of(ANNA) == ["late"]
        await erase_owner(store, ANNA)
        assert ANNA not in await dump(store)

    asyncio.run(run())


def test_delete_abandoned_keeps_finished_tables(store: Store) -> None:
    async def run() -> None:
        over = await create_table(store, "over", ANNA, BORIS)
        await append_event(store, over, play.resign(over, 0))
        await create_table(store, "abandoned", ANNA, BORIS)
        updated_at = {
            table.table_id: table.updated_at for table in await store.tables_owned_by(ANNA)
        }["abandoned"]
        assert await store.delete_abandoned(updated_at) == 0
        later = datetime.fromisoformat(updated_at) + timedelta(milliseconds=1)
        assert await store.delete_abandoned(later.isoformat(timespec="milliseconds")) == 1
        assert [table.table_id for table in await store.tables_owned_by(ANNA)] == ["over"]
        assert await store.count_tables() == 1
        assert "abandoned" not in await dump(store)

    asyncio.run(run())


def test_delete_abandoned_keeps_a_table_where_somebody_acts_meanwhile(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch_all = store._fetch_all

    async def run() -> None:
        monkeypatch.setattr(summaries, "_utc_now", lambda: "2026-01-01")
        await create_table(store, "abandoned", ANNA, BORIS)
        tables = [await create_table(store, f"acted {n}", ANNA, BORIS) for n in range(2)]

        async def fetch_then_act(statement: str, *values: object) -> list[Row]:
            rows = await fetch_all(statement, *values)
            monkeypatch.undo()
            for table in tables:
                action = play.take_actions(table, 0, [0], table.version)
                await store.append(table.table_id, table.version, action)
                table.apply(action)
            # The other summary is older than the event.
            await store.save_summary(tables[0])
            return rows

        monkeypatch.setattr(store, "_fetch_all", fetch_then_act)
        assert [await store.delete_abandoned("2026-02-01") for _ in range(2)] == [3, 0]
        assert await store.load("abandoned") is None
        for table in tables:
            stored = await store.load(table.table_id)
            assert stored is not None
            assert stored.version == table.version

    asyncio.run(run())


def test_delete_unused_keeps_tables_with_outdated_summaries(store: Store) -> None:
    async def run() -> None:
        acted = await create_table(store, "acted", ANNA, BORIS)
        await create_table(store, "unused", ANNA, BORIS)
        await store.append("acted", acted.version, play.take_actions(acted, 0, [0], acted.version))
        later = (datetime.now(UTC) + timedelta(minutes=1)).isoformat(timespec="milliseconds")
        assert [await store.delete_unused(later) for _ in range(2)] == [1, 0]
        assert await store.load("acted") is not None
        assert await store.load("unused") is None

    asyncio.run(run())


def test_erasure_follows_scheduled_summaries(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "BATCH_DELAY_S", 60.0)
    # A batch is sorted by subject, a table or user id; this one comes after the owner id.
    last_id = "~"

    async def run() -> None:
        store.schedule_summary(await create_table(store, last_id, ANNA, BORIS))
        await erase_owner(store, ANNA)
        assert await store.tables_owned_by(ANNA) == []
        assert [table.table_id for table in await store.tables_owned_by(BORIS)] == [last_id]

    asyncio.run(run())


def test_erased_data_is_not_left_in_the_write_ahead_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_INTERVAL_S", 0.01)
    log = tmp_path / "onirium.db-wal"

    async def run(store: Store) -> None:
        await store.update_profile(ANNA, name="Annabella")
        assert log.stat().st_size > 0
        await erase_owner(store, ANNA)

    with closing(Store(tmp_path / "onirium.db")) as store:
        asyncio.run(run(store))
        wait_until(lambda: log.stat().st_size == 0)
        assert b"Annabella" not in (tmp_path / "onirium.db").read_bytes()


def test_erased_data_leaves_the_write_ahead_log_after_its_last_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_INTERVAL_S", 0.01)
    monkeypatch.setattr(sqlite, "BUSY_TIMEOUT_S", 0.01)
    checkpoint, is_prevented = sqlite._checkpoint, Event()

    def observe(connection: sqlite3.Connection, mode: str) -> tuple[bool, int]:
        is_busy, wal_pages = checkpoint(connection, mode)
        if is_busy and mode == "TRUNCATE":
            is_prevented.set()
        return is_busy, wal_pages

    monkeypatch.setattr(sqlite, "_checkpoint", observe)
    path = tmp_path / "onirium.db"
    with closing(Store(path)) as store, closing(sqlite3.connect(path)) as reader:
        asyncio.run(store.update_profile(ANNA, name="Annabella"))
        reader.execute("BEGIN")
        reader.execute("SELECT name FROM users").fetchall()
        asyncio.run(erase_owner(store, ANNA))
        assert is_prevented.wait(TIMEOUT_S)
        reader.execute("ROLLBACK")
        wait_until(lambda: (tmp_path / "onirium.db-wal").stat().st_size == 0)


def test_erased_data_is_not_left_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "onirium.db"

    async def run(store: Store) -> None:
        await store.update_profile(ANNA, name="Annabella")
        await create_table(store, "mine", ANNA, game="onirim")
        await create_table(store, "ours", ANNA, BORIS)
        await erase_owner(store, ANNA)

    with closing(Store(path)) as store:
        asyncio.run(run(store))
    content = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in (ANNA, "Annabella"):
        assert secret.encode() not in content
    assert BORIS.encode() in content
