"""Copies of the file in which tables are kept: made while a server uses it, and taken back."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from onirium.storage.backend import StoreError
from onirium.storage.sqlite import APPLICATION_ID, Sqlite


class BackupError(ValueError):
    """A copy that cannot be made or taken back; the text says why, and nothing has changed."""


def back_up(database: Path, file: Path) -> int:
    """Copy a database as it is at one moment, whoever writes to it meanwhile.

    Args:
        database: the database.
        file: the copy, which is not there yet.

    Returns:
        How many tables it holds.

    Raises:
        BackupError: if there is no such database, or it cannot be copied.
    """
    if file.exists():
        raise BackupError(f"{file}: there is something already, which is left as it is")
    with _told(file), _whole(file) as copy:
        return _copy(database, copy)


def restore(file: Path, database: Path) -> tuple[int, Path | None]:
    """Take a copy as the database; what was there before is put beside it.

    Args:
        file: the copy.
        database: the database, which nobody is using.

    Returns:
        How many tables it holds, and where the former ones are, if there were any.

    Raises:
        BackupError: if the copy is none or a newer Onirium's, or somebody is using the database.
    """
    with _told(database):
        database.parent.mkdir(parents=True, exist_ok=True)
        with _whole(database) as copy:
            tables = _copy(file, copy)
            _try(copy, file)
            former = _put_aside(database) if database.exists() else None
    return tables, former


@contextmanager
def _whole(file: Path) -> Iterator[Path]:
    """Give a file beside another, whose place it takes when it is whole and on the disk."""
    beside = file.with_name(f"{file.name}.part")
    beside.write_bytes(b"")
    try:
        yield beside
        with beside.open("rb+") as written:
            os.fsync(written.fileno())
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def _told(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BackupError(f"{file}: {error.strerror}") from None


def _copy(database: Path, copy: Path) -> int:
    """Copy a database that is whole; return how many tables it holds."""
    try:
        with closing(_existing(database)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
            if target.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
                raise BackupError(f"{database}: this is no database of Onirium")
            # One file, without others beside it.
            target.execute("PRAGMA journal_mode = DELETE")
            found = target.execute("PRAGMA integrity_check").fetchone()[0]
            if found != "ok":
                raise BackupError(f"{database}: damaged: {found}")
            tables: int = target.execute("SELECT count(*) FROM tables").fetchone()[0]
    except sqlite3.Error as error:
        raise BackupError(f"{database}: {error}") from None
    return tables


def _try(copy: Path, file: Path) -> None:
    """Open a copy of a file, in which whether it is a newer Onirium's shows."""
    try:
        Sqlite(copy).close()
    except StoreError as error:
        raise BackupError(str(error).replace(str(copy), str(file))) from None


def _put_aside(database: Path) -> Path:
    """Give a database another name; return that.

    SQLite ends the log beside a database only for the last that uses it.
    """
    try:
        with closing(_existing(database)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise BackupError(f"{database}: somebody is using it, stop the server: {error}") from None
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return database.rename(database.with_name(f"{database.stem}-until-{now}{database.suffix}"))


def _existing(database: Path) -> sqlite3.Connection:
    """Return a connection to a database that is there."""
    if not database.is_file():
        raise BackupError(f"{database}: there is no such file")
    return sqlite3.connect(database, isolation_level=None)
