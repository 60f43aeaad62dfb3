"""Several servers have one Postgres: they begin at once, come between each other, lose the line."""

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest

from onirium.storage.backend import Connection
from onirium.storage.connect import open_database
from onirium.storage.notifications import AnyNotification, EventAppended, ServerStopped
from onirium.storage.store import Conflict, Store, StoreError
from onirium.tables.errors import CommandRejected
from onirium.tables.events import PhraseSent
from tests.support.postgres_server import PATIENCE, Cluster, away, do
from tests.support.random_users import ANNA, make_setup, two_player_setup


@pytest.fixture
def address(cluster: Cluster) -> str:
    return cluster.database()


@pytest.fixture
def pair(address: str) -> Iterator[tuple[Store, Store]]:
    with closing(Store(address)) as here, closing(Store(address)) as there:
        yield here, there


async def until_it_goes(what: Callable[[], Awaitable[object]]) -> None:
    """Try again and again what fails as long as the line is lost."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await what()
            except StoreError:
                await asyncio.sleep(0.05)
            else:
                return


def test_servers_may_begin_at_once(address: str) -> None:
    with ThreadPoolExecutor(4) as threads, ExitStack() as opened:
        for store in threads.map(Store, [address] * 4):
            opened.enter_context(closing(store))
            asyncio.run(store.update_profile(ANNA, name="Anna"))


def test_a_number_is_taken_by_one_server(pair: tuple[Store, Store]) -> None:
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
        found = asyncio.run(store.load("t"))
        assert found is not None
        assert found.events == [PhraseSent(0, pair[winner].server_id) for winner in winners]


def test_a_nonce_has_its_effect_at_one_server(pair: tuple[Store, Store]) -> None:
    async def twice() -> None:
        await pair[0].create("t", two_player_setup())
        await pair[0].append("t", 0, PhraseSent(0, "look"), "n")
        with pytest.raises(Conflict):
            await pair[1].append("t", 1, PhraseSent(0, "look"), "n")
        assert await pair[1].is_processed("t", "n")

    asyncio.run(twice())


def test_the_deal_of_a_day_is_tried_once_at_all_servers(pair: tuple[Store, Store]) -> None:
    daily = make_setup(kind="daily", date="2026-11-21")

    async def both() -> list[object]:
        tries = (store.create(f"t{n}", daily) for n, store in enumerate(pair))
        return list(await asyncio.gather(*tries, return_exceptions=True))

    outcomes = asyncio.run(both())
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["CommandRejected", "NoneType"]
    lost = next(n for n, outcome in enumerate(outcomes) if isinstance(outcome, CommandRejected))
    assert asyncio.run(pair[0].load(f"t{lost}")) is None


def test_servers_that_wait_for_each_other_both_come_to_their_end(address: str) -> None:
    rows = ("anna", "boris")

    def held(names: tuple[str, ...], both: threading.Barrier) -> Callable[[Connection], None]:
        """Return a write of two rows that comes to the second when the other has its first."""

        def write(connection: Connection) -> None:
            for number, name in enumerate(names):
                connection.execute("UPDATE users SET name = name || '!' WHERE user_id = ?", [name])
                if not number:
                    meet(both)

        return write

    def meet(both: threading.Barrier) -> None:
        """Wait for the other; who tries again does not find it any more."""
        try:
            both.wait(1)
        except threading.BrokenBarrierError:
            return

    with closing(Store(address)) as here, closing(Store(address)) as there:
        for name in rows:
            asyncio.run(here.update_profile(name, name=name))
        both = threading.Barrier(2)
        one = here._writer.submit("", held(rows, both))
        other = there._writer.submit("", held(rows[::-1], both))
        one.result(PATIENCE)
        other.result(PATIENCE)
        for name in rows:
            visitor = asyncio.run(here.user_profile(name))
            assert visitor is not None
            assert visitor.name == f"{name}!!"


def test_what_one_server_keeps_is_told_to_the_others(
    pair: tuple[Store, Store], address: str
) -> None:
    here, there = pair

    async def listen() -> list[AnyNotification | None]:
        heard: list[AnyNotification | None] = []
        news = there.subscribe()
        heard.append(await anext(news))
        await there.create("own", two_player_setup())
        await there.append("own", 0, PhraseSent(0, "look"))
        await here.create("t", two_player_setup())
        with pytest.raises(Conflict):
            await here.append("t", 1, PhraseSent(0, "look"))
        await here.append("t", 0, PhraseSent(0, "look"))
        do(address, "NOTIFY onirium, 'of a release to come'")
        here.publish(ServerStopped(here.server_id))
        async with asyncio.timeout(PATIENCE):
            heard += [await anext(news), await anext(news)]
        await news.aclose()
        return heard

    assert asyncio.run(listen()) == [
        None,
        EventAppended(here.server_id, "t", 1),
        ServerStopped(here.server_id),
    ]


def test_a_line_that_is_cut_is_made_anew(address: str) -> None:
    with closing(Store(address)) as store:
        asyncio.run(store.create("t", two_player_setup()))
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"

        async def go_on() -> None:
            news = store.subscribe()
            assert await anext(news) is None
            do(address, f"{cut} AND datname = current_database()")
            await until_it_goes(lambda: store.append("t", 0, PhraseSent(0, "look")))
            await until_it_goes(lambda: store.load("t"))
            async with asyncio.timeout(PATIENCE):
                assert await anext(news) is None, "something may have been missed"
            await news.aclose()

        asyncio.run(go_on())


def test_while_the_database_is_away_nothing_is_done_and_nothing_lost(
    cluster: Cluster, address: str
) -> None:
    with closing(Store(address)) as store:
        asyncio.run(store.create("t", two_player_setup()))
        asyncio.run(store.append("t", 0, PhraseSent(0, "before")))
        with away(cluster):
            for failing in (store.append("t", 1, PhraseSent(0, "meanwhile")), store.load("t")):
                with pytest.raises(StoreError):
                    asyncio.run(failing)

        async def come_back() -> list[object]:
            await until_it_goes(lambda: store.append("t", 1, PhraseSent(0, "after")))
            await until_it_goes(store.count_tables)
            found = await store.load("t")
            assert found is not None
            return [*found.events]

        assert asyncio.run(come_back()) == [PhraseSent(0, "before"), PhraseSent(0, "after")]


def test_what_cannot_be_written_is_told_and_not_found(pair: tuple[Store, Store]) -> None:
    async def zero() -> None:
        await pair[0].create("t", two_player_setup())
        with pytest.raises(StoreError, match="not written"):
            await pair[0].append("t", 0, PhraseSent(0, "look"), "\0")
        await pair[0].append("t", 0, PhraseSent(0, "look"))
        assert await pair[0].load("\0") is None

    asyncio.run(zero())


# What is at an address is not always what should be.


def test_a_database_of_a_newer_version_is_left_alone(address: str) -> None:
    Store(address).close()
    do(address, "INSERT INTO migrations VALUES (1000)")
    with pytest.raises(StoreError, match="newer version of Onirium"):
        Store(address)


@pytest.mark.parametrize(
    "wrong",
    [
        "postgresql://anna:secret@127.0.0.1:1/nowhere",
        "postgresql://anna:secret@[::1",
        "postgres://?x=y",
    ],
)
def test_an_address_where_there_is_none_is_told_in_one_line(wrong: str) -> None:
    with pytest.raises(StoreError, match="cannot be") as failure:
        Store(wrong)
    assert "\n" not in str(failure.value)
    assert "secret" not in str(failure.value)


def test_without_psycopg_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "onirium.storage.postgres", raising=False)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"install onirium\[postgres\]"):
        open_database("postgresql://localhost/onirium")
