"""Group commit: one thread writes, and concurrent writes share a transaction.

A commit waits for the disk, for about the same time whatever its size. Writes that arrive while a
commit is in progress therefore go into the next one together.
"""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, NamedTuple, TypeAlias

from onirium.storage.backend import Connection, Database, StoreError

MAX_BATCH_SIZE: Final = 500
"""Maximum number of writes in a transaction; it bounds the latency of each."""

BATCH_DELAY_S: Final = 0.02
"""Maximum delay of a write that can wait, until another one shares its transaction."""

MAX_ATTEMPTS: Final = 5
"""Attempts at a transaction that fails because of concurrent ones."""

Write: TypeAlias = Callable[[Connection], str | None]
"""Statements that succeed or fail together.

A returned string is published as a notification; an exception goes to the future of the write.
"""

_Outcome: TypeAlias = str | Exception | None


class CommitUnconfirmed(StoreError):
    """A transaction of unknown outcome: the connection was lost during the COMMIT."""


class _BatchFailed(Exception):
    """A write of a batch has failed; the others can succeed without it."""


class _PendingWrite(NamedTuple):
    """A write in the queue."""

    subject: str
    write: Write
    future: "Future[None]"
    can_wait: bool
    is_separate: bool


class GroupCommitWriter:
    """Executes writes in batches; each write is atomic."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = database.connect()
        self._queue: SimpleQueue[_PendingWrite | None] = SimpleQueue()
        self._closed = False
        self._thread = Thread(target=self._run, name="onirium store", daemon=True)
        self._thread.start()

    def submit(
        self, subject: str, write: Write, *, can_wait: bool = False, is_separate: bool = False
    ) -> "Future[None]":
        """Queue a write; its future is done when the write is durable.

        The future can be cancelled until the transaction of the write begins.

        Args:
            subject: the id of the table or user that is written.
            write: executes the statements.
            can_wait: whether the write may be delayed to share the transaction of another.
            is_separate: whether the write gets a transaction of its own, so that its failure does
                not fail others.

        Raises:
            StoreError: if the writer is closed.
        """
        if self._closed:
            raise StoreError(f"{self._database.location}: not written: the store is closed")
        future: Future[None] = Future()
        self._queue.put(_PendingWrite(subject, write, future, can_wait, is_separate))
        return future

    def close(self) -> None:
        """Execute the queued writes, then stop the thread."""
        self._closed = True
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            batch = self._next_batch()
            is_open = None not in batch
            # All servers lock the rows in the same order, which avoids most deadlocks.
            writes = sorted(filter(None, batch), key=lambda pending: pending.subject)
            self._write([pending for pending in writes if not pending.is_separate])
            for pending in writes:
                if pending.is_separate:
                    self._write([pending])
        if self._connection is not None:
            self._connection.close()

    def _next_batch(self) -> list[_PendingWrite | None]:
        """Return the queued writes, once at least one cannot wait or has waited long enough."""
        batch = [self._queue.get()]
        with suppress(Empty):
            while all(pending is not None and pending.can_wait for pending in batch):
                batch.append(self._queue.get(timeout=BATCH_DELAY_S))
            while len(batch) < MAX_BATCH_SIZE:
                batch.append(self._queue.get_nowait())
        return batch

    def _write(self, queued: list[_PendingWrite]) -> None:
        """Write a batch, except what was cancelled, then resolve its futures."""
        batch = [pending for pending in queued if pending.future.set_running_or_notify_cancel()]
        if not batch:
            return
        try:
            outcomes = self._transact_with_retries([pending.write for pending in batch])
        except CommitUnconfirmed as unconfirmed:
            outcomes = [unconfirmed] * len(batch)
        except self._database.driver_errors as error:
            failure = StoreError(f"{self._database.location}: not written: {error}")
            outcomes = [failure for _ in batch]
        for pending, outcome in zip(batch, outcomes, strict=True):
            if isinstance(outcome, Exception):
                pending.future.set_exception(outcome)
            else:
                pending.future.set_result(None)

    def _transact_with_retries(self, writes: list[Write]) -> list[_Outcome]:
        """Execute a transaction; retry if a concurrent one made it fail."""
        for _ in range(MAX_ATTEMPTS - 1):
            try:
                return self._transact(writes)
            except self._database.driver_errors as error:
                if not self._database.is_transient(error):
                    raise
        return self._transact(writes)

    def _transact(self, writes: list[Write]) -> list[_Outcome]:
        """Return the outcome of each write, once they are durable.

        The first attempt has no savepoints, which are slow and rarely needed. If a write fails,
        the second attempt has one for each write.
        """
        try:
            return self._commit(writes, self._execute_unguarded)
        except _BatchFailed:
            return self._commit(writes, self._execute_in_savepoint)

    def _commit(
        self, writes: list[Write], execute: Callable[[Connection, Write], _Outcome]
    ) -> list[_Outcome]:
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

    def _execute_in_savepoint(self, connection: Connection, write: Write) -> _Outcome:
        """Return the outcome of a write; undo its statements if it fails."""
        connection.execute("SAVEPOINT one")
        try:
            notification = write(connection)
        except self._database.statement_errors as error:
            outcome: Exception = StoreError(f"{self._database.location}: not written: {error}")
        except self._database.driver_errors:
            # The disk, the file or the connection has failed, and with it the transaction.
            raise
        except Exception as error:  # noqa: BLE001, it goes to the future of the write
            outcome = error
        else:
            connection.execute("RELEASE SAVEPOINT one")
            return notification
        connection.execute("ROLLBACK TO SAVEPOINT one")
        connection.execute("RELEASE SAVEPOINT one")
        return outcome

    def _execute_unguarded(self, connection: Connection, write: Write) -> _Outcome:
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
