"""Executes writes in transactions: each write is atomic, whatever shares its transaction."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

from onirium.storage.backend import Connection, Database, StoreError, Write, driver_code
from onirium.storage.completion import Completion, Outcome

MAX_ATTEMPTS: Final = 5
"""Attempts at a transaction that fails because of concurrent ones."""


class CommitUnconfirmed(StoreError):
    """A transaction of unknown outcome: the connection was lost during the COMMIT."""


class _BatchFailed(Exception):
    """A write of a batch has failed; the others can succeed without it."""


class PendingWrite(NamedTuple):
    """A write in the queue of a writer; its arguments are those of ``Writer.submit``."""

    subject: str
    write: Write
    completion: Completion
    can_wait: bool
    is_separate: bool


class Transactor:
    """Executes batches of writes on one connection, which it replaces when it is lost."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = database.connect()

    def execute(self, writes: list[Write]) -> list[Outcome]:
        """Commit the writes in one transaction; return the outcome of each."""
        try:
            return self._transact_with_retries(writes)
        # Each waiter raises an exception of its own, since a traceback is part of it.
        except CommitUnconfirmed as unconfirmed:
            return [CommitUnconfirmed(str(unconfirmed)) for _ in writes]
        except Exception as error:  # noqa: BLE001, the thread has to execute the later writes
            text = f"{self._database.location}: not written: {error}"
            return [StoreError(text, driver_code(error)) for _ in writes]

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()

    def _transact_with_retries(self, writes: list[Write]) -> list[Outcome]:
        """Execute a transaction; retry if a concurrent one made it fail."""
        for _ in range(MAX_ATTEMPTS - 1):
            try:
                return self._transact(writes)
            except self._database.driver_errors as error:
                if not self._database.is_transient(error):
                    raise
        return self._transact(writes)

    def _transact(self, writes: list[Write]) -> list[Outcome]:
        """Return the outcome of each write, once they are durable.

        The first attempt has no savepoints, which are slow and rarely needed. If a write fails,
        the second attempt has one for each write.
        """
        try:
            return self._commit(writes, self._execute_unguarded)
        except _BatchFailed:
            return self._commit(writes, self._execute_in_savepoint)

    def _commit(
        self, writes: list[Write], execute: Callable[[Connection, Write], Outcome]
    ) -> list[Outcome]:
        connection = self._connection = self._connection or self._database.connect()
        try:
            connection.execute(self._database.begin_statement)
            outcomes = [execute(connection, write) for write in writes]
            notifications = [outcome for outcome in outcomes if isinstance(outcome, str)]
            self._database.notify(connection, notifications)
        except Exception:
            self._roll_back(connection)
            raise
        try:
            connection.execute("COMMIT")
        except self._database.driver_errors as error:
            self._roll_back(connection)
            if self._database.is_unconfirmed(error):
                location = self._database.location
                raise CommitUnconfirmed(f"{location}: perhaps not written: {error}") from error
            raise
        return outcomes

    def _roll_back(self, connection: Connection) -> None:
        try:
            connection.execute("ROLLBACK")
        except self._database.driver_errors:
            # The connection is lost or unusable; the next transaction opens a new one.
            self._connection = None
            with suppress(*self._database.driver_errors):
                connection.close()

    def _execute_in_savepoint(self, connection: Connection, write: Write) -> Outcome:
        """Return the outcome of a write; undo its statements if it fails."""
        connection.execute("SAVEPOINT one")
        try:
            notification = write(connection)
        except self._database.statement_errors as error:
            text = f"{self._database.location}: not written: {error}"
            outcome: Exception = StoreError(text, driver_code(error))
        except self._database.driver_errors:
            # The disk, the file or the connection has failed, and with it the transaction.
            raise
        except Exception as error:  # noqa: BLE001, it is the outcome of the write
            outcome = error
        else:
            connection.execute("RELEASE SAVEPOINT one")
            return notification
        connection.execute("ROLLBACK TO SAVEPOINT one")
        connection.execute("RELEASE SAVEPOINT one")
        return outcome

    def _execute_unguarded(self, connection: Connection, write: Write) -> Outcome:
        """Return the outcome of a write.

        Raises:
            _BatchFailed: if it fails and the other writes can still succeed.
        """
        try:
            return write(connection)
        except self._database.driver_errors as error:
            if isinstance(error, self._database.statement_errors):
                raise _BatchFailed from error
            raise
        except Exception as error:
            raise _BatchFailed from error
