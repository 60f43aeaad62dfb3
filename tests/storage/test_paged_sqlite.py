"""SQLite without a file and without threads: its pages are durable, or its writes fail."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import closing
from typing import Any, Final

import pytest

from onirium.storage.backend import Connection, StoreError
from onirium.storage.page_store import PAGE_BYTES, MemoryPageStore
from onirium.storage.paged_sqlite import PagedSqlite
from onirium.storage.store import Store, UserProfile
from onirium.tables.table import Table
from tests.storage.test_store import append_event, create_table
from tests.support.random_users import RandomUsers, make_setup, snapshot


class FullPageStore(MemoryPageStore):
    """Refuses to save while it is full, as a browser does beyond its quota."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = False
        self.saves: list[set[int]] = []

    async def save(self, pages: Mapping[int, bytes], page_count: int) -> None:
        """Save the pages after other tasks have run."""
        await asyncio.sleep(0)
        if self.is_full:
            raise OSError("the quota is exceeded")
        self.saves.append(set(pages))
        await super().save(pages, page_count)


OPENED: Final[list[PagedSqlite]] = []


@pytest.fixture(autouse=True)
def _close_databases() -> Iterator[None]:
    """Close the databases of a test; since Python 3.13 those that remain open cause warnings."""
    yield
    for database in OPENED:
        database.close()
    OPENED.clear()


async def open_store(pages: MemoryPageStore) -> Store:
    database = await PagedSqlite.open(pages)
    OPENED.append(database)
    return Store(database)


def test_table_survives_in_its_pages() -> None:
    pages = MemoryPageStore()

    async def play() -> Table:
        store = await open_store(pages)
        table = await create_table(store, make_setup("onirim"))
        users = RandomUsers(3)
        while table.version < 30:
            await append_event(store, table, users.propose(table))
        return table

    async def load() -> Table | None:
        return await (await open_store(pages)).load("t")

    played, loaded = asyncio.run(play()), asyncio.run(load())
    assert loaded is not None
    assert snapshot(loaded) == snapshot(played)


def test_pages_are_a_database_file() -> None:
    pages = MemoryPageStore()

    async def write() -> None:
        await (await open_store(pages)).update_profile("anna", name="Anna")

    asyncio.run(write())
    connection = sqlite3.connect(":memory:")
    connection.deserialize(b"".join(pages.pages))
    assert connection.execute("SELECT name FROM users").fetchall() == [("Anna",)]
    connection.close()


def test_only_changed_pages_are_saved() -> None:
    pages = FullPageStore()

    async def write() -> None:
        store = await open_store(pages)
        await store.update_profile("anna", name="Anna")

    asyncio.run(write())
    creation, update = pages.saves
    assert creation == set(range(len(pages.pages)))
    assert len(update) == 2  # the header and the leaf of the table


def test_write_that_cannot_be_saved_fails_and_leaves_nothing() -> None:
    pages = FullPageStore()

    async def write() -> list[UserProfile | None]:
        store = await open_store(pages)
        await store.update_profile("anna", name="Anna")
        pages.is_full = True
        with pytest.raises(StoreError, match="pages: not written: the quota is exceeded"):
            await store.update_profile("anna", name="Annika")
        pages.is_full = False
        undone = await store.user_profile("anna")
        await store.update_profile("boris", name="Boris")
        reopened = await open_store(pages)
        return [undone, *[await reopened.user_profile(user) for user in ("anna", "boris")]]

    anna, boris = UserProfile(name="Anna"), UserProfile(name="Boris")
    assert asyncio.run(write()) == [anna, anna, boris]


def test_each_write_that_cannot_be_saved_raises_an_exception_of_its_own() -> None:
    pages = FullPageStore()

    async def write() -> list[BaseException | None]:
        store = await open_store(pages)
        pages.is_full = True
        writes = [store.update_profile(name, name=name) for name in ("anna", "boris")]
        return await asyncio.gather(*writes, return_exceptions=True)

    one, other = asyncio.run(write())
    assert type(one) is type(other) is StoreError
    assert str(one) == str(other)
    assert one is not other


def test_new_database_that_cannot_be_saved_is_not_opened() -> None:
    pages = FullPageStore()
    pages.is_full = True
    with pytest.raises(StoreError, match="the quota is exceeded"):
        asyncio.run(open_store(pages))


def test_writes_during_a_save_share_the_next_one() -> None:
    pages = FullPageStore()

    async def write() -> None:
        store = await open_store(pages)
        first = asyncio.create_task(store.update_profile("anna", name="Anna"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)  # the first write waits for its save
        names = [f"user {number}" for number in range(20)]
        await asyncio.gather(first, *[store.update_profile(name, name=name) for name in names])

    asyncio.run(write())
    assert len(pages.saves) == 3  # the creation, the first write, all others


def test_failed_write_does_not_fail_the_others_of_its_batch() -> None:
    def violate(connection: Connection) -> None:
        for _ in range(2):
            connection.execute("INSERT INTO users VALUES ('anna', '', '', '')")

    async def write() -> UserProfile | None:
        store = await open_store(MemoryPageStore())
        failing = store._writer.submit("anna", violate)
        await store.update_profile("boris", name="Boris")
        with pytest.raises(StoreError, match="UNIQUE"):
            failing.check()
        assert await store.user_profile("anna") is None
        return await store.user_profile("boris")

    assert asyncio.run(write()) == UserProfile(name="Boris")


def test_foreign_keys_hold_after_an_undone_write() -> None:
    pages = FullPageStore()

    def orphan(connection: Connection) -> None:
        connection.execute("INSERT INTO events VALUES ('unknown', 0, x'', NULL)")

    async def write() -> None:
        store = await open_store(pages)
        pages.is_full = True
        with pytest.raises(StoreError):
            await store.update_profile("anna", name="Anna")
        pages.is_full = False
        queued = store._writer.submit("", orphan)
        await queued.wait()
        with pytest.raises(StoreError, match="FOREIGN KEY"):
            queued.check()

    asyncio.run(write())


def test_closed_store_cancels_what_was_not_written() -> None:
    async def write() -> None:
        store = await open_store(MemoryPageStore())
        queued = store._writer.submit("", lambda _: None)
        store.close()
        assert await queued.wait()
        with pytest.raises(StoreError, match="the store is closed"):
            queued.check()
        with pytest.raises(StoreError, match="the store is closed"):
            await store.update_profile("anna", name="Anna")

    asyncio.run(write())


def test_no_thread_is_started() -> None:
    async def write() -> set[threading.Thread]:
        store = await open_store(MemoryPageStore())
        await store.update_profile("anna", name="Anna")
        return set(threading.enumerate())

    before = set(threading.enumerate())
    assert not asyncio.run(write()) - before


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("PRAGMA application_id = 7", "belongs to another program"),
        ("PRAGMA user_version = 1000", "written by a newer version"),
    ],
)
def test_foreign_database_is_rejected_and_kept(statement: str, reason: str) -> None:
    pages = MemoryPageStore()

    async def change() -> None:
        with closing(await PagedSqlite.open(pages)) as database:
            database.connect().execute(statement)
            await database.save()

    asyncio.run(change())
    kept = list(pages.pages)
    with pytest.raises(StoreError, match=reason):
        asyncio.run(open_store(pages))
    assert pages.pages == kept


def test_damaged_database_is_rejected() -> None:
    pages = MemoryPageStore()
    pages.pages = [b"?" * PAGE_BYTES]
    with pytest.raises(StoreError, match="pages: cannot be opened as a database"):
        asyncio.run(open_store(pages))


@pytest.mark.parametrize("reason", ["full", "newer"])
def test_database_that_is_not_opened_is_closed(
    monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    connections: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def record(*arguments: Any, **keywords: Any) -> sqlite3.Connection:
        connections.append(connect(*arguments, **keywords))
        return connections[-1]

    pages = FullPageStore()
    asyncio.run(open_store(pages))
    with closing(connect(":memory:")) as newer:
        newer.deserialize(b"".join(pages.pages))
        newer.execute("PRAGMA user_version = 1000")
        image = b"" if reason == "full" else newer.serialize()
    pages.pages = [image[start : start + PAGE_BYTES] for start in range(0, len(image), PAGE_BYTES)]
    pages.is_full = True
    monkeypatch.setattr(sqlite3, "connect", record)
    with pytest.raises(StoreError):
        asyncio.run(open_store(pages))
    assert connections
    for connection in connections:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")


def test_unreadable_pages_are_reported() -> None:
    class LostPageStore(MemoryPageStore):
        async def load(self) -> bytes:
            raise OSError("blocked by the browser")

    with pytest.raises(StoreError, match="pages: cannot be read: blocked by the browser"):
        asyncio.run(open_store(LostPageStore()))
