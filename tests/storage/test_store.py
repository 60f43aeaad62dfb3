"""The store: durability, order and uniqueness of events under concurrency, crashes and damage.

Tests with the fixture ``location`` or ``store`` run for each backend, with ``path`` for SQLite.
"""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import psycopg
import pytest

from onirium.match.match import HUMAN
from onirium.storage import group_commit, health
from onirium.storage.backend import Connection
from onirium.storage.completion import Completion
from onirium.storage.database_client import WRITE_TIMEOUT_S
from onirium.storage.postgres import QUERY_TIMEOUT_S
from onirium.storage.sqlite import BUSY_TIMEOUT_S, Sqlite
from onirium.storage.store import Conflict, Store, StoreError, Unconfirmed, UserProfile
from onirium.storage.summaries import SummarySnapshot
from onirium.storage.transactions import CommitUnconfirmed, Transactor
from onirium.tables.commands import play, seating
from onirium.tables.errors import CommandRejected
from onirium.tables.events import AnyTableEvent, PhraseSent
from onirium.tables.setup import Setup
from onirium.tables.table import Table
from tests.support.live_server import wait_until
from tests.support.postgres_server import PostgresServer
from tests.support.random_users import (
    ANNA,
    BORIS,
    CLARA,
    RandomUsers,
    make_setup,
    snapshot,
    two_player_setup,
)

ROOT = Path(__file__).parents[2]
CONNECT = Sqlite.connect


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data folder" / "onirium.db"


@pytest.fixture
def store(location: str) -> Iterator[Store]:
    opened = Store(location)
    yield opened
    opened.close()


async def create_table(store: Store, setup: Setup, table_id: str = "t") -> Table:
    table = Table(table_id, setup)
    await store.create(table_id, setup)
    await append_event(store, table, play.start(table))
    return table


async def append_event(
    store: Store, table: Table, event: AnyTableEvent, command_id: str = ""
) -> None:
    await store.append(table.table_id, table.version, event, command_id)
    table.apply(event)
    await store.save_summary(table)


async def play_to_the_end(store: Store, table: Table) -> None:
    """Play to the end without saving summaries."""
    while not table.is_over:
        state = table.match.state
        seat, actions = state.current_player(), state.legal_actions()[:1]
        event = play.take_actions(table, seat, actions, table.version)
        await store.append(table.table_id, table.version, event)
        table.apply(event)


def wait_for(event: Event) -> None:
    event.wait()


def query(location: str | Path, statement: str) -> list[Any]:
    """Query a database directly, without the store."""
    if str(location).startswith("postgresql:"):
        with psycopg.connect(str(location)) as line:
            return line.execute(statement.encode()).fetchall()
    with closing(sqlite3.connect(location)) as connection:
        return connection.execute(statement).fetchall()


def test_load_rebuilds_the_table(location: str) -> None:
    async def run() -> Table:
        store = Store(location)
        table = await create_table(store, two_player_setup("nightmarium"))
        users = RandomUsers(3)
        while table.version < 60:
            await append_event(store, table, users.propose(table))
        store.close()
        return table

    original = asyncio.run(run())
    store = Store(location)
    loaded = asyncio.run(store.load("t"))
    assert loaded is not None
    assert snapshot(loaded) == snapshot(original)
    assert loaded.setup == original.setup
    assert asyncio.run(store.load("u")) is None
    store.close()


def test_secrets_are_stored_as_hashes_only(path: Path) -> None:
    store = Store(path)

    async def invite() -> str:
        table = await create_table(store, two_player_setup())
        event, secret = seating.create_invitation(table, 0, ANNA)
        await append_event(store, table, event)
        return secret

    secret = asyncio.run(invite())
    for file in path.parent.iterdir():
        assert secret.encode() not in file.read_bytes()
    store.close()


def test_commits_are_synced_to_disk(path: Path) -> None:
    with closing(Sqlite(path)) as database, closing(database.connect()) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_checkpoint_thread_restarts_the_write_ahead_log(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onirium.storage.sqlite.CHECKPOINT_INTERVAL_S", 0.01)
    monkeypatch.setattr("onirium.storage.sqlite.MAX_WAL_PAGES", 5)
    store = Store(path)
    log = path.with_name(f"{path.name}-wal")
    asyncio.run(store.create("t", two_player_setup()))
    # The salt in the header of the log changes at each restart.
    salt = log.read_bytes()[16:24]
    written = 0

    def is_restarted() -> bool:
        nonlocal written
        asyncio.run(store.append("t", written, PhraseSent(0, "x")))
        written += 1
        return log.read_bytes()[16:24] != salt

    wait_until(is_restarted)
    loaded = asyncio.run(store.load("t"))
    assert loaded is not None
    assert loaded.version == written
    store.close()


@pytest.mark.parametrize("tables", [1, 8])
def test_acknowledged_events_survive_a_kill(path: Path, tables: int) -> None:
    check_kills(str(path), tables, kills=3)


@pytest.mark.long
def test_acknowledged_events_survive_a_kill_with_postgres(postgres_server: PostgresServer) -> None:
    check_kills(postgres_server.database(), tables=8, kills=1)


def check_kills(location: str, tables: int, kills: int) -> None:
    """Kill a program that appends events; check that all acknowledged ones are stored."""
    for _ in range(kills):
        command = [sys.executable, "-m", "tests.support.append_forever", location, str(tables)]
        acknowledged: set[str] = set()
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout
            while len(acknowledged) < 200:
                line = program.stdout.readline()
                assert line, "the program has ended"
                acknowledged.add(line.strip())
            program.kill()
            lines = program.stdout.read().splitlines(keepends=True)
        acknowledged |= {line.strip() for line in lines if line.endswith("\n")}
        store = Store(location)
        rows = query(
            location,
            "SELECT table_id, event_index, command_id FROM events ORDER BY table_id, event_index",
        )
        assert acknowledged <= {f"{table_id} {number}" for table_id, number, _ in rows}
        for index in range(tables):
            table = asyncio.run(store.load(f"table {index}"))
            assert table is not None
            own = [row for row in rows if row[0] == f"table {index}"]
            assert [number for _, number, _ in own] == list(range(table.version))
            assert [command_id for _, _, command_id in own] == [
                f"command {number}" for number in range(table.version)
            ]
            assert table.events == [PhraseSent(0, f"event {n}") for n in range(table.version)]
        store.close()


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that collects the statements of new SQLite connections."""
    executed: list[str] = []

    def traced(database: Sqlite) -> sqlite3.Connection:
        connection = CONNECT(database)
        connection.set_trace_callback(executed.append)
        return connection

    monkeypatch.setattr(Sqlite, "connect", traced)
    return executed


def test_concurrent_appends_share_commits(path: Path, statements: list[str]) -> None:
    store = Store(path)
    tables, count = 20, 10

    async def append_all(table: str) -> None:
        for number in range(count):
            await store.append(table, number, PhraseSent(0, f"{table} {number}"))

    async def append_everywhere() -> None:
        await asyncio.gather(*(store.create(f"t{n}", two_player_setup()) for n in range(tables)))
        # The writer is busy while all tables queue their first event.
        started, all_queued = Event(), Event()

        def block(_: Connection) -> None:
            started.set()
            wait_for(all_queued)

        blocking = store._writer.submit("", block)
        wait_for(started)
        appending = [asyncio.create_task(append_all(f"t{n}")) for n in range(tables)]
        await asyncio.sleep(0)
        statements.clear()
        all_queued.set()
        await blocking.wait()
        await asyncio.gather(*appending)

    asyncio.run(append_everywhere())
    assert statements.count("COMMIT") <= 1 + tables * (count - 1) + 1
    commits = "\n".join(statements).split("COMMIT")
    inserts = [commit.count("INSERT INTO events") for commit in commits]
    assert next(filter(None, inserts)) == tables
    store.close()
    rows = query(path, "SELECT table_id, event_index FROM events ORDER BY table_id, event_index")
    assert rows == sorted((f"t{n}", number) for n in range(tables) for number in range(count))


def test_scheduled_summary_shares_the_next_commit(
    path: Path, statements: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "BATCH_DELAY_S", 60.0)

    async def run(store: Store) -> None:
        table = await create_table(store, two_player_setup())
        statements.clear()
        store.schedule_summary(table)
        await store.append("t", table.version, PhraseSent(0, "look"))

    with closing(Store(path)) as store:
        asyncio.run(run(store))
        assert statements.count("COMMIT") == 1
        (only, _) = "\n".join(statements).split("COMMIT")
        assert "INTO table_summaries" in only
        assert "INTO events" in only


def test_scheduled_summary_is_written_without_other_writes(store: Store) -> None:
    table = asyncio.run(create_table(store, two_player_setup()))
    table.apply(play.resign(table, 0))
    store.schedule_summary(table)
    wait_until(lambda: asyncio.run(store.tables_owned_by(ANNA))[0].is_over)


def test_write_that_has_not_begun_in_time_is_given_up(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, finish = Event(), Event()
    table = asyncio.run(create_table(store, two_player_setup()))

    def block(_: Connection) -> None:
        started.set()
        wait_for(finish)

    store._writer.submit("", block)
    wait_for(started)
    append = store.append("t", table.version, PhraseSent(0, "look"))
    try:
        with monkeypatch.context() as patch:
            patch.setattr("onirium.storage.database_client.WRITE_TIMEOUT_S", 0.05)
            with pytest.raises(StoreError, match="the database does not answer") as failure:
                asyncio.run(asyncio.wait_for(append, 30))
    finally:
        finish.set()
    assert not isinstance(failure.value, Unconfirmed)
    asyncio.run(store.update_profile(ANNA, name="Anna"))  # written after the others
    assert asyncio.run(store.version("t")) == table.version


def test_statement_without_an_answer_fails_before_its_write_is_given_up() -> None:
    # Imported before the fixture ``patient_server`` has replaced the limits.
    assert max(BUSY_TIMEOUT_S, QUERY_TIMEOUT_S) < WRITE_TIMEOUT_S


def test_outcome_of_a_write_that_takes_too_long_is_unknown(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, finish = Event(), Event()

    wait = Completion.wait

    async def wait_until_begun(completion: Completion, timeout_s: float | None = None) -> bool:
        if timeout_s is None:
            return await wait(completion)
        await asyncio.to_thread(wait_for, started)
        return False

    def block(_: Connection) -> None:
        started.set()
        wait_for(finish)

    async def write() -> None:
        try:
            with pytest.raises(Unconfirmed) as failure:
                await store._write("", block)
            assert not failure.value.finished.done()
        finally:
            finish.set()
        await failure.value.finished

    monkeypatch.setattr(Completion, "wait", wait_until_begun)
    asyncio.run(write())


def test_event_index_is_taken_once(store: Store) -> None:
    async def append_concurrently() -> list[BaseException | None]:
        await store.create("t", two_player_setup())
        rivals = (store.append("t", 0, PhraseSent(0, f"rival {n}")) for n in range(10))
        others = (store.append("u", n, PhraseSent(0, "other")) for n in range(10))
        await store.create("u", two_player_setup())
        return await asyncio.gather(*rivals, *others, return_exceptions=True)

    outcomes = asyncio.run(append_concurrently())
    assert [type(outcome) for outcome in outcomes].count(Conflict) == 9
    assert outcomes[10:] == [None] * 10
    loaded = asyncio.run(store.load("t"))
    assert loaded is not None
    assert [event for event in loaded.events if isinstance(event, PhraseSent)] == loaded.events
    assert loaded.version == 1


def test_command_id_takes_effect_once(store: Store) -> None:
    async def append_twice() -> None:
        await store.create("t", two_player_setup())
        await store.create("u", two_player_setup())
        assert not await store.is_processed("t", "n")
        await store.append("t", 0, PhraseSent(0, "look"), "n")
        assert await store.is_processed("t", "n")
        assert not await store.is_processed("u", "n")
        assert not await store.is_processed("t", "")
        with pytest.raises(Conflict, match="cannot append event 1"):
            await store.append("t", 1, PhraseSent(0, "look"), "n")
        await store.append("u", 0, PhraseSent(0, "look"), "n")
        await store.append("t", 1, PhraseSent(0, "look"))
        await store.append("t", 2, PhraseSent(0, "look"))
        assert not await store.is_processed("t", "")

    asyncio.run(append_twice())
    loaded = [asyncio.run(store.load(table)) for table in "tu"]
    assert [table.version for table in loaded if table] == [3, 1]


def test_append_rejects_a_gap(store: Store) -> None:
    async def append_with_gaps() -> None:
        await store.create("t", two_player_setup())
        for number in (-1, 1, 2):
            with pytest.raises(Conflict):
                await store.append("t", number, PhraseSent(0, "look"))
        await store.append("t", 0, PhraseSent(0, "look"))

    asyncio.run(append_with_gaps())
    loaded = asyncio.run(store.load("t"))
    assert loaded is not None
    assert loaded.version == 1


def test_create_rejects_a_taken_id(store: Store) -> None:
    async def append_twice() -> None:
        await store.create("t", two_player_setup())
        with pytest.raises(Conflict, match="table 't' exists already"):
            await store.create("t", make_setup())

    asyncio.run(append_twice())
    loaded = asyncio.run(store.load("t"))
    assert loaded is not None
    assert loaded.setup == two_player_setup()


def test_append_to_an_unknown_table_is_rejected(store: Store) -> None:
    with pytest.raises(Conflict):
        asyncio.run(store.append("nowhere", 0, PhraseSent(0, "look")))


def test_cancelled_append_is_written(store: Store) -> None:
    async def cancel_appends() -> None:
        await store.create("t", two_player_setup())
        for number in range(5):
            task = asyncio.create_task(store.append("t", number, PhraseSent(0, str(number))))
            await asyncio.sleep(0)
            task.cancel()
        await store.append("t", 5, PhraseSent(0, "5"))

    asyncio.run(cancel_appends())
    loaded = asyncio.run(store.load("t"))
    assert loaded is not None
    assert loaded.events == [PhraseSent(0, str(number)) for number in range(6)]


def test_full_disk_loses_no_acknowledged_event(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def limited(database: Sqlite) -> sqlite3.Connection:
        connection = CONNECT(database)
        connection.execute("PRAGMA max_page_count = 60")
        return connection

    monkeypatch.setattr(Sqlite, "connect", limited)
    store = Store(path)
    acknowledged = 0

    async def fill() -> None:
        nonlocal acknowledged
        await store.create("t", two_player_setup())
        while True:
            await store.append("t", acknowledged, PhraseSent(0, "x" * 2_000))
            acknowledged += 1

    with pytest.raises(StoreError, match="not written: database or disk is full"):
        asyncio.run(fill())
    assert acknowledged > 20
    with pytest.raises(StoreError, match="not written"):
        asyncio.run(store.append("t", acknowledged, PhraseSent(0, "x" * 2_000)))
    loaded = asyncio.run(store.load("t"))
    assert loaded is not None
    assert loaded.version == acknowledged
    store.close()


@pytest.mark.parametrize("failure", [StoreError, CommitUnconfirmed])
def test_each_write_of_a_failed_transaction_raises_an_exception_of_its_own(
    path: Path, failure: type[StoreError], monkeypatch: pytest.MonkeyPatch
) -> None:
    def end_transaction(connection: Connection) -> None:
        connection.execute("ROLLBACK")

    with closing(Sqlite(path)) as database:
        monkeypatch.setattr(database, "is_unconfirmed", lambda _: failure is CommitUnconfirmed)
        transactor = Transactor(database)
        one, other = transactor.execute([end_transaction, lambda _: None])
        transactor.close()
    assert type(one) is type(other) is failure
    assert one is not other


def test_writes_go_on_after_an_unexpected_error(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def write_name(name: str) -> None:
        await asyncio.wait_for(store.update_profile(ANNA, name=name), 30)

    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(store._database, "notify", fail)
        with pytest.raises(StoreError, match=r"not written: .*Input/output error"):
            asyncio.run(write_name("Anna"))
    assert asyncio.run(store.user_names([ANNA])) == {}
    asyncio.run(write_name("Anne"))
    assert asyncio.run(store.user_names([ANNA])) == {ANNA: "Anne"}


def test_closed_store_rejects_reads_and_writes(store: Store) -> None:
    store.close()
    with pytest.raises(StoreError, match="the store is closed"):
        asyncio.run(store.create("t", two_player_setup()))
    with pytest.raises(StoreError):
        asyncio.run(store.load("t"))


def test_health_check_fails_once_closed(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PROBE_INTERVAL_S", 0.0)
    asyncio.run(store.check_health())
    store.close()
    with pytest.raises(StoreError):
        asyncio.run(store.check_health())


# Damaged and foreign files.


def damage_database(path: Path, damage: Callable[[sqlite3.Connection], object]) -> None:
    store = Store(path)
    asyncio.run(create_table(store, two_player_setup()))
    store.close()
    connection = sqlite3.connect(path)
    damage(connection)
    connection.commit()
    connection.close()


def open_error(path: Path) -> str:
    with pytest.raises(StoreError) as failure:
        Store(path)
    assert str(path) in str(failure.value)
    return str(failure.value)


def test_newer_database_is_rejected_unchanged(path: Path) -> None:
    damage_database(path, lambda connection: connection.execute("PRAGMA user_version = 1000"))
    before = path.read_bytes()
    assert "newer version of Onirium" in open_error(path)
    assert path.read_bytes() == before


def test_database_of_another_program_is_rejected_unchanged(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE birds (name TEXT)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    assert "another program" in open_error(path)
    assert path.read_bytes() == before
    assert query(path, "SELECT name FROM sqlite_master") == [("birds",)]


@pytest.mark.parametrize("content", [b"Dear diary, " * 100, b"SQLite format 3\0" + b"x" * 5_000])
def test_file_of_another_format_is_rejected_unchanged(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    open_error(path)
    assert path.read_bytes() == content


def test_impossible_path_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    open_error(tmp_path / "file" / "onirium.db")
    open_error(tmp_path)


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE events SET event = '{'", "event 0: "),
        ("""UPDATE events SET event = '{"type":"flown","seat":0}'""", "event 0: "),
        (
            """UPDATE events SET event = '{"type":"actions_taken","seat":0,"actions":["fly"]}'""",
            "event 0: hush has no action 'fly'",
        ),
        (
            (
                "UPDATE events SET event = "
                """'{"type":"invitation_created","seat":9,"secret_hash":""}'"""
            ),
            "event 0: ",
        ),
        (
            (
                "UPDATE events SET event = "
                """'{"type":"takeback_answered","seat":0,"accepted":true}'"""
            ),
            "event 0: there is no requested takeback",
        ),
        ("UPDATE events SET event_index = 7", "event 0 is missing"),
        ("UPDATE tables SET setup = '{}'", "its setup: "),
        ("""UPDATE tables SET setup = replace(setup, 'hush', 'chess')""", "unknown game"),
    ],
)
def test_load_error_names_the_event_and_the_reason(path: Path, statement: str, reason: str) -> None:
    damage_database(path, lambda connection: connection.execute(statement))
    store = Store(path)
    with pytest.raises(StoreError, match=f"^table 't'.*{reason}"):
        asyncio.run(store.load("t"))
    asyncio.run(create_table(store, two_player_setup(), "another"))
    assert asyncio.run(store.load("another"))
    store.close()


def test_damaged_file_is_reported(path: Path) -> None:
    damage_database(path, lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)"))
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(StoreError, match="malformed"):
        asyncio.run(Store(path).load("t"))


# Read models.


def test_lists_of_tables_read_summaries(store: Store) -> None:
    async def run() -> None:
        await create_table(store, make_setup(), "alone")
        table = await create_table(store, two_player_setup(), "both")
        seat = table.match.state.current_player()
        await append_event(store, table, seating.assign_seat(table, seat, "random", ANNA))

    asyncio.run(run())
    both, alone = asyncio.run(store.tables_owned_by(ANNA))
    assert (alone.table_id, alone.game) == ("alone", "onirim")
    assert (alone.occupants, alone.own_seats, alone.current_player) == ([HUMAN], [0], 0)
    assert (alone.is_over, alone.result, alone.unranked, alone.kind) == (False, "", False, "table")
    assert both.table_id == "both"
    assert sorted(both.occupants) == [HUMAN, "random"]
    assert (both.own_seats, both.occupants[both.current_player]) == ([0], HUMAN)
    assert both.updated_at >= alone.updated_at
    (seen_by_boris,) = asyncio.run(store.tables_owned_by(BORIS))
    assert seen_by_boris == msgspec.structs.replace(both, own_seats=[1])
    assert asyncio.run(store.tables_owned_by(CLARA)) == []


def test_lists_of_tables_are_filtered_and_limited(store: Store) -> None:
    async def run() -> list[list[str]]:
        for number, game in enumerate(["onirim", "nightmarium", "onirim", "onirim"]):
            occupants = (HUMAN, "random")[: 1 + (game == "nightmarium")]
            table = await create_table(store, make_setup(game, occupants), f"t{number}")
            # Two summaries of the same millisecond have no order in time.
            await asyncio.sleep(0.002)
            if number == 2:
                await append_event(store, table, play.resign(table, 0))
                await asyncio.sleep(0.002)
        lists = [
            await store.tables_owned_by(ANNA, offset=1, limit=2),
            await store.tables_owned_by(ANNA, game="onirim"),
            await store.unfinished_tables_owned_by(ANNA),
            await store.ranked_tables_owned_by(ANNA, game="onirim", limit=1),
            await store.ranked_tables_owned_by(ANNA, game="nightmarium", limit=1),
        ]
        assert await store.count_unfinished(ANNA) == 3
        assert await store.count_unfinished(BORIS) == 0
        assert await store.table_summary(ANNA, "t3") == lists[1][0]
        assert await store.table_summary(ANNA, "nowhere") is None
        return [[summary.table_id for summary in summaries] for summaries in lists]

    listed = [["t2", "t1"], ["t3", "t2", "t0"], ["t3", "t1", "t0"], ["t2"], []]
    assert asyncio.run(run()) == listed


def test_owners_of_an_earlier_summary_get_the_values_of_the_later_one(store: Store) -> None:
    async def run() -> None:
        table = await create_table(store, two_player_setup())
        event, secret = seating.create_invitation(table, 0, ANNA)
        await append_event(store, table, event)
        joined = seating.take_seat(table, 0, CLARA, secret)
        await store.append("t", table.version, joined)
        table.apply(joined)
        # The summary that has the new owner arrives after that of the end of the game.
        delayed = SummarySnapshot(table)
        table.seats[0].owner_id = ""
        await append_event(store, table, seating.assign_seat(table, 0, "random", ANNA))
        await append_event(store, table, play.resign(table, 1))
        assert await store.tables_owned_by(CLARA) == []
        await store._write("t", delayed.write)
        for owner_id in (ANNA, BORIS, CLARA):
            assert await store.count_unfinished(owner_id) == 0
            assert len(await store.tables_owned_by(owner_id, game="hush")) == 1

    asyncio.run(run())


def test_repair_summaries_after_a_crash(location: str) -> None:
    async def to_the_end(store: Store) -> Table:
        table = await create_table(store, two_player_setup())
        await play_to_the_end(store, table)
        return table

    store = Store(location)
    table = asyncio.run(to_the_end(store))
    assert [table.is_over for table in asyncio.run(store.tables_owned_by(ANNA))] == [False]
    assert asyncio.run(store.statistics(ANNA)) == []
    store.close()
    for _ in range(2):
        store = Store(location)
        asyncio.run(store.repair_summaries())
        (summary,) = asyncio.run(store.tables_owned_by(ANNA))
        assert summary.result == table.results()[0]
        (statistics,) = asyncio.run(store.statistics(ANNA))
        assert statistics.won + statistics.lost == 1
        store.close()


def test_daily_attempt_is_unique_per_user(store: Store) -> None:
    def daily_setup(host: str, date: str) -> Setup:
        return make_setup(owner_ids=(host,), host_id=host, kind="daily", date=date)

    async def attempt() -> None:
        await store.create("one", daily_setup(ANNA, "2026-11-21"))
        with pytest.raises(CommandRejected) as refused:
            await store.create("two", daily_setup(ANNA, "2026-11-21"))
        assert refused.value.code == "already_attempted"
        await store.create("three", daily_setup(BORIS, "2026-11-21"))
        await store.create("four", daily_setup(ANNA, "2026-11-22"))

    asyncio.run(attempt())
    assert asyncio.run(store.daily_attempt(ANNA, "onirim", "2026-11-21")) == "one"
    assert asyncio.run(store.daily_attempt(BORIS, "onirim", "2026-11-21")) == "three"
    assert asyncio.run(store.daily_attempt(ANNA, "onirim", "2026-11-22")) == "four"
    assert asyncio.run(store.daily_attempt(ANNA, "nightmarium", "2026-11-21")) is None
    assert asyncio.run(store.load("two")) is None
    summaries = asyncio.run(store.daily_summaries("onirim", "2026-11-21"))
    assert {table.table_id: table.own_seats for table in summaries} == {"one": [0], "three": [0]}
    assert asyncio.run(store.daily_summaries("nightmarium", "2026-11-21")) == []
    assert asyncio.run(store.daily_dates(ANNA, "onirim")) == ["2026-11-22", "2026-11-21"]
    since_second = asyncio.run(store.own_daily_summaries(ANNA, "onirim", "2026-11-22"))
    since_first = asyncio.run(store.own_daily_summaries(ANNA, "onirim", "2026-11-21"))
    assert [table.date for table in since_second] == ["2026-11-22"]
    assert sorted(table.date for table in since_first) == ["2026-11-21", "2026-11-22"]
    assert asyncio.run(store.daily_dates(BORIS, "onirim")) == ["2026-11-21"]


def test_names_are_those_of_the_given_users(store: Store) -> None:
    asyncio.run(store.update_profile(ANNA, name="Анна"))
    asyncio.run(store.update_profile(BORIS, name="Boris"))
    assert asyncio.run(store.user_names([ANNA, CLARA])) == {ANNA: "Анна"}


def test_profile_keeps_the_settings_that_an_update_omits(store: Store) -> None:
    assert asyncio.run(store.user_profile(ANNA)) is None
    asyncio.run(store.update_profile(ANNA, name="Анна"))
    asyncio.run(store.update_profile(ANNA, language="ru", theme="dark"))
    assert asyncio.run(store.user_profile(ANNA)) == UserProfile("Анна", "ru", "dark")
    asyncio.run(store.update_profile(ANNA, theme=""))
    assert asyncio.run(store.user_profile(ANNA)) == UserProfile("Анна", "ru", "")
    assert asyncio.run(store.user_profile(BORIS)) is None
