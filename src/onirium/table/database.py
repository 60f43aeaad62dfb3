"""The file in which tables are kept: opened, and brought to the form of this version."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Final

OURS: Final = 0x4F6E6972
"""Marks a database as one of Onirium's: the letters Onir."""

PATIENCE: Final = 10.0
"""For how many seconds another program may keep the database to itself."""


class StoreError(Exception):
    """The database cannot be used or written; the text says why, for people."""


def opened(path: Path) -> sqlite3.Connection:
    """Return a connection to a database whose tables are those of this version.

    Raises:
        StoreError: if that is not possible, or it is a newer Onirium's or no database of ours.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = connect(path)
        with _closed_on_failure(connection):
            _migrate(path, connection)
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{path}: cannot be used as a database: {error}") from None
    return connection


def connect(path: Path) -> sqlite3.Connection:
    """Return a connection whose commits reach the disk; threads may share it, one at a time."""
    connection = sqlite3.connect(
        path, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    with _closed_on_failure(connection):
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
    return connection


@contextmanager
def _closed_on_failure(connection: sqlite3.Connection) -> Iterator[None]:
    with ExitStack() as failure:
        failure.callback(connection.close)
        yield
        failure.pop_all()


def _migrate(path: Path, connection: sqlite3.Connection) -> None:
    """Bring the tables of a database to those of this version, number by number."""
    migrations = _migrations()
    _check(path, connection, len(migrations))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("BEGIN IMMEDIATE")
    # Another program may have come first.
    _check(path, connection, len(migrations))
    for number in range(_pragma(connection, "user_version"), len(migrations)):
        for statement in migrations[number].split(";\n"):
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {OURS}")
    connection.execute(f"PRAGMA user_version = {len(migrations)}")
    connection.execute("COMMIT")


def _check(path: Path, connection: sqlite3.Connection, latest: int) -> None:
    """Leave alone what others or newer versions have written."""
    there_is = connection.execute("SELECT 1 FROM sqlite_master").fetchone()
    if there_is and _pragma(connection, "application_id") != OURS:
        raise StoreError(f"{path}: this is a database, but none of Onirium")
    if _pragma(connection, "user_version") > latest:
        raise StoreError(f"{path}: written by a newer Onirium, which is needed to open it")


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    value: int = connection.execute(f"PRAGMA {name}").fetchone()[0]
    return value


def _migrations() -> list[str]:
    """Return the migrations by number; the first makes the tables."""
    found = {
        int(number[1]): resource.read_text("utf-8")
        for resource in files(__package__).iterdir()
        if (number := re.fullmatch(r"migration_(\d+)\.sql", resource.name))
    }
    return [found[number] for number in range(1, len(found) + 1)]
