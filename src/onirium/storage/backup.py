"""Online backup and restore of a SQLite database."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from onirium.storage.backend import StoreError
from onirium.storage.sqlite import APPLICATION_ID, create_private, lock, open_migrated


class BackupError(ValueError):
    """A backup or restore failed and has changed nothing; the text gives the reason."""


def back_up(database: Path, file: Path) -> int:
    """Copy a consistent snapshot of a database, which a server may be writing to.

    Args:
        database: the database file.
        file: the new backup file; it must not exist.

    Returns:
        The number of tables in the backup.

    Raises:
        BackupError: if there is no such database or it cannot be copied.
    """
    if file.exists():
        raise BackupError(f"{file}: exists already and is not overwritten")
    with _convert_os_errors(file), _temporary_file(file) as copy:
        tables = _copy(database, copy)
        _sync(copy)
        copy.replace(file)
    return tables


def restore(file: Path, database: Path) -> tuple[int, Path | None]:
    """Replace a database by a backup, migrated to this version; rename the old file.

    Args:
        file: the backup file; it is not changed.
        database: the database file; no server may be using it.

    Returns:
        The number of tables in the backup, and the new path of the replaced database, if there was
        one.

    Raises:
        BackupError: if the file is not a backup of Onirium, a newer version wrote it, or the
            database is in use.
    """
    with _convert_os_errors(database), _lock(database), _temporary_file(database) as copy:
        tables = _copy(file, copy)
        _check_opens(copy, file)
        _sync(copy)
        previous = _replace(database, copy)
    return tables, previous


@contextmanager
def _temporary_file(file: Path) -> Iterator[Path]:
    """Create an empty file that will replace another one; delete it unless it is renamed."""
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    create_private(part)
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _convert_os_errors(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise BackupError(f"{file}: {error.strerror}") from None


@contextmanager
def _lock(database: Path) -> Iterator[None]:
    """Lock a database against servers; a damaged one may not show that it is in use."""
    try:
        connection = lock(database)
    except StoreError as error:
        raise BackupError(str(error)) from None
    with closing(connection):
        yield


def _copy(database: Path, copy: Path) -> int:
    """Copy a database and check the copy; return its number of tables."""
    try:
        with (
            closing(_connect_existing(database)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
            if target.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
                raise BackupError(f"{database}: this is not a database of Onirium")
            # A backup is one file, without a separate write-ahead log.
            target.execute("PRAGMA journal_mode = DELETE")
            result = target.execute("PRAGMA integrity_check").fetchone()[0]
            if result != "ok":
                raise BackupError(f"{database}: damaged: {result}")
            tables: int = target.execute("SELECT count(*) FROM tables").fetchone()[0]
    except sqlite3.Error as error:
        raise BackupError(f"{database}: {error}") from None
    return tables


def _check_opens(copy: Path, file: Path) -> None:
    """Open and migrate the copy of a file; fail if a newer version of Onirium wrote it."""
    try:
        open_migrated(copy).close()
    except StoreError as error:
        raise BackupError(str(error).replace(str(copy), str(file))) from None


def _sync(file: Path) -> None:
    """Write the content of a file to disk."""
    with file.open("rb+") as written:
        os.fsync(written.fileno())


def _replace(database: Path, copy: Path) -> Path | None:
    """Replace a database that is not in use; return the new path of the old file, if any."""
    if is_replaced := database.exists():
        _end_log(database)
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    previous = database.with_name(f"{database.stem}-until-{now}{database.suffix}")
    _rename(database, previous)
    try:
        copy.replace(database)
    except OSError:
        _rename(previous, database)
        raise
    return previous if is_replaced else None


def _end_log(database: Path) -> None:
    """Merge the write-ahead log into a database, unless it is damaged; reject one in use."""
    try:
        with closing(_connect_existing(database)) as connection:
            # SQLite reports an error while another connection is open.
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        # The upper bits of the code are details.
        if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise BackupError(f"{database}: in use: {error}") from None


def _rename(database: Path, target: Path) -> None:
    """Rename a database with its logs, which SQLite would apply to any database of that name."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        with suppress(FileNotFoundError):
            Path(f"{database}{suffix}").rename(f"{target}{suffix}")


def _connect_existing(database: Path) -> sqlite3.Connection:
    """Return a connection to a database; do not create the file."""
    if not database.is_file():
        raise BackupError(f"{database}: there is no such file")
    return sqlite3.connect(database, isolation_level=None)
