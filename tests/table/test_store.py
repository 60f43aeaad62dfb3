"""Tables are kept: whole, once, in order, whatever happens to the program or the file."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest

from onirium.table import PERSON, writer
from onirium.table.database import connect
from onirium.table.hosted import Hosted, Refused, Setup
from onirium.table.log import AnyEntry, Said
from onirium.table.store import Conflict, Store, StoreError, Visitor
from tests.table.guests import ANNA, BORIS, CLARA, Guests, of_two, setup_of, snapshot

ROOT = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "of the house" / "onirium.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    opened = Store(path)
    yield opened
    opened.close()


async def lay(store: Store, setup: Setup, table: str = "t") -> Hosted:
    hosted = Hosted(table, setup)
    await store.create(table, setup)
    await do(store, hosted, hosted.start())
    return hosted


async def do(store: Store, hosted: Hosted, entry: AnyEntry, nonce: str = "") -> None:
    await store.append(hosted.id, hosted.version, entry, nonce)
    hosted.apply(entry)
    await store.note(hosted)


async def play(store: Store, hosted: Hosted) -> None:
    """Play to the end, without notes."""
    while not hosted.over:
        state = hosted.match.state
        seat, actions = state.current_player(), state.legal_actions()[:1]
        entry = hosted.move(seat, actions, hosted.version)
        await store.append(hosted.id, hosted.version, entry)
        hosted.apply(entry)


def kept(path: Path, statement: str) -> list[Any]:
    """Look into the file by other means than the store's."""
    connection = sqlite3.connect(path)
    rows = connection.execute(statement).fetchall()
    connection.close()
    return rows


def test_a_table_is_loaded_as_it_was_left(path: Path) -> None:
    async def evening() -> Hosted:
        store = Store(path)
        hosted = await lay(store, of_two("nightmarium"))
        guests = Guests(3)
        while hosted.version < 60:
            await do(store, hosted, guests.propose(hosted))
        store.close()
        return hosted

    left = asyncio.run(evening())
    store = Store(path)
    found = store.load("t")
    assert found is not None
    assert snapshot(found) == snapshot(left)
    assert found.setup == left.setup
    assert store.load("u") is None
    store.close()


def test_only_hashes_of_secrets_are_kept(store: Store, path: Path) -> None:
    async def invite() -> str:
        hosted = await lay(store, of_two())
        entry, secret = hosted.invite(0, ANNA)
        await do(store, hosted, entry)
        return secret

    secret = asyncio.run(invite())
    for file in path.parent.iterdir():
        assert secret.encode() not in file.read_bytes()


def test_the_file_reaches_the_disk_at_each_commit(store: Store) -> None:
    assert store._reader.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._reader.execute("PRAGMA synchronous").fetchone() == (2,)


@pytest.mark.parametrize("tables", [1, 8])
def test_what_was_acknowledged_survives_a_kill(path: Path, tables: int) -> None:
    for _ in range(3):
        command = [sys.executable, "-m", "tests.table.appending", str(path), str(tables)]
        acknowledged: set[str] = set()
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout
            while len(acknowledged) < 200:
                acknowledged.add(program.stdout.readline().strip())
            program.kill()
            lines = program.stdout.read().splitlines(keepends=True)
        acknowledged |= {line.strip() for line in lines if line.endswith("\n")}
        store = Store(path)
        rows = kept(path, "SELECT id, number, nonce FROM entries ORDER BY id, number")
        assert acknowledged <= {f"{table} {number}" for table, number, _ in rows}
        for table in range(tables):
            hosted = store.load(f"table {table}")
            assert hosted is not None
            of_it = [row for row in rows if row[0] == f"table {table}"]
            assert [number for _, number, _ in of_it] == list(range(hosted.version))
            assert [nonce for _, _, nonce in of_it] == [
                f"nonce {number}" for number in range(hosted.version)
            ]
            assert hosted.entries == [Said(0, f"entry {n}") for n in range(hosted.version)]
        store.close()


def test_many_write_at_once_and_share_commits(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    statements: list[str] = []

    def watched(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.set_trace_callback(statements.append)
        return connection

    monkeypatch.setattr(writer, "connect", watched)
    store = Store(path)
    tables, entries = 20, 10

    async def append_all(table: str) -> None:
        for number in range(entries):
            await store.append(table, number, Said(0, f"{table} {number}"))

    async def everybody() -> None:
        await asyncio.gather(*(store.create(f"t{n}", of_two()) for n in range(tables)))
        # The writer waits while all of them come with their first entry.
        all_here = Event()
        slow = store._writer.put(lambda _: all_here.wait())
        appending = [asyncio.create_task(append_all(f"t{n}")) for n in range(tables)]
        await asyncio.sleep(0)
        statements.clear()
        all_here.set()
        await asyncio.wrap_future(slow)
        await asyncio.gather(*appending)

    asyncio.run(everybody())
    assert statements.count("COMMIT") <= 1 + tables * (entries - 1) + 1
    commits = "\n".join(statements).split("COMMIT")
    shares = [commit.count("INSERT INTO entries") for commit in commits]
    assert next(filter(None, shares)) == tables
    store.close()
    rows = kept(path, "SELECT id, number FROM entries ORDER BY id, number")
    assert rows == sorted((f"t{n}", number) for n in range(tables) for number in range(entries))


def test_a_number_is_taken_once(store: Store) -> None:
    async def race() -> list[BaseException | None]:
        await store.create("t", of_two())
        rivals = (store.append("t", 0, Said(0, f"rival {n}")) for n in range(10))
        others = (store.append("u", n, Said(0, "other")) for n in range(10))
        await store.create("u", of_two())
        return await asyncio.gather(*rivals, *others, return_exceptions=True)

    outcomes = asyncio.run(race())
    assert [type(outcome) for outcome in outcomes].count(Conflict) == 9
    assert outcomes[10:] == [None] * 10
    found = store.load("t")
    assert found is not None
    assert [entry for entry in found.entries if isinstance(entry, Said)] == found.entries
    assert found.version == 1


def test_a_nonce_has_its_effect_once(store: Store) -> None:
    async def twice() -> None:
        await store.create("t", of_two())
        await store.create("u", of_two())
        assert not store.answered("t", "n")
        await store.append("t", 0, Said(0, "look"), "n")
        assert store.answered("t", "n")
        assert not store.answered("u", "n")
        assert not store.answered("t", "")
        with pytest.raises(Conflict, match="entry 1 does not fit here"):
            await store.append("t", 1, Said(0, "look"), "n")
        await store.append("u", 0, Said(0, "look"), "n")
        await store.append("t", 1, Said(0, "look"))
        await store.append("t", 2, Said(0, "look"))
        assert not store.answered("t", "")

    asyncio.run(twice())
    assert [table.version for table in map(store.load, "tu") if table] == [3, 1]


def test_no_entry_is_left_out(store: Store) -> None:
    async def leap() -> None:
        await store.create("t", of_two())
        for number in (-1, 1, 2):
            with pytest.raises(Conflict):
                await store.append("t", number, Said(0, "look"))
        await store.append("t", 0, Said(0, "look"))

    asyncio.run(leap())
    found = store.load("t")
    assert found is not None
    assert found.version == 1


def test_a_table_is_laid_once(store: Store) -> None:
    async def twice() -> None:
        await store.create("t", of_two())
        with pytest.raises(Conflict, match="there is a table 't'"):
            await store.create("t", setup_of())

    asyncio.run(twice())
    found = store.load("t")
    assert found is not None
    assert found.setup == of_two()


def test_entries_of_no_table_are_refused(store: Store) -> None:
    with pytest.raises(Conflict):
        asyncio.run(store.append("nowhere", 0, Said(0, "look")))


def test_who_does_not_wait_is_written_as_well(store: Store) -> None:
    async def impatient() -> None:
        await store.create("t", of_two())
        for number in range(5):
            task = asyncio.create_task(store.append("t", number, Said(0, str(number))))
            await asyncio.sleep(0)
            task.cancel()
        await store.append("t", 5, Said(0, "5"))

    asyncio.run(impatient())
    found = store.load("t")
    assert found is not None
    assert found.entries == [Said(0, str(number)) for number in range(6)]


def test_a_full_disk_loses_nothing_acknowledged(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def small(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.execute("PRAGMA max_page_count = 60")
        return connection

    monkeypatch.setattr(writer, "connect", small)
    store = Store(path)
    acknowledged = 0

    async def fill() -> None:
        nonlocal acknowledged
        await store.create("t", of_two())
        while True:
            await store.append("t", acknowledged, Said(0, "x" * 2_000))
            acknowledged += 1

    with pytest.raises(StoreError, match="not written: database or disk is full"):
        asyncio.run(fill())
    assert acknowledged > 20
    with pytest.raises(StoreError, match="not written"):
        asyncio.run(store.append("t", acknowledged, Said(0, "x" * 2_000)))
    found = store.load("t")
    assert found is not None
    assert found.version == acknowledged
    store.close()


def test_a_closed_store_says_so(store: Store) -> None:
    store.close()
    with pytest.raises(StoreError, match="the store is closed"):
        asyncio.run(store.create("t", of_two()))
    with pytest.raises(StoreError):
        store.load("t")


# What lies in the file is not always what should.


def damaged(path: Path, damage: Callable[[sqlite3.Connection], object]) -> None:
    store = Store(path)
    asyncio.run(lay(store, of_two()))
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
    assert "newer Onirium" in opening_fails(path)
    assert path.read_bytes() == before


def test_a_database_of_others_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE birds (name TEXT)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    assert "none of Onirium" in opening_fails(path)
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
        ("UPDATE entries SET entry = '{'", "entry 0: "),
        ("""UPDATE entries SET entry = '{"kind":"flown","seat":0}'""", "entry 0: "),
        (
            """UPDATE entries SET entry = '{"kind":"moved","seat":0,"steps":["fly"]}'""",
            "entry 0: hush knows no action 'fly'",
        ),
        ("""UPDATE entries SET entry = '{"kind":"invited","seat":9,"secret":""}'""", "entry 0: "),
        (
            """UPDATE entries SET entry = '{"kind":"answered","seat":0,"yes":true}'""",
            "entry 0: nothing was asked",
        ),
        ("UPDATE entries SET number = 7", "entry 0 is missing"),
        ("UPDATE tables SET setup = '{}'", "its setup: "),
        ("""UPDATE tables SET setup = replace(setup, 'hush', 'chess')""", "there is no game"),
    ],
)
def test_a_table_that_cannot_be_played_again_says_why(
    path: Path, statement: str, reason: str
) -> None:
    damaged(path, lambda connection: connection.execute(statement))
    store = Store(path)
    with pytest.raises(StoreError, match=f"^table 't'.*{reason}"):
        store.load("t")
    asyncio.run(lay(store, of_two(), "another"))
    assert store.load("another")
    store.close()


def test_a_file_damaged_within_says_so(path: Path) -> None:
    damaged(path, lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)"))
    content = bytearray(path.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(StoreError, match="malformed"):
        Store(path).load("t")


# Around the tables.


def test_summaries_say_how_tables_stand(store: Store) -> None:
    async def evening() -> None:
        await lay(store, setup_of(begun="2026-11-21T20:00:00Z"), "alone")
        hosted = await lay(store, of_two(), "both")
        seat = hosted.match.state.current_player()
        await do(store, hosted, hosted.hand_over(seat, "random", ANNA))

    asyncio.run(evening())
    both, alone = store.tables_of(ANNA)
    assert (alone.id, alone.game, alone.begun) == ("alone", "onirim", "2026-11-21T20:00:00Z")
    assert (alone.seats, alone.mine, alone.player) == ([PERSON], [0], 0)
    assert (alone.over, alone.result, alone.practice, alone.sort) == (False, "", False, "table")
    assert both.id == "both"
    assert sorted(both.seats) == [PERSON, "random"]
    assert (both.mine, both.seats[both.player]) == ([0], PERSON)
    assert both.changed >= alone.changed
    (seen_by_boris,) = store.tables_of(BORIS)
    assert seen_by_boris == msgspec.structs.replace(both, mine=[1])
    assert store.tables_of(CLARA) == []


def test_what_was_not_noted_is_noted_when_the_store_is_opened_again(path: Path) -> None:
    async def to_the_end(store: Store) -> Hosted:
        hosted = await lay(store, of_two())
        await play(store, hosted)
        return hosted

    store = Store(path)
    hosted = asyncio.run(to_the_end(store))
    assert [table.over for table in store.tables_of(ANNA)] == [False]
    assert store.counters(ANNA) == []
    store.close()
    for _ in range(2):
        store = Store(path)
        assert [table.result for table in store.tables_of(ANNA)] == [hosted.results()[0]]
        (counter,) = store.counters(ANNA)
        assert counter.won + counter.lost == 1
        store.close()


def test_the_deal_of_a_day_is_tried_once_by_each(store: Store) -> None:
    def deal(host: str, date: str) -> Setup:
        return setup_of(holders=(host,), host=host, sort="daily", date=date)

    async def days() -> None:
        await store.create("one", deal(ANNA, "2026-11-21"))
        with pytest.raises(Refused) as refused:
            await store.create("two", deal(ANNA, "2026-11-21"))
        assert refused.value.code == "tried"
        await store.create("three", deal(BORIS, "2026-11-21"))
        await store.create("four", deal(ANNA, "2026-11-22"))

    asyncio.run(days())
    assert store.daily(ANNA, "onirim", "2026-11-21") == "one"
    assert store.daily(BORIS, "onirim", "2026-11-21") == "three"
    assert store.daily(ANNA, "onirim", "2026-11-22") == "four"
    assert store.daily(ANNA, "nightmarium", "2026-11-21") is None
    assert store.load("two") is None


def test_visitors_are_remembered(store: Store) -> None:
    assert store.visitor(ANNA) is None
    asyncio.run(store.set_visitor(ANNA, name="Анна"))
    asyncio.run(store.set_visitor(ANNA, language="ru", theme="dark"))
    assert store.visitor(ANNA) == Visitor("Анна", "ru", "dark")
    asyncio.run(store.set_visitor(ANNA, theme=""))
    assert store.visitor(ANNA) == Visitor("Анна", "ru", "")
    assert store.visitor(BORIS) is None
