"""Online backup and restore."""

import asyncio
import errno
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from onirium.cli.main import main
from onirium.storage.backup import BackupError, back_up, restore
from onirium.storage.migrations import load_migrations
from onirium.storage.store import Store
from onirium.tables.commands import play
from onirium.tables.table import Table
from tests.support.random_users import RandomUsers, snapshot, two_player_setup


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "onirium.db"


async def create_table(store: Store, table_id: str) -> Table:
    setup = two_player_setup("nightmarium")
    table = Table(table_id, setup)
    await store.create(table_id, setup)
    start = play.start(table)
    await store.append(table_id, 0, start)
    table.apply(start)
    return table


async def append_random_event(store: Store, table: Table, users: RandomUsers) -> None:
    event = users.propose(table)
    await store.append(table.table_id, table.version, event)
    table.apply(event)


def test_backup_of_a_database_in_use_is_consistent_and_restorable(path: Path) -> None:
    copy = path.parent / "monday.db"

    async def play(store: Store) -> tuple[Table, int]:
        table, users = await create_table(store, "t"), RandomUsers(5)
        for _ in range(20):
            await append_random_event(store, table, users)
        version = table.version
        copying = asyncio.create_task(asyncio.to_thread(back_up, path, copy))
        while not copying.done():
            await append_random_event(store, table, users)
        await create_table(store, "u")
        assert copying.result() == 1
        return table, version

    with closing(Store(path)) as store:
        original, acknowledged = asyncio.run(play(store))
    assert [file.name for file in path.parent.glob("monday*")] == ["monday.db"]

    tables, former = restore(copy, path)
    assert tables == 1
    with closing(Store(path)) as store:
        restored = asyncio.run(store.load("t"))
        assert restored is not None
        assert acknowledged <= restored.version <= original.version
        expected = Table("t", original.setup)
        for event in original.events[: restored.version]:
            expected.apply(event)
        assert snapshot(restored) == snapshot(expected)
        assert asyncio.run(store.load("u")) is None
    assert former is not None
    with closing(Store(former)) as store:
        assert asyncio.run(store.load("u")) is not None


def test_restore_creates_a_missing_database(path: Path, tmp_path: Path) -> None:
    with closing(Store(path)) as store:
        asyncio.run(create_table(store, "t"))
    copy = tmp_path / "copy.db"
    back_up(path, copy)
    missing = tmp_path / "another" / "data" / "onirium.db"
    assert restore(copy, missing) == (1, None)
    assert {file.name for file in missing.parent.iterdir()} == {"onirium.db", "onirium.db.lock"}


def test_backup_does_not_overwrite_a_file(path: Path) -> None:
    Store(path).close()
    existing = path.with_name("notes.txt")
    existing.write_text("Dear Anna")
    with pytest.raises(BackupError, match=r"notes\.txt: exists already"):
        back_up(path, existing)
    assert existing.read_text() == "Dear Anna"


def test_backup_needs_a_database_and_a_folder(path: Path) -> None:
    with pytest.raises(BackupError, match=r"onirium\.db: there is no such file"):
        back_up(path, path.parent.parent / "copy.db")
    assert not path.exists()
    Store(path).close()
    with pytest.raises(BackupError, match=r"copy\.db: No such file or directory"):
        back_up(path, path.parent / "nowhere" / "copy.db")


def test_restore_rejects_a_database_in_use(path: Path) -> None:
    copy = path.parent / "copy.db"
    with closing(Store(path)) as store:
        back_up(path, copy)
        asyncio.run(create_table(store, "t"))
        with pytest.raises(BackupError, match="a server is using this database"):
            restore(copy, path)
        assert asyncio.run(store.load("t")) is not None
        asyncio.run(create_table(store, "u"))


def test_restore_rejects_a_damaged_database_in_use(path: Path) -> None:
    copy = path.parent / "copy.db"
    with closing(Store(path)):
        back_up(path, copy)
        path.write_bytes(b"damaged" * 1000)
        with pytest.raises(BackupError, match="a server is using this database"):
            restore(copy, path)
        assert path.read_bytes() == b"damaged" * 1000


def test_restore_rejects_a_database_that_another_program_uses(path: Path) -> None:
    copy = path.parent / "copy.db"
    with closing(Store(path)):
        back_up(path, copy)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(BackupError, match=r"onirium\.db: in use"):
            restore(copy, path)


def test_restore_does_not_apply_the_log_of_another_database(path: Path, tmp_path: Path) -> None:
    copy = path.parent / "copy.db"
    database = tmp_path / "killed" / "onirium.db"
    database.parent.mkdir()
    with closing(Store(path)) as store:
        back_up(path, copy)
        asyncio.run(create_table(store, "t"))
        # The server is killed, and its database has been moved away without the log.
        shutil.copy(f"{path}-wal", f"{database}-wal")
    assert restore(copy, database) == (0, None)
    with closing(Store(database)) as store:
        assert asyncio.run(store.load("t")) is None
    (log,) = database.parent.glob("onirium-until-*.db-wal")
    assert log.stat().st_size


def test_restore_replaces_a_damaged_database_and_keeps_it(path: Path) -> None:
    copy = path.parent / "copy.db"
    with closing(Store(path)):
        back_up(path, copy)
    path.write_bytes(b"damaged" * 1000)
    _, previous = restore(copy, path)
    assert previous is not None
    assert previous.read_bytes() == b"damaged" * 1000
    Store(path).close()


def test_each_restore_keeps_the_database_that_it_replaces(path: Path) -> None:
    copy = path.parent / "copy.db"
    with closing(Store(path)):
        back_up(path, copy)
    previous = {restore(copy, path)[1] for _ in range(3)}
    assert {file for file in previous if file and file.exists()} == previous
    assert len(previous) == 3


@pytest.mark.parametrize("failing", ["os.fsync", "pathlib.Path.replace"])
def test_failed_restore_changes_nothing(
    path: Path, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    copy = path.parent / "copy.db"
    with closing(Store(path)) as store:
        back_up(path, copy)
        asyncio.run(create_table(store, "t"))
    before = {file.name for file in path.parent.iterdir()}
    monkeypatch.setattr(failing, fail)
    with pytest.raises(BackupError, match="No space left"):
        restore(copy, path)
    monkeypatch.undo()
    assert {file.name for file in path.parent.iterdir()} == before
    with closing(Store(path)) as store:
        assert asyncio.run(store.load("t")) is not None


def overwrite_page(copy: Path) -> None:
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
    ("damage", "reason"),
    [
        (overwrite_page, "malformed|damaged"),
        (make_newer, r"copy\.db: written by a newer version of Onirium"),
        (make_foreign, r"copy\.db: this is not a database of Onirium"),
        (lambda copy: copy.write_text("not a database"), r"copy\.db: file is not a database"),
        (lambda copy: copy.write_text(""), r"copy\.db: this is not a database of Onirium"),
        (lambda copy: copy.unlink(), r"copy\.db: there is no such file"),
    ],
)
def test_restore_rejects_an_invalid_backup(path: Path, damage: object, reason: str) -> None:
    copy = path.parent / "copy.db"
    with closing(Store(path)) as store:
        asyncio.run(create_table(store, "t"))
        back_up(path, copy)
    assert callable(damage)
    damage(copy)
    before = {file.name for file in path.parent.iterdir()}
    with pytest.raises(BackupError, match=reason):
        restore(copy, path)
    assert {file.name for file in path.parent.iterdir()} == before
    with closing(Store(path)) as store:
        assert asyncio.run(store.load("t")) is not None


def test_backup_and_restore_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(Store(tmp_path / "onirium.db")) as store:
        asyncio.run(create_table(store, "t"))
    copy = tmp_path / "copy.db"
    monkeypatch.setenv("ONIRIUM_SERVE_DATA_DIR", str(tmp_path))
    for arguments in (["backup", str(copy)], ["restore", str(copy)]):
        with pytest.raises(SystemExit) as exit_info:
            main(arguments)
        assert exit_info.value.code == 0
    output = capsys.readouterr().out
    assert f"{copy}: 1 tables\n" in output
    assert f"{tmp_path / 'onirium.db'}: 1 tables\n" in output
    assert "onirium-until-" in output
    monkeypatch.setenv("ONIRIUM_SERVE_DATABASE_URL", "postgresql://somewhere/onirium")
    with pytest.raises(SystemExit) as exit_info:
        main(["backup", str(tmp_path / "other.db")])
    assert exit_info.value.code == 2
    assert "pg_dump" in capsys.readouterr().err
