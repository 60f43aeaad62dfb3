"""What a database has to offer, so that tables can be kept in it."""

import re
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol, TypeAlias

Errors: TypeAlias = tuple[type[Exception], ...]

POSTGRES_SCHEMES: Final = ("postgresql://", "postgres://")
"""Where the addresses of databases begin that are no files."""


class StoreError(Exception):
    """The database cannot be used or written; the text says why, for people."""


class Cursor(Protocol):
    """What a statement has come to."""

    @property
    def rowcount(self) -> int:
        """How many rows it has written."""

    def fetchall(self) -> list[Any]:
        """Return the rows that it has found."""


class Connection(Protocol):
    """A connection to a database; each ``?`` of a statement stands for a value."""

    def execute(self, statement: str, values: Sequence[object] = (), /) -> Cursor:
        """Carry out a statement."""

    def close(self) -> None:
        """End it."""


class Database(ABC):
    """A database that has the tables of this version.

    The statements of the store are the same for all of them; here is what is not.

    Attributes:
        location: where it is, for people.
        is_shared: whether other servers may use it at the same time.
        driver_errors: whatever its driver raises.
        statement_errors: those of them for which one write is to blame, not all of a transaction.
        begin_statement: what begins a transaction that writes.
    """

    location: str
    is_shared: ClassVar[bool] = False
    driver_errors: ClassVar[Errors]
    statement_errors: ClassVar[Errors]
    begin_statement: ClassVar[str] = "BEGIN"

    @abstractmethod
    def connect(self) -> Connection:
        """Return another connection, for one thread that writes."""

    @abstractmethod
    async def fetch_all(self, statement: str, values: Sequence[object]) -> list[Any]:
        """Return what is asked for.

        Raises:
            StoreError: if it cannot be read.
        """

    @abstractmethod
    def close(self) -> None:
        """Let it go."""

    def is_transient(self, error: Exception) -> bool:
        """Tell whether a transaction failed only because another came between."""
        del error
        return False

    def notify(self, connection: Connection, news: Sequence[str]) -> None:
        """Let other servers know something when the transaction has come to its end."""
        del connection, news

    async def notifications(self) -> AsyncGenerator[str | None, None]:
        """Yield what all servers let know, nothing where some of it may have been missed."""
        told_by_nobody: tuple[str, ...] = ()
        for told in told_by_nobody:
            yield told


def open_database(place: str | Path) -> Database:
    """Return the database at a path or an address; it is made, or brought to this version's form.

    Raises:
        StoreError: if that is not possible, or it is a newer Onirium's or no database of ours.
    """
    if not str(place).startswith(POSTGRES_SCHEMES):
        from onirium.storage.sqlite import Sqlite  # noqa: PLC0415, each needs only its own driver

        return Sqlite(Path(place))
    try:
        from onirium.storage.postgres import Postgres  # noqa: PLC0415
    except ImportError:
        raise StoreError("for Postgres, psycopg is missing: install onirium[postgres]") from None
    return Postgres(str(place))


def load_migrations() -> list[list[str]]:
    """Return the statements of each migration, by number; those of the first make the tables."""
    found = {
        int(number[1]): resource.read_text("utf-8")
        for resource in files(__package__).joinpath("migrations").iterdir()
        if (number := re.fullmatch(r"(\d+)_\w+\.sql", resource.name))
    }
    return [found[number].split(";\n") for number in range(1, len(found) + 1)]
