"""One thread that writes: what waits for it shares a transaction, and so the wait for the disk."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, NamedTuple, TypeAlias

from onirium.storage.backend import Connection, Database, StoreError

MAX_BATCH_SIZE: Final = 500
"""A transaction takes no more writes than this, so that nobody waits long."""

BATCH_DELAY_S: Final = 0.02
"""So many seconds what can wait does, for something else to share a transaction with."""

MAX_ATTEMPTS: Final = 5
"""So often a transaction is tried between which and its end another came."""

Write: TypeAlias = Callable[[Connection], str | None]
"""Statements that belong together.

What they return is told to other servers; what they raise is told to whoever waits for them.
"""


_Outcome: TypeAlias = str | Exception | None


class _Failed(Exception):
    """One of the writes of a transaction could not be done."""


class _Waiting(NamedTuple):
    """A write that waits, what it is about, who waits for it, and whether it may wait longer."""

    about: str
    write: Write
    done: "Future[None]"
    patient: bool


class GroupCommitWriter:
    """Carries out writes, many at once, each whole or not at all."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = database.connect()
        self._waiting: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._closed = False
        self._thread = Thread(target=self._go_on, name="onirium store", daemon=True)
        self._thread.start()

    def submit(self, about: str, write: Write, *, patient: bool = False) -> "Future[None]":
        """Let something be written; the future is done when it is durable.

        Args:
            about: the table or the visitor that it is about.
            write: what writes it.
            patient: whether it can wait a little for others that cannot.

        Raises:
            StoreError: if the writer is closed.
        """
        if self._closed:
            raise StoreError(f"{self._database.location}: not written: the store is closed")
        done: Future[None] = Future()
        done.set_running_or_notify_cancel()
        self._waiting.put(_Waiting(about, write, done, patient))
        return done

    def close(self) -> None:
        """Finish what waits to be written."""
        self._closed = True
        self._waiting.put(None)
        self._thread.join()

    def _go_on(self) -> None:
        going_on = True
        while going_on:
            waiting = self._gathered()
            going_on = None not in waiting
            # In one order in all servers, so that none waits for another that waits for it.
            self._write(sorted(filter(None, waiting), key=lambda one: one.about))
        if self._connection is not None:
            self._connection.close()

    def _gathered(self) -> list[_Waiting | None]:
        """Return what is to be written next: what waits already, as soon as some of it is due."""
        waiting = [self._waiting.get()]
        with suppress(Empty):
            while all(one is not None and one.patient for one in waiting):
                waiting.append(self._waiting.get(timeout=BATCH_DELAY_S))
            while len(waiting) < MAX_BATCH_SIZE:
                waiting.append(self._waiting.get_nowait())
        return waiting

    def _write(self, waiting: list[_Waiting]) -> None:
        """Write together what waits; then tell those who wait."""
        try:
            outcomes = self._outcomes([one.write for one in waiting])
        except self._database.driver_errors as error:
            failure = StoreError(f"{self._database.location}: not written: {error}")
            outcomes = [failure for _ in waiting]
        for one, outcome in zip(waiting, outcomes, strict=True):
            if isinstance(outcome, Exception):
                one.done.set_exception(outcome)
            else:
                one.done.set_result(None)

    def _outcomes(self, writes: list[Write]) -> list[_Outcome]:
        """Carry out a transaction, again where others came between."""
        for _ in range(MAX_ATTEMPTS - 1):
            try:
                return self._transaction(writes)
            except self._database.driver_errors as error:
                if not self._database.is_transient(error):
                    raise
        return self._transaction(writes)

    def _transaction(self, writes: list[Write]) -> list[_Outcome]:
        """Return what each of some writes has come to, when they are durable.

        As a rule all of them can be done. If one cannot, they are done once more, each by itself.
        """
        try:
            return self._committed(writes, self._done_together)
        except _Failed:
            return self._committed(writes, self._done_by_itself)

    def _committed(
        self, writes: list[Write], do: Callable[[Connection, Write], _Outcome]
    ) -> list[_Outcome]:
        connection = self._connection = self._connection or self._database.connect()
        try:
            connection.execute(self._database.begin_statement)
            outcomes = [do(connection, write) for write in writes]
            self._database.notify(connection, [news for news in outcomes if isinstance(news, str)])
            connection.execute("COMMIT")
        except Exception:
            self._roll_back(connection)
            raise
        return outcomes

    def _roll_back(self, connection: Connection) -> None:
        try:
            connection.execute("ROLLBACK")
        except self._database.driver_errors:
            # It is lost, or of no use: the next transaction gets another.
            self._connection = None
            with suppress(*self._database.driver_errors):
                connection.close()

    def _done_by_itself(self, connection: Connection, write: Write) -> _Outcome:
        """Return what a write has come to; where it could not be done, it has done nothing."""
        connection.execute("SAVEPOINT one")
        try:
            news = write(connection)
        except self._database.statement_errors as error:
            outcome: Exception = StoreError(f"{self._database.location}: not written: {error}")
        except self._database.driver_errors:
            # The disk, the file or the line is at fault, and with it the whole transaction.
            raise
        except Exception as error:  # noqa: BLE001, whoever waits for it is told
            outcome = error
        else:
            connection.execute("RELEASE SAVEPOINT one")
            return news
        connection.execute("ROLLBACK TO SAVEPOINT one")
        connection.execute("RELEASE SAVEPOINT one")
        return outcome

    def _done_together(self, connection: Connection, write: Write) -> _Outcome:
        """Return what a write has come to.

        Raises:
            _Failed: if it could not be done, but others perhaps.
        """
        try:
            return write(connection)
        except self._database.driver_errors as error:
            if isinstance(error, self._database.statement_errors):
                raise _Failed from error
            raise
        except Exception as error:
            raise _Failed from error
