"""Tables with long histories and users with many tables do not slow the server down."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest

from onirium.match.match import HUMAN
from onirium.storage.backend import Connection, Row
from onirium.storage.sqlite import Sqlite
from onirium.storage.store import EVENTS_PER_QUERY, Store
from onirium.storage.summaries import SummarySnapshot
from onirium.tables.commands import play, takebacks
from onirium.tables.events import Resigned
from onirium.tables.table import Table
from onirium.web.live import clients
from onirium.web.routes.history import PAGE_SIZE
from onirium.web.routes.new_table import MAX_SEARCHED_TABLES
from tests.support.live_server import HttpUser, LiveServer, run_server, wait_until
from tests.support.random_users import (
    ANNA,
    make_setup,
    snapshot,
    spoil_actions,
    started_table,
    take_actions,
)

PAIR_COUNT = 1_000
TABLE_COUNT = 1_500
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    with run_server(tmp_path) as server:
        yield server


# Long histories.


def act_and_take_back(pair_count: int) -> Table:
    """Return a table whose player takes back the same decision again and again."""
    table = started_table(make_setup())
    for _ in range(20):
        take_actions(table)
    for _ in range(pair_count):
        take_actions(table)
        table.apply(takebacks.take_back(table, 0))
    return table


async def store_events(store: Store, table: Table) -> None:
    """Store a table with all its events in one transaction."""

    def insert(connection: Connection) -> None:
        for index, event in enumerate(table.events):
            connection.execute(
                "INSERT INTO events VALUES (?, ?, ?, NULL)",
                (table.table_id, index, msgspec.json.encode(event)),
            )

    await store.create(table.table_id, table.setup)
    await store._write(table.table_id, insert)


async def load_counting_turns(store: Store, table_id: str) -> tuple[Table, int]:
    """Load a table; return it, and the number of turns that another task had meanwhile."""
    turns = 0

    async def count_turns() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    counter = asyncio.create_task(count_turns())
    loaded = await store.load(table_id)
    counter.cancel()
    assert loaded is not None
    return loaded, turns


def test_loading_of_a_long_history_does_not_block_other_tasks(tmp_path: Path) -> None:
    table = act_and_take_back(PAIR_COUNT)
    with closing(Store(tmp_path / "onirium.db")) as store:
        asyncio.run(store_events(store, table))
        loaded, turns = asyncio.run(load_counting_turns(store, "t"))
        assert snapshot(loaded) == snapshot(table)
        assert turns >= PAIR_COUNT // EVENTS_PER_QUERY
        assert asyncio.run(store.load_events("t", 5)) == table.events[5:]


def test_loading_of_a_long_game_does_not_block_other_tasks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onirium.storage.store.LOAD_SLICE_S", 0.0)
    table = act_and_take_back(0)
    assert 20 < len(table.events) < EVENTS_PER_QUERY
    with closing(Store(tmp_path / "onirium.db")) as store:
        asyncio.run(store_events(store, table))
        loaded, turns = asyncio.run(load_counting_turns(store, "t"))
    assert snapshot(loaded) == snapshot(table)
    assert turns >= len(table.events) - 1


def test_loading_does_not_apply_what_was_taken_back(tmp_path: Path) -> None:
    table = act_and_take_back(0)
    table.unranked = True
    start = table.version
    for _ in range(PAIR_COUNT):
        take_actions(table)
        table.apply(takebacks.take_back(table, 0))
    record = list(table.match.record.actions)
    table.setup = msgspec.structs.replace(table.setup, unranked=True)
    table.events = spoil_actions(table.events, range(start, table.version, 2))
    with closing(Store(tmp_path / "onirium.db")) as store:
        asyncio.run(store_events(store, table))
        loaded = asyncio.run(store.load("t"))
    assert loaded is not None
    assert loaded.match.record.actions == record


def test_pages_of_an_open_table_do_not_load_it(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = server.new_user()
    table_id = server.create_table("onirim", (HUMAN,), anna)
    with anna.connect(table_id) as client:
        client.take_first_action()
        with monkeypatch.context() as patch:
            patch.setattr(server.store, "load", None)
            for path in (f"/t/{table_id}", f"/t/{table_id}/replay", f"/t/{table_id}/record.json"):
                assert anna.get(path).status_code == 200
    assert anna.get(f"/t/{table_id}").status_code == 200


def test_closed_table_is_loaded_once(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    # The session of a table outlasts the polls of its owner.
    monkeypatch.setattr(clients, "POLL_TIMEOUT_S", 0)
    anna = server.new_user()
    table_id = server.create_table("onirim", (HUMAN,), anna)
    path = f"/api/t/{table_id}"
    with anna.connect(table_id) as client:
        client.take_first_action()
    with monkeypatch.context() as patch:
        patch.setattr(server.store, "load", None)
        assert anna.get(path).json()["version"] == 2
        assert anna.get(f"/t/{table_id}").status_code == 200
    wait_until(lambda: table_id not in server.open_table_ids)
    # Another server may append an event.
    server.run(server.store.append(table_id, 2, Resigned(0)))
    assert anna.get(path).json()["is_over"]
    server.run(server.sessions.erase_owner(anna.user_id))
    assert anna.get(path).status_code == 404


def test_erasure_while_a_table_is_loaded_is_not_missed(
    server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = server.new_user(), server.new_user()
    options = {"seats": 2}
    table_id = server.create_table("nightmarium", (HUMAN, HUMAN), anna, boris, options=options)
    load, erasures = server.store.load, list[asyncio.Task[None]]()

    async def load_and_erase(table_id: str) -> Table | None:
        monkeypatch.setattr(server.store, "load", load)
        table = await load(table_id)
        erasures.append(asyncio.create_task(server.sessions.erase_owner(boris.user_id)))
        # An erasure that did not wait for the load would be complete after as many writes.
        for _ in range(4):
            await server.store.table_ids_of(boris.user_id)
        return table

    async def owner_ids() -> list[str]:
        async with server.sessions.session(table_id) as session:
            assert session is not None
            await asyncio.gather(*erasures)
            return [seat.owner_id for seat in session.table.seats]

    monkeypatch.setattr(server.store, "load", load_and_erase)
    owners = server.run(owner_ids())
    assert owners == [anna.user_id, ""]


# Many tables.


def add_finished_tables(server: LiveServer, user: HttpUser) -> None:
    """Store finished tables of a user, half of each game."""
    finished = []
    for game, occupants in (("onirim", (HUMAN,)), ("nightmarium", (HUMAN, "greedy"))):
        setup = make_setup(game, occupants, (user.user_id,), host_id=user.user_id)
        table = started_table(setup)
        table.apply(play.resign(table, 0))
        finished.append(table)

    def insert(connection: Connection) -> None:
        for number in range(TABLE_COUNT):
            table = finished[number % 2]
            table.table_id = f"t{number}"
            connection.execute(
                "INSERT INTO tables VALUES (?, ?)",
                (table.table_id, msgspec.json.encode(table.setup)),
            )
            SummarySnapshot(table).write(connection)

    server.run(server.store._write("", insert))


@pytest.fixture
def row_counts(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that receives the number of rows of each query."""
    counts: list[int] = []
    fetch_all = Sqlite.fetch_all

    async def count_rows(self: Sqlite, statement: str, values: Sequence[object]) -> list[Row]:
        rows = await fetch_all(self, statement, values)
        counts.append(len(rows))
        return rows

    monkeypatch.setattr(Sqlite, "fetch_all", count_rows)
    return counts


def test_pages_of_a_user_with_many_tables_read_few_rows(
    server: LiveServer, row_counts: list[int]
) -> None:
    anna = server.new_user()
    add_finished_tables(server, anna)
    open_id = server.create_table("onirim", (HUMAN,), anna)
    row_counts.clear()
    assert f'href="/t/{open_id}"' in anna.get("/").text
    last_page = TABLE_COUNT // 2 // PAGE_SIZE + 1
    for path, count in (
        ("/history", PAGE_SIZE),
        ("/history?page=2", PAGE_SIZE),
        (f"/history?game=nightmarium&page={last_page}", TABLE_COUNT // 2 % PAGE_SIZE),
        ("/history?page=999999", 0),
        ("/new/onirim", 0),
        ("/daily/onirim", 0),
        ("/statistics", 0),
    ):
        response = anna.get(path)
        assert (response.status_code, response.text.count('<li class="sheet">')) == (200, count)
    choice = urlencode({"game": "nightmarium", "as": "last"})
    assert anna.post("/tables", choice, **FORM).status_code == 303
    assert max(row_counts) <= MAX_SEARCHED_TABLES


@pytest.mark.parametrize(
    "conditions", ["owner_id = ?", "owner_id = ? AND game = ''", "owner_id = ? AND is_over = 0"]
)
def test_lists_of_tables_are_read_in_the_order_of_an_index(tmp_path: Path, conditions: str) -> None:
    with closing(Store(tmp_path / "onirium.db")) as store:
        plan = asyncio.run(
            store._fetch_all(
                f"EXPLAIN QUERY PLAN SELECT table_id, updated_at FROM seat_owners"  # noqa: S608
                f" WHERE {conditions} ORDER BY updated_at DESC, table_id LIMIT 9",
                ANNA,
            )
        )
    details = [detail for *_, detail in plan]
    assert len(details) == 1, details
    assert "INDEX" in details[0]
