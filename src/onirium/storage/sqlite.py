"""The SQLite backend: one file, no server; the default."""

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Final

from onirium.storage.backend import Database, Row, StoreError, Writer, driver_code
from onirium.storage.group_commit import GroupCommitWriter
from onirium.storage.migrations import load_migrations

APPLICATION_ID: Final = 0x4F6E6972
"""The application id in the file header of our databases: the letters Onir."""

BUSY_TIMEOUT_S: Final = 5.0
"""Maximum wait for another process that has locked the database."""

CHECKPOINT_INTERVAL_S: Final = 10.0
"""Interval between two passive checkpoints of the write-ahead log."""

PRIVATE_FILE_MODE: Final = 0o600
"""Permissions of the files of a database: only the account of the server may read them."""

MAX_WAL_PAGES: Final = 50_000
"""Length of the write-ahead log above which a checkpoint restarts it and blocks writers briefly."""


class Sqlite(Database):
    """A database file, locked by this server. Reads are fast enough to run in the event loop."""

    driver_errors = (sqlite3.Error,)
    statement_errors = (sqlite3.IntegrityError, sqlite3.DataError)
    begin_statement = "BEGIN IMMEDIATE"

    def __init__(self, path: Path) -> None:
        """Open the file; create or migrate it if necessary.

        Raises:
            StoreError: if it cannot be opened, another server uses it, a newer version of Onirium
                wrote it, or it belongs to another program.
        """
        self.location = str(path)
        self._path = path
        self._lock = lock(path)
        with _close_on_failure(self._lock):
            self._reader = open_migrated(path)
            with _close_on_failure(self._reader):
                connection = connect(path)
        self._read_lock = Lock()
        self._closed = Event()
        self._has_erased = Event()
        self._checkpointer = Thread(
            target=self._run_checkpoints, args=[connection], name="onirium wal", daemon=True
        )
        self._checkpointer.start()

    def connect(self) -> sqlite3.Connection:
        """Return a new connection for one writing thread."""
        connection = connect(self._path)
        # A checkpoint inside a commit would delay the clients that wait for it.
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        return connection

    def open_writer(self) -> Writer:
        """Return a new writer with a thread of its own."""
        return GroupCommitWriter(self)

    async def fetch_all(self, statement: str, values: Sequence[object]) -> list[Row]:
        """Execute a query and return its rows, without yielding to the event loop.

        Raises:
            StoreError: if the database cannot be read.
        """
        try:
            with self._read_lock, closing(self._reader.execute(statement, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"{self.location}: {error}", driver_code(error)) from None

    def scrub(self) -> None:
        """Truncate the write-ahead log at the next checkpoint: it contains what was erased."""
        self._has_erased.set()

    def free_disk_bytes(self) -> int:
        """Return the free space of the disk with the file."""
        return shutil.disk_usage(self._path.parent).free

    def close(self) -> None:
        """Close the file."""
        self._closed.set()
        self._checkpointer.join()
        self._reader.close()
        self._lock.close()

    def _run_checkpoints(self, connection: sqlite3.Connection) -> None:
        """Copy the write-ahead log into the database, in a thread of its own."""
        with closing(connection):
            while not self._closed.wait(CHECKPOINT_INTERVAL_S):
                with suppress(sqlite3.Error):
                    _, wal_pages = _checkpoint(connection, "PASSIVE")
                    if wal_pages > MAX_WAL_PAGES:
                        _checkpoint(connection, "RESTART")
                    if self._has_erased.is_set():
                        self._truncate_log(connection)

    def _truncate_log(self, connection: sqlite3.Connection) -> None:
        """Truncate the write-ahead log; try again at the next checkpoint if others prevent it."""
        self._has_erased.clear()
        with suppress(sqlite3.Error):
            is_busy, _ = _checkpoint(connection, "TRUNCATE")
            if not is_busy:
                return
        self._has_erased.set()


def _checkpoint(connection: sqlite3.Connection, mode: str) -> tuple[bool, int]:
    """Run a checkpoint; return whether others prevented it, and the pages of the log."""
    busy, wal_pages, _ = connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
    return bool(busy), wal_pages


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection with durable commits; threads may share it, one at a time."""
    connection = sqlite3.connect(
        path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
    )
    with _close_on_failure(connection):
        configure(connection)
    return connection


def configure(connection: sqlite3.Connection) -> None:
    """Set the options that SQLite does not store in the database."""
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # Erased personal data must not remain in free pages of the file.
    connection.execute("PRAGMA secure_delete = ON")


def create_private(path: Path) -> None:
    """Create an empty file that only its owner can read, unless it exists."""
    if not path.exists():
        path.touch(mode=PRIVATE_FILE_MODE)


def open_migrated(path: Path) -> sqlite3.Connection:
    """Return a connection to a database with the schema of this version.

    Raises:
        StoreError: if it cannot be opened, a newer version of Onirium wrote it, or it belongs to
            another program.
    """
    try:
        create_private(path)
        connection = connect(path)
        with _close_on_failure(connection):
            migrate(connection, str(path))
            _restrict_access(path)
    except OSError as error:
        raise StoreError(f"{path}: cannot be opened: {error.strerror}") from None
    except sqlite3.Error as error:
        raise StoreError(f"{path}: cannot be opened as a database: {error}") from None
    return connection


def lock(path: Path) -> sqlite3.Connection:
    """Return a connection that locks a database for this process until it is closed.

    The system releases the lock when the process ends. The lock is a transaction in another file,
    so that backups can read the database meanwhile.

    Raises:
        StoreError: if the lock cannot be created, or another process holds it.
    """
    lock_path = path.with_name(f"{path.name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        create_private(lock_path)
        connection = sqlite3.connect(
            lock_path, timeout=0, isolation_level=None, check_same_thread=False
        )
        with _close_on_failure(connection):
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("BEGIN EXCLUSIVE")
    except OSError as error:
        raise StoreError(f"{path}: cannot be opened: {error.strerror}") from None
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise StoreError(
                f"{path}: a server is using this database: stop it, or set another `data_dir`"
            ) from None
        raise StoreError(f"{path}: cannot be opened as a database: {error}") from None
    return connection


def _restrict_access(path: Path) -> None:
    """Deny other accounts access to a database that an earlier version has created."""
    for suffix in ("", "-wal", "-shm"):
        # Only the owner of a file may do this, and a file may have been deleted meanwhile.
        with suppress(PermissionError, FileNotFoundError):
            path.with_name(path.name + suffix).chmod(PRIVATE_FILE_MODE)


@contextmanager
def _close_on_failure(connection: sqlite3.Connection) -> Iterator[None]:
    with ExitStack() as stack:
        stack.callback(connection.close)
        yield
        stack.pop_all()


def migrate(connection: sqlite3.Connection, location: str) -> None:
    """Apply the missing migrations in one transaction.

    Raises:
        StoreError: if a newer version of Onirium wrote the database, or it belongs to another
            program.
    """
    migrations = load_migrations()
    _check_compatible(connection, location, len(migrations))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")
    # Another process may have migrated the database since the first check.
    _check_compatible(connection, location, len(migrations))
    for migration in migrations[_read_pragma(connection, "user_version") :]:
        for statement in migration.statements:
            connection.execute(statement)
        if migration.data_step:
            migration.data_step(connection)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(migrations)}")
    connection.execute("COMMIT")


def _check_compatible(connection: sqlite3.Connection, location: str, latest: int) -> None:
    """Raise StoreError for a database of another program or of a newer version."""
    has_schema = connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    if has_schema and _read_pragma(connection, "application_id") != APPLICATION_ID:
        raise StoreError(f"{location}: this database belongs to another program")
    if _read_pragma(connection, "user_version") > latest:
        raise StoreError(f"{location}: written by a newer version of Onirium; update this one")


def _read_pragma(connection: sqlite3.Connection, name: str) -> int:
    value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return value
