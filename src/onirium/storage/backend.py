"""The interface of a database backend, which the store and the group-commit writer use."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Sequence
from typing import Any, ClassVar, Protocol, TypeAlias

from onirium.storage.completion import Completion

ErrorTypes: TypeAlias = tuple[type[Exception], ...]

Row: TypeAlias = tuple[Any, ...]
"""A row of a result; its column types depend on the statement."""


class StoreError(Exception):
    """The database cannot be opened, read or written; the text gives the reason.

    Attributes:
        code: the driver's code of the failure, for logs; empty if the driver did not fail.
    """

    def __init__(self, text: str, code: str = "") -> None:
        super().__init__(text)
        self.code = code


def driver_code(error: BaseException) -> str:
    """Return the driver's code of a failure, or else its class: constants without any data.

    >>> driver_code(TimeoutError("host 192.0.2.1"))
    'TimeoutError'
    """
    code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
    return code or type(error).__name__


class StorageFull(StoreError):
    """A write that found no space; the user can free some and repeat it."""


class Unconfirmed(StoreError):
    """A write of unknown outcome: the database did not answer in time, or the connection was lost.

    Attributes:
        finished: done once the write is durable, or can no longer become durable.
    """

    def __init__(self, text: str, finished: "asyncio.Future[bool]") -> None:
        super().__init__(text)
        self.finished = finished


class Cursor(Protocol):
    """The result of a statement."""

    @property
    def rowcount(self) -> int:
        """The number of rows that the statement has written."""

    def fetchall(self) -> list[Row]:
        """Return the rows that the statement has selected."""


class Connection(Protocol):
    """A connection to a database; statements use ``?`` as the placeholder of a value."""

    def execute(self, statement: str, values: Sequence[object] = (), /) -> Cursor:
        """Execute a statement."""

    def close(self) -> None:
        """Close the connection."""


Write: TypeAlias = Callable[[Connection], str | None]
"""Statements that succeed or fail together.

A returned string is published as a notification; an exception is raised where the write is awaited.
"""


class Writer(ABC):
    """Executes the writes of a store; each write is atomic."""

    @abstractmethod
    def submit(
        self, subject: str, write: Write, *, can_wait: bool = False, is_separate: bool = False
    ) -> Completion:
        """Queue a write; its completion is finished when the write is durable, or has failed.

        The write can be cancelled until its transaction begins.

        Args:
            subject: the id of the table or user that is written.
            write: executes the statements.
            can_wait: whether the write may be delayed to share the transaction of another.
            is_separate: whether the write gets a transaction of its own, so that its failure does
                not fail others.

        Raises:
            StoreError: if the writer is closed.
        """

    @abstractmethod
    def close(self) -> None:
        """Accept no more writes, and release the connection."""


class Database(ABC):
    """A database with the schema of this version.

    All backends run the same statements of the store; this interface covers their differences.

    Attributes:
        location: path or address without a password, for messages to a human.
        is_shared: whether other servers may use the database at the same time.
        driver_errors: the exceptions that the driver raises.
        statement_errors: the driver errors of a single statement, such as a violated constraint;
            they do not affect the other writes of the transaction.
        begin_statement: the statement that begins a write transaction.
    """

    location: str
    is_shared: ClassVar[bool] = False
    driver_errors: ClassVar[ErrorTypes]
    statement_errors: ClassVar[ErrorTypes]
    begin_statement: ClassVar[str] = "BEGIN"

    @abstractmethod
    def connect(self) -> Connection:
        """Return a connection for a writer."""

    @abstractmethod
    def open_writer(self) -> Writer:
        """Return a new writer of the database."""

    @abstractmethod
    async def fetch_all(self, statement: str, values: Sequence[object]) -> list[Row]:
        """Execute a query and return its rows.

        Raises:
            StoreError: if the database cannot be read.
        """

    def free_disk_bytes(self) -> int | None:
        """Return the free space of the disk with the database, or None if it is not known."""
        return None

    def scrub(self) -> None:  # noqa: B027, by default there is nothing to do
        """Remove what was erased from files beside the database."""

    @abstractmethod
    def close(self) -> None:
        """Close the database."""

    def is_transient(self, error: Exception) -> bool:
        """Return whether a concurrent transaction caused the error, so that a retry may succeed."""
        del error
        return False

    def is_unconfirmed(self, error: Exception) -> bool:
        """Return whether a COMMIT that failed with the error may nevertheless have succeeded."""
        del error
        return False

    def notify(self, connection: Connection, notifications: Sequence[str]) -> None:
        """Send notifications to all servers when the current transaction commits."""
        del connection, notifications

    async def notifications(self) -> AsyncGenerator[str | None, None]:
        """Yield the notifications of all servers, and None where some may have been missed."""
        no_notifications: tuple[str, ...] = ()
        for notification in no_notifications:
            yield notification
