"""Tables in a file: SQLite, which needs nothing and is the rule."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Any, Final

from onirium.storage.backend import Database, StoreError, load_migrations

APPLICATION_ID: Final = 0x4F6E6972
"""Marks a database as one of Onirium's: the letters Onir."""

BUSY_TIMEOUT_S: Final = 10.0
"""For how many seconds another program may keep the database to itself."""

CHECKPOINT_INTERVAL_S: Final = 10.0
"""So often, in seconds, is carried over to the tables what has been written to the log."""

MAX_WAL_PAGES: Final = 50_000
"""Of more pages the log is begun anew, for which writers wait a moment."""


class Sqlite(Database):
    """A file. Reading from it takes no time worth waiting for."""

    driver_errors = (sqlite3.Error,)
    statement_errors = (sqlite3.IntegrityError, sqlite3.DataError)
    begin_statement = "BEGIN IMMEDIATE"

    def __init__(self, path: Path) -> None:
        self.location = str(path)
        self._path = path
        self._reader = _opened(path)
        self._reading = Lock()
        self._closed = Event()
        self._carrying = Thread(
            target=self._carry_over, args=[connect(path)], name="onirium log", daemon=True
        )
        self._carrying.start()

    def connect(self) -> sqlite3.Connection:
        """Return another connection, for one thread that writes, and nothing but writes."""
        connection = connect(self._path)
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        return connection

    async def fetch_all(self, statement: str, values: Sequence[object]) -> list[Any]:
        """Return what is asked for, at once.

        Raises:
            StoreError: if it cannot be read.
        """
        try:
            with self._reading, closing(self._reader.execute(statement, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            raise StoreError(f"{self.location}: {error}") from None

    def close(self) -> None:
        """Let the file go."""
        self._closed.set()
        self._carrying.join()
        self._reader.close()

    def _carry_over(self, connection: sqlite3.Connection) -> None:
        """Do beside the writer, for which people wait, what takes the disk long."""
        with closing(connection):
            while not self._closed.wait(CHECKPOINT_INTERVAL_S):
                with suppress(sqlite3.Error):
                    done = connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
                    _, length, _ = done.fetchone()
                    if length > MAX_WAL_PAGES:
                        connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection whose commits reach the disk; threads may share it, one at a time."""
    connection = sqlite3.connect(
        path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False
    )
    with _closed_on_failure(connection):
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        # What is deleted is to be gone from the file too.
        connection.execute("PRAGMA secure_delete = ON")
    return connection


def _opened(path: Path) -> sqlite3.Connection:
    """Return a connection to a database whose tables are those of this version."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = connect(path)
        with _closed_on_failure(connection):
            _migrate(path, connection)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{path}: cannot be used as a database: {error}") from None
    return connection


@contextmanager
def _closed_on_failure(connection: sqlite3.Connection) -> Iterator[None]:
    with ExitStack() as failure:
        failure.callback(connection.close)
        yield
        failure.pop_all()


def _migrate(path: Path, connection: sqlite3.Connection) -> None:
    """Bring the tables of a database to those of this version, number by number."""
    wanted = load_migrations()
    _check(path, connection, len(wanted))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")
    # Another program may have come first.
    _check(path, connection, len(wanted))
    for number in range(_pragma(connection, "user_version"), len(wanted)):
        for statement in wanted[number]:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {len(wanted)}")
    connection.execute("COMMIT")


def _check(path: Path, connection: sqlite3.Connection, latest: int) -> None:
    """Leave alone what others or newer versions have written."""
    there_is = connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    if there_is and _pragma(connection, "application_id") != APPLICATION_ID:
        raise StoreError(f"{path}: this is a database, but none of Onirium")
    if _pragma(connection, "user_version") > latest:
        raise StoreError(f"{path}: written by a newer Onirium, which is needed to open it")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return value
