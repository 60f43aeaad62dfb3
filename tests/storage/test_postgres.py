"""Several servers with one Postgres: concurrency, notifications, lost connections."""

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest

from onirium.storage.backend import Connection, Write
from onirium.storage.connect import open_database
from onirium.storage.notifications import AnyNotification, EventAppended, ServerStopped
from onirium.storage.store import Conflict, Store, StoreError
from onirium.tables.errors import CommandRejected
from onirium.tables.events import PhraseSent
from tests.support.postgres_server import TIMEOUT_S, PostgresServer, execute, server_stopped
from tests.support.random_users import ANNA, make_setup, two_player_setup


@pytest.fixture
def address(postgres_server: PostgresServer) -> str:
    return postgres_server.database()


@pytest.fixture
def pair(address: str) -> Iterator[tuple[Store, Store]]:
    with closing(Store(address)) as here, closing(Store(address)) as there:
        yield here, there


async def retry_until_it_succeeds(attempt: Callable[[], Awaitable[object]]) -> None:
    """Repeat an operation that fails while the connection is lost."""
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            try:
                await attempt()
            except StoreError:
                await asyncio.sleep(0.05)
            else:
                return


def test_servers_can_start_concurrently(address: str) -> None:
    with ThreadPoolExecutor(4) as threads, ExitStack() as opened:
        for store in threads.map(Store, [address] * 4):
            opened.enter_context(closing(store))
            asyncio.run(store.update_profile(ANNA, name="Anna"))


def test_event_index_is_taken_by_one_server(pair: tuple[Store, Store]) -> None:
    rounds = 20

    async def race() -> list[int]:
        await pair[0].create("t", two_player_setup())
        winners = []
        for number in range(rounds):
            outcomes = await asyncio.gather(
                *(store.append("t", number, PhraseSent(0, store.server_id)) for store in pair),
                return_exceptions=True,
            )
            assert sorted(type(outcome).__name__ for outcome in outcomes) == [
                "Conflict",
                "NoneType",
            ]
            winners.append(outcomes.index(None))
        return winners

    winners = asyncio.run(race())
    for store in pair:
        table = asyncio.run(store.load("t"))
        assert table is not None
        assert table.events == [PhraseSent(0, pair[winner].server_id) for winner in winners]


def test_command_id_takes_effect_at_one_server(pair: tuple[Store, Store]) -> None:
    async def append_twice() -> None:
        await pair[0].create("t", two_player_setup())
        await pair[0].append("t", 0, PhraseSent(0, "look"), "n")
        with pytest.raises(Conflict):
            await pair[1].append("t", 1, PhraseSent(0, "look"), "n")
        assert await pair[1].is_processed("t", "n")

    asyncio.run(append_twice())


def test_daily_attempt_is_unique_across_servers(pair: tuple[Store, Store]) -> None:
    daily = make_setup(kind="daily", date="2026-11-21")

    async def create_at_both() -> list[object]:
        tries = (store.create(f"t{n}", daily) for n, store in enumerate(pair))
        return list(await asyncio.gather(*tries, return_exceptions=True))

    outcomes = asyncio.run(create_at_both())
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["CommandRejected", "NoneType"]
    rejected = next(n for n, outcome in enumerate(outcomes) if isinstance(outcome, CommandRejected))
    assert asyncio.run(pair[0].load(f"t{rejected}")) is None


def test_secret_that_two_servers_draw_at_once_is_one(pair: tuple[Store, Store]) -> None:
    async def draw_at_both() -> list[str]:
        return list(await asyncio.gather(*(store.secret("cookies") for store in pair)))

    one, other = asyncio.run(draw_at_both())
    assert one == other
    assert len(one) == 32


async def write_at_both(*writes: tuple[Store, Write]) -> None:
    queued = [store._writer.submit("", write) for store, write in writes]
    for completion in queued:
        assert await completion.wait(TIMEOUT_S)
        completion.check()


def test_deadlocked_transactions_are_retried(address: str) -> None:
    barrier = threading.Barrier(2, timeout=TIMEOUT_S)
    attempts: list[str] = []

    def make_write(*user_ids: str) -> Callable[[Connection], None]:
        """Return a write of two rows; its first attempt has one until the other write has one."""

        def write(connection: Connection) -> None:
            attempts.append(user_ids[0])
            for name in user_ids:
                connection.execute("UPDATE users SET name = name || '!' WHERE user_id = ?", [name])
                if name == user_ids[0] and attempts.count(name) == 1:
                    barrier.wait()

        return write

    with closing(Store(address)) as here, closing(Store(address)) as there:
        for name in ("anna", "boris"):
            asyncio.run(here.update_profile(name, name=name))
        one, other = make_write("anna", "boris"), make_write("boris", "anna")
        asyncio.run(write_at_both((here, one), (there, other)))
        for name in ("anna", "boris"):
            profile = asyncio.run(here.user_profile(name))
            assert profile is not None
            assert profile.name == f"{name}!!"
    assert len(attempts) > 2, "one of the two is aborted and retried, perhaps more than once"


def test_appended_events_are_published_to_other_servers(
    pair: tuple[Store, Store], address: str
) -> None:
    here, there = pair

    async def listen() -> list[AnyNotification | None]:
        received: list[AnyNotification | None] = []
        notifications = there.subscribe()
        received.append(await anext(notifications))
        await there.create("own", two_player_setup())
        await there.append("own", 0, PhraseSent(0, "look"))
        await here.create("t", two_player_setup())
        with pytest.raises(Conflict):
            await here.append("t", 1, PhraseSent(0, "look"))
        await here.append("t", 0, PhraseSent(0, "look"))
        execute(address, "NOTIFY onirium, 'of a later version'")
        here.publish(ServerStopped(here.server_id))
        async with asyncio.timeout(TIMEOUT_S):
            received += [await anext(notifications) for _ in range(3)]
        await notifications.aclose()
        return received

    assert asyncio.run(listen()) == [
        None,
        EventAppended(there.server_id, "own", 1),
        EventAppended(here.server_id, "t", 1),
        ServerStopped(here.server_id),
    ]


def test_terminated_connections_are_replaced(address: str) -> None:
    with closing(Store(address)) as store:
        asyncio.run(store.create("t", two_player_setup()))
        terminate = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
        )

        async def reconnect() -> None:
            notifications = store.subscribe()
            assert await anext(notifications) is None
            execute(address, f"{terminate} AND datname = current_database()")
            await retry_until_it_succeeds(lambda: store.append("t", 0, PhraseSent(0, "look")))
            await retry_until_it_succeeds(lambda: store.load("t"))
            async with asyncio.timeout(TIMEOUT_S):
                assert await anext(notifications) is None, "a notification may have been missed"
            await notifications.aclose()

        asyncio.run(reconnect())


def test_outage_fails_commands_and_loses_nothing(
    postgres_server: PostgresServer, address: str
) -> None:
    with closing(Store(address)) as store:
        asyncio.run(store.create("t", two_player_setup()))
        asyncio.run(store.append("t", 0, PhraseSent(0, "before")))
        with server_stopped(postgres_server):
            for failing in (store.append("t", 1, PhraseSent(0, "meanwhile")), store.load("t")):
                with pytest.raises(StoreError):
                    asyncio.run(failing)

        async def come_back() -> list[object]:
            await retry_until_it_succeeds(lambda: store.append("t", 1, PhraseSent(0, "after")))
            await retry_until_it_succeeds(store.count_tables)
            table = await store.load("t")
            assert table is not None
            return [*table.events]

        assert asyncio.run(come_back()) == [PhraseSent(0, "before"), PhraseSent(0, "after")]


def test_unwritable_value_fails_and_matches_nothing(pair: tuple[Store, Store]) -> None:
    async def write_zero_byte() -> None:
        await pair[0].create("t", two_player_setup())
        with pytest.raises(StoreError, match="not written"):
            await pair[0].append("t", 0, PhraseSent(0, "look"), "\0")
        await pair[0].append("t", 0, PhraseSent(0, "look"))
        assert await pair[0].load("\0") is None

    asyncio.run(write_zero_byte())


# Unusable databases.


def test_newer_database_is_rejected(address: str) -> None:
    Store(address).close()
    execute(address, "INSERT INTO migrations VALUES (1000)")
    with pytest.raises(StoreError, match="newer version of Onirium"):
        Store(address)


def create_encoded(address: str, encoding: str) -> str:
    """Create a database with an encoding; return its address."""
    name = f"encoded_{encoding.lower()}"
    settings = f"ENCODING '{encoding}' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'"
    execute(address, f"CREATE DATABASE {name} {settings}")
    return address.partition("&")[0].replace("/postgres?", f"/{name}?")


def test_a_database_without_an_encoding_stores_every_name(address: str) -> None:
    """``initdb`` chooses SQL_ASCII in the locale C."""
    with closing(Store(create_encoded(address, "SQL_ASCII"))) as store:
        asyncio.run(store.update_profile(ANNA, name="Мария"))
        profile = asyncio.run(store.user_profile(ANNA))
    assert profile
    assert profile.name == "Мария"


def test_a_database_that_cannot_store_every_name_is_rejected(address: str) -> None:
    with pytest.raises(StoreError, match="is LATIN1; create it with ENCODING 'UTF8'"):
        Store(create_encoded(address, "LATIN1"))


@pytest.mark.parametrize(
    "wrong",
    [
        "postgresql://anna:secret@127.0.0.1:1/nowhere",
        "postgresql://anna:secret@[::1",
        "postgres://?x=y",
        "postgresql://anna:my@secret@127.0.0.1:1/nowhere",
    ],
)
def test_unreachable_address_is_reported_in_one_line_without_the_password(wrong: str) -> None:
    with pytest.raises(StoreError, match=r"cannot be|write %40") as failure:
        Store(wrong)
    assert "\n" not in str(failure.value)
    assert "secret" not in str(failure.value)


def test_missing_psycopg_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "onirium.storage.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"install '\.\[postgres\]'"):
        open_database("postgresql://localhost/onirium")
