"""Tables are kept: whole, once, in order, whatever happens to the program or the file.

What asks for ``place`` or ``store`` holds for each database, what asks for ``path`` for a file.
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

from onirium.storage import group_commit
from onirium.storage.backend import Connection
from onirium.storage.sqlite import Sqlite
from onirium.storage.store import Conflict, Store, StoreError, UserProfile
from onirium.tables import HUMAN
from onirium.tables.errors import CommandRejected
from onirium.tables.events import AnyTableEvent, PhraseSent
from onirium.tables.table import Setup, Table
from tests.support.live_server import wait_until
from tests.support.postgres_server import Cluster
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
    return tmp_path / "of the house" / "onirium.db"


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    opened = Store(place)
    yield opened
    opened.close()


async def lay(store: Store, setup: Setup, table: str = "t") -> Table:
    hosted = Table(table, setup)
    await store.create(table, setup)
    await do(store, hosted, hosted.start())
    return hosted


async def do(store: Store, hosted: Table, entry: AnyTableEvent, nonce: str = "") -> None:
    await store.append(hosted.table_id, hosted.version, entry, nonce)
    hosted.apply(entry)
    await store.save_summary(hosted)


async def play(store: Store, hosted: Table) -> None:
    """Play to the end, without notes."""
    while not hosted.is_over:
        state = hosted.match.state
        seat, actions = state.current_player(), state.legal_actions()[:1]
        entry = hosted.take_actions(seat, actions, hosted.version)
        await store.append(hosted.table_id, hosted.version, entry)
        hosted.apply(entry)


def wait(event: Event) -> None:
    event.wait()


def kept(place: str | Path, statement: str) -> list[Any]:
    """Look into a database by other means than the store's."""
    if str(place).startswith("postgresql:"):
        with psycopg.connect(str(place)) as line:
            return line.execute(statement.encode()).fetchall()
    with closing(sqlite3.connect(place)) as connection:
        return connection.execute(statement).fetchall()


def test_a_table_is_loaded_as_it_was_left(place: str) -> None:
    async def evening() -> Table:
        store = Store(place)
        hosted = await lay(store, two_player_setup("nightmarium"))
        guests = RandomUsers(3)
        while hosted.version < 60:
            await do(store, hosted, guests.propose(hosted))
        store.close()
        return hosted

    left = asyncio.run(evening())
    store = Store(place)
    found = asyncio.run(store.load("t"))
    assert found is not None
    assert snapshot(found) == snapshot(left)
    assert found.setup == left.setup
    assert asyncio.run(store.load("u")) is None
    store.close()


def test_only_hashes_of_secrets_are_kept(path: Path) -> None:
    store = Store(path)

    async def invite() -> str:
        hosted = await lay(store, two_player_setup())
        entry, secret = hosted.create_invitation(0, ANNA)
        await do(store, hosted, entry)
        return secret

    secret = asyncio.run(invite())
    for file in path.parent.iterdir():
        assert secret.encode() not in file.read_bytes()
    store.close()


def test_the_file_reaches_the_disk_at_each_commit(path: Path) -> None:
    with closing(Sqlite(path)) as database, closing(database.connect()) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)


def test_what_is_written_is_carried_over_beside_the_writer_and_the_log_begins_anew(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onirium.storage.sqlite.CHECKPOINT_INTERVAL_S", 0.01)
    monkeypatch.setattr("onirium.storage.sqlite.MAX_WAL_PAGES", 5)
    store = Store(path)
    log = path.with_name(f"{path.name}-wal")
    asyncio.run(store.create("t", two_player_setup()))
    # These bytes of its head are others each time it begins anew.
    head = log.read_bytes()[16:24]
    written = 0

    def is_begun_anew() -> bool:
        nonlocal written
        asyncio.run(store.append("t", written, PhraseSent(0, "x")))
        written += 1
        return log.read_bytes()[16:24] != head

    wait_until(is_begun_anew)
    found = asyncio.run(store.load("t"))
    assert found is not None
    assert found.version == written
    store.close()


@pytest.mark.parametrize("tables", [1, 8])
def test_what_was_acknowledged_survives_a_kill(path: Path, tables: int) -> None:
    check_kills(str(path), tables, kills=3)


@pytest.mark.long
def test_what_postgres_was_told_survives_a_kill(cluster: Cluster) -> None:
    check_kills(cluster.database(), tables=8, kills=1)


def check_kills(place: str, tables: int, kills: int) -> None:
    """Kill a program that appends for ever; look whether all is there of which it has told."""
    for _ in range(kills):
        command = [sys.executable, "-m", "tests.support.append_forever", place, str(tables)]
        acknowledged: set[str] = set()
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout
            while len(acknowledged) < 200:
                acknowledged.add(program.stdout.readline().strip())
            program.kill()
            lines = program.stdout.read().splitlines(keepends=True)
        acknowledged |= {line.strip() for line in lines if line.endswith("\n")}
        store = Store(place)
        rows = kept(
            place,
            "SELECT table_id, event_index, command_id FROM events ORDER BY table_id, event_index",
        )
        assert acknowledged <= {f"{table} {number}" for table, number, _ in rows}
        for table in range(tables):
            hosted = asyncio.run(store.load(f"table {table}"))
            assert hosted is not None
            of_it = [row for row in rows if row[0] == f"table {table}"]
            assert [number for _, number, _ in of_it] == list(range(hosted.version))
            assert [nonce for _, _, nonce in of_it] == [
                f"nonce {number}" for number in range(hosted.version)
            ]
            assert hosted.events == [PhraseSent(0, f"entry {n}") for n in range(hosted.version)]
        store.close()


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what is said to a file from now on."""
    said: list[str] = []

    def watched(database: Sqlite) -> sqlite3.Connection:
        connection = CONNECT(database)
        connection.set_trace_callback(said.append)
        return connection

    monkeypatch.setattr(Sqlite, "connect", watched)
    return said


def test_many_write_at_once_and_share_commits(path: Path, statements: list[str]) -> None:
    store = Store(path)
    tables, entries = 20, 10

    async def append_all(table: str) -> None:
        for number in range(entries):
            await store.append(table, number, PhraseSent(0, f"{table} {number}"))

    async def everybody() -> None:
        await asyncio.gather(*(store.create(f"t{n}", two_player_setup()) for n in range(tables)))
        # The writer is at something else while all of them come with their first entry.
        busy, all_here = Event(), Event()

        def slow(_: Connection) -> None:
            busy.set()
            wait(all_here)

        waited = store._writer.submit("", slow)
        wait(busy)
        appending = [asyncio.create_task(append_all(f"t{n}")) for n in range(tables)]
        await asyncio.sleep(0)
        statements.clear()
        all_here.set()
        await asyncio.wrap_future(waited)
        await asyncio.gather(*appending)

    asyncio.run(everybody())
    assert statements.count("COMMIT") <= 1 + tables * (entries - 1) + 1
    commits = "\n".join(statements).split("COMMIT")
    shares = [commit.count("INSERT INTO events") for commit in commits]
    assert next(filter(None, shares)) == tables
    store.close()
    rows = kept(path, "SELECT table_id, event_index FROM events ORDER BY table_id, event_index")
    assert rows == sorted((f"t{n}", number) for n in range(tables) for number in range(entries))


def test_what_nobody_waits_for_shares_the_next_commit(
    path: Path, statements: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(group_commit, "BATCH_DELAY_S", 60.0)

    async def evening(store: Store) -> None:
        hosted = await lay(store, two_player_setup())
        statements.clear()
        store.schedule_summary(hosted)
        await store.append("t", hosted.version, PhraseSent(0, "look"))

    with closing(Store(path)) as store:
        asyncio.run(evening(store))
        assert statements.count("COMMIT") == 1
        (only, _) = "\n".join(statements).split("COMMIT")
        assert "INTO table_summaries" in only
        assert "INTO events" in only


def test_what_nobody_waits_for_is_written_though_nothing_else_is(store: Store) -> None:
    hosted = asyncio.run(lay(store, two_player_setup()))
    hosted.apply(hosted.resign(0))
    store.schedule_summary(hosted)
    wait_until(lambda: asyncio.run(store.tables_owned_by(ANNA))[0].is_over)


def test_a_number_is_taken_once(store: Store) -> None:
    async def race() -> list[BaseException | None]:
        await store.create("t", two_player_setup())
        rivals = (store.append("t", 0, PhraseSent(0, f"rival {n}")) for n in range(10))
        others = (store.append("u", n, PhraseSent(0, "other")) for n in range(10))
        await store.create("u", two_player_setup())
        return await asyncio.gather(*rivals, *others, return_exceptions=True)

    outcomes = asyncio.run(race())
    assert [type(outcome) for outcome in outcomes].count(Conflict) == 9
    assert outcomes[10:] == [None] * 10
    found = asyncio.run(store.load("t"))
    assert found is not None
    assert [entry for entry in found.events if isinstance(entry, PhraseSent)] == found.events
    assert found.version == 1


def test_a_nonce_has_its_effect_once(store: Store) -> None:
    async def twice() -> None:
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

    asyncio.run(twice())
    found = [asyncio.run(store.load(table)) for table in "tu"]
    assert [table.version for table in found if table] == [3, 1]


def test_no_entry_is_left_out(store: Store) -> None:
    async def leap() -> None:
        await store.create("t", two_player_setup())
        for number in (-1, 1, 2):
            with pytest.raises(Conflict):
                await store.append("t", number, PhraseSent(0, "look"))
        await store.append("t", 0, PhraseSent(0, "look"))

    asyncio.run(leap())
    found = asyncio.run(store.load("t"))
    assert found is not None
    assert found.version == 1


def test_a_table_is_laid_once(store: Store) -> None:
    async def twice() -> None:
        await store.create("t", two_player_setup())
        with pytest.raises(Conflict, match="table 't' exists already"):
            await store.create("t", make_setup())

    asyncio.run(twice())
    found = asyncio.run(store.load("t"))
    assert found is not None
    assert found.setup == two_player_setup()


def test_entries_of_no_table_are_refused(store: Store) -> None:
    with pytest.raises(Conflict):
        asyncio.run(store.append("nowhere", 0, PhraseSent(0, "look")))


def test_who_does_not_wait_is_written_as_well(store: Store) -> None:
    async def impatient() -> None:
        await store.create("t", two_player_setup())
        for number in range(5):
            task = asyncio.create_task(store.append("t", number, PhraseSent(0, str(number))))
            await asyncio.sleep(0)
            task.cancel()
        await store.append("t", 5, PhraseSent(0, "5"))

    asyncio.run(impatient())
    found = asyncio.run(store.load("t"))
    assert found is not None
    assert found.events == [PhraseSent(0, str(number)) for number in range(6)]


def test_a_full_disk_loses_nothing_acknowledged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def small(database: Sqlite) -> sqlite3.Connection:
        connection = CONNECT(database)
        connection.execute("PRAGMA max_page_count = 60")
        return connection

    monkeypatch.setattr(Sqlite, "connect", small)
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
    found = asyncio.run(store.load("t"))
    assert found is not None
    assert found.version == acknowledged
    store.close()


def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    with pytest.raises(StoreError, match="the store is closed"):
        asyncio.run(store.create("t", two_player_setup()))
    with pytest.raises(StoreError):
        asyncio.run(store.load("t"))


# What lies in the file is not always what should.


def damaged(path: Path, damage: Callable[[sqlite3.Connection], object]) -> None:
    store = Store(path)
    asyncio.run(lay(store, two_player_setup()))
    store.close()
    connection = sqlite3.connect(path)
    damage(connection)
    connection.commit()
    connection.close()


def opening_fails(path: Path) -> str:
    with pytest.raises(StoreError) as failure:
        Store(path)
    assert str(path) in str(failure.value)
    return str(failure.value)


def test_a_file_of_a_newer_version_is_left_alone(path: Path) -> None:
    damaged(path, lambda connection: connection.execute("PRAGMA user_version = 1000"))
    before = path.read_bytes()
    assert "newer version of Onirium" in opening_fails(path)
    assert path.read_bytes() == before


def test_a_database_of_others_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE birds (name TEXT)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    assert "another program" in opening_fails(path)
    assert path.read_bytes() == before
    assert kept(path, "SELECT name FROM sqlite_master") == [("birds",)]


@pytest.mark.parametrize("content", [b"Dear diary, " * 100, b"SQLite format 3\0" + b"x" * 5_000])
def test_a_file_that_is_no_database_is_left_alone(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    opening_fails(path)
    assert path.read_bytes() == content


def test_a_place_where_no_file_can_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    opening_fails(tmp_path / "file" / "onirium.db")
    opening_fails(tmp_path)


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
def test_a_table_that_cannot_be_played_again_says_why(
    path: Path, statement: str, reason: str
) -> None:
    damaged(path, lambda connection: connection.execute(statement))
    store = Store(path)
    with pytest.raises(StoreError, match=f"^table 't'.*{reason}"):
        asyncio.run(store.load("t"))
    asyncio.run(lay(store, two_player_setup(), "another"))
    assert asyncio.run(store.load("another"))
    store.close()


def test_a_file_damaged_within_says_so(path: Path) -> None:
    damaged(path, lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)"))
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(StoreError, match="malformed"):
        asyncio.run(Store(path).load("t"))


# Around the tables.


def test_summaries_say_how_tables_stand(store: Store) -> None:
    async def evening() -> None:
        await lay(store, make_setup(created_at="2026-11-21T20:00:00Z"), "alone")
        hosted = await lay(store, two_player_setup(), "both")
        seat = hosted.match.state.current_player()
        await do(store, hosted, hosted.assign_seat(seat, "random", ANNA))

    asyncio.run(evening())
    both, alone = asyncio.run(store.tables_owned_by(ANNA))
    assert (alone.table_id, alone.game, alone.created_at) == (
        "alone",
        "onirim",
        "2026-11-21T20:00:00Z",
    )
    assert (alone.occupants, alone.own_seats, alone.current_player) == ([HUMAN], [0], 0)
    assert (alone.is_over, alone.result, alone.unranked, alone.kind) == (False, "", False, "table")
    assert both.table_id == "both"
    assert sorted(both.occupants) == [HUMAN, "random"]
    assert (both.own_seats, both.occupants[both.current_player]) == ([0], HUMAN)
    assert both.updated_at >= alone.updated_at
    (seen_by_boris,) = asyncio.run(store.tables_owned_by(BORIS))
    assert seen_by_boris == msgspec.structs.replace(both, own_seats=[1])
    assert asyncio.run(store.tables_owned_by(CLARA)) == []


def test_what_was_not_noted_is_noted_when_the_program_begins_again(place: str) -> None:
    async def to_the_end(store: Store) -> Table:
        hosted = await lay(store, two_player_setup())
        await play(store, hosted)
        return hosted

    store = Store(place)
    hosted = asyncio.run(to_the_end(store))
    assert [table.is_over for table in asyncio.run(store.tables_owned_by(ANNA))] == [False]
    assert asyncio.run(store.statistics(ANNA)) == []
    store.close()
    for _ in range(2):
        store = Store(place)
        asyncio.run(store.repair_summaries())
        (summary,) = asyncio.run(store.tables_owned_by(ANNA))
        assert summary.result == hosted.results()[0]
        (counter,) = asyncio.run(store.statistics(ANNA))
        assert counter.won + counter.lost == 1
        store.close()


def test_the_deal_of_a_day_is_tried_once_by_each(store: Store) -> None:
    def deal(host: str, date: str) -> Setup:
        return make_setup(owner_ids=(host,), host_id=host, kind="daily", date=date)

    async def days() -> None:
        await store.create("one", deal(ANNA, "2026-11-21"))
        with pytest.raises(CommandRejected) as refused:
            await store.create("two", deal(ANNA, "2026-11-21"))
        assert refused.value.code == "tried"
        await store.create("three", deal(BORIS, "2026-11-21"))
        await store.create("four", deal(ANNA, "2026-11-22"))

    asyncio.run(days())
    assert asyncio.run(store.daily_attempt(ANNA, "onirim", "2026-11-21")) == "one"
    assert asyncio.run(store.daily_attempt(BORIS, "onirim", "2026-11-21")) == "three"
    assert asyncio.run(store.daily_attempt(ANNA, "onirim", "2026-11-22")) == "four"
    assert asyncio.run(store.daily_attempt(ANNA, "nightmarium", "2026-11-21")) is None
    assert asyncio.run(store.load("two")) is None


def test_names_are_found_together(store: Store) -> None:
    asyncio.run(store.update_profile(ANNA, name="Анна"))
    asyncio.run(store.update_profile(BORIS, name="Boris"))
    assert asyncio.run(store.user_names([ANNA, CLARA])) == {ANNA: "Анна"}


def test_visitors_are_remembered(store: Store) -> None:
    assert asyncio.run(store.user_profile(ANNA)) is None
    asyncio.run(store.update_profile(ANNA, name="Анна"))
    asyncio.run(store.update_profile(ANNA, language="ru", theme="dark"))
    assert asyncio.run(store.user_profile(ANNA)) == UserProfile("Анна", "ru", "dark")
    asyncio.run(store.update_profile(ANNA, theme=""))
    assert asyncio.run(store.user_profile(ANNA)) == UserProfile("Анна", "ru", "")
    assert asyncio.run(store.user_profile(BORIS)) is None
