"""Copies of the database: made while it is used, and taken back."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from onirium.cli.main import main
from onirium.storage.backup import BackupError, back_up, restore
from onirium.storage.migrations import load_migrations
from onirium.storage.store import Store
from onirium.tables.table import Table
from tests.support.random_users import RandomUsers, snapshot, two_player_setup


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "house" / "onirium.db"


async def lay(store: Store, table: str) -> Table:
    setup = two_player_setup("nightmarium")
    hosted = Table(table, setup)
    await store.create(table, setup)
    beginning = hosted.start()
    await store.append(table, 0, beginning)
    hosted.apply(beginning)
    return hosted


async def go_on(store: Store, hosted: Table, guests: RandomUsers) -> None:
    entry = guests.propose(hosted)
    await store.append(hosted.table_id, hosted.version, entry)
    hosted.apply(entry)


def test_a_copy_made_meanwhile_is_whole_and_can_be_taken_back(path: Path) -> None:
    copy = path.parent / "monday.db"

    async def evening(store: Store) -> tuple[Table, int]:
        hosted, guests = await lay(store, "t"), RandomUsers(5)
        for _ in range(20):
            await go_on(store, hosted, guests)
        version = hosted.version
        copying = asyncio.create_task(asyncio.to_thread(back_up, path, copy))
        while not copying.done():
            await go_on(store, hosted, guests)
        await lay(store, "u")
        assert copying.result() == 1
        return hosted, version

    with closing(Store(path)) as store:
        left, acknowledged = asyncio.run(evening(store))
    assert [found.name for found in path.parent.glob("monday*")] == ["monday.db"]

    tables, former = restore(copy, path)
    assert tables == 1
    with closing(Store(path)) as store:
        found = asyncio.run(store.load("t"))
        assert found is not None
        assert acknowledged <= found.version <= left.version
        again = Table("t", left.setup)
        for entry in left.events[: found.version]:
            again.apply(entry)
        assert snapshot(found) == snapshot(again)
        assert asyncio.run(store.load("u")) is None
    assert former is not None
    with closing(Store(former)) as store:
        assert asyncio.run(store.load("u")) is not None


def test_it_can_be_taken_where_nothing_was(path: Path, tmp_path: Path) -> None:
    with closing(Store(path)) as store:
        asyncio.run(lay(store, "t"))
    copy = tmp_path / "copy.db"
    back_up(path, copy)
    elsewhere = tmp_path / "another" / "house" / "onirium.db"
    assert restore(copy, elsewhere) == (1, None)
    assert [found.name for found in elsewhere.parent.iterdir()] == ["onirium.db"]


def test_nothing_is_overwritten(path: Path) -> None:
    Store(path).close()
    letter = path.with_name("letter.txt")
    letter.write_text("Dear Anna")
    with pytest.raises(BackupError, match=r"letter\.txt: exists already"):
        back_up(path, letter)
    assert letter.read_text() == "Dear Anna"


def test_there_must_be_something_to_copy_and_a_place_for_it(path: Path) -> None:
    with pytest.raises(BackupError, match=r"onirium\.db: there is no such file"):
        back_up(path, path.parent.parent / "copy.db")
    assert not path.exists()
    Store(path).close()
    with pytest.raises(BackupError, match=r"copy\.db: No such file or directory"):
        back_up(path, path.parent / "nowhere" / "copy.db")


def test_what_is_used_is_not_replaced(path: Path) -> None:
    copy = path.parent / "copy.db"
    with closing(Store(path)) as store:
        back_up(path, copy)
        asyncio.run(lay(store, "t"))
        with pytest.raises(BackupError, match="stop the server"):
            restore(copy, path)
        assert asyncio.run(store.load("t")) is not None
        asyncio.run(lay(store, "u"))


def damage(copy: Path) -> None:
    content = bytearray(copy.read_bytes())
    content[4096:8192] = b"x" * 4096
    copy.write_bytes(content)


def make_newer(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute(f"PRAGMA user_version = {len(load_migrations()) + 1}")


def make_foreign(copy: Path) -> None:
    copy.unlink()
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("CREATE TABLE tables (id)")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (damage, "malformed|damaged"),
        (make_newer, r"copy\.db: written by a newer version of Onirium"),
        (make_foreign, r"copy\.db: this is not a database of Onirium"),
        (lambda copy: copy.write_text("a shopping list"), r"copy\.db: file is not a database"),
        (lambda copy: copy.write_text(""), r"copy\.db: this is not a database of Onirium"),
        (lambda copy: copy.unlink(), r"copy\.db: there is no such file"),
    ],
)
def test_what_is_no_good_is_not_taken(path: Path, spoil: object, reason: str) -> None:
    copy = path.parent / "copy.db"
    with closing(Store(path)) as store:
        asyncio.run(lay(store, "t"))
        back_up(path, copy)
    assert callable(spoil)
    spoil(copy)
    before = {found.name for found in path.parent.iterdir()}
    with pytest.raises(BackupError, match=reason):
        restore(copy, path)
    assert {found.name for found in path.parent.iterdir()} == before
    with closing(Store(path)) as store:
        assert asyncio.run(store.load("t")) is not None


def test_the_command_line_does_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Store(tmp_path / "onirium.db")) as store:
        asyncio.run(lay(store, "t"))
    copy = tmp_path / "copy.db"
    monkeypatch.setenv("ONIRIUM_SERVE_DATA_DIR", str(tmp_path))
    for words in (["backup", str(copy)], ["restore", str(copy)]):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == 0
    told = capsys.readouterr().out
    assert f"{copy}: 1 tables\n" in told
    assert f"{tmp_path / 'onirium.db'}: 1 tables\n" in told
    assert "onirium-until-" in told
    monkeypatch.setenv("ONIRIUM_SERVE_DATABASE_URL", "postgresql://somewhere/onirium")
    with pytest.raises(SystemExit) as ended:
        main(["backup", str(tmp_path / "other.db")])
    assert ended.value.code == 2
    assert "pg_dump" in capsys.readouterr().err
