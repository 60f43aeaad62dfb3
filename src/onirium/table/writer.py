"""One thread that writes: what waits for it shares a transaction, and so the wait for the disk."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing, suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Final, TypeAlias

from onirium.table.database import StoreError, connect

MOST_AT_ONCE: Final = 500
"""A transaction takes no more writes than this, so that nobody waits long."""

Write: TypeAlias = Callable[[sqlite3.Connection], object]
"""Statements that belong together; what they raise is told to whoever waits for them."""


class Writer:
    """Carries out writes, many at once, each whole or not at all."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._waiting: SimpleQueue[tuple[Write, Future[None]] | None] = SimpleQueue()
        self._closed = False
        self._thread = Thread(
            target=self._go_on, args=[connect(path)], name="onirium store", daemon=True
        )
        self._thread.start()

    def put(self, write: Write) -> "Future[None]":
        """Let something be written; the future is done when it is durable.

        Raises:
            StoreError: if the writer is closed.
        """
        if self._closed:
            raise StoreError(f"{self._path}: not written: the store is closed")
        done: Future[None] = Future()
        done.set_running_or_notify_cancel()
        self._waiting.put((write, done))
        return done

    def close(self) -> None:
        """Finish what waits to be written."""
        self._closed = True
        self._waiting.put(None)
        self._thread.join()

    def _go_on(self, connection: sqlite3.Connection) -> None:
        with closing(connection):
            going_on = True
            while going_on:
                waiting = [self._waiting.get()]
                while len(waiting) < MOST_AT_ONCE and not self._waiting.empty():
                    waiting.append(self._waiting.get())
                going_on = None not in waiting
                self._write(connection, [one for one in waiting if one is not None])

    def _write(
        self, connection: sqlite3.Connection, writes: list[tuple[Write, "Future[None]"]]
    ) -> None:
        """Write together what waits; then tell those who wait."""
        outcomes: list[Exception | None] = []
        try:
            connection.execute("BEGIN IMMEDIATE")
            outcomes = [_attempt(connection, write) for write, _ in writes]
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            failure = StoreError(f"{self._path}: not written: {error}")
            outcomes = [failure for _ in writes]
        for (_, done), outcome in zip(writes, outcomes, strict=True):
            if outcome is None:
                done.set_result(None)
            else:
                done.set_exception(outcome)


def _attempt(connection: sqlite3.Connection, write: Write) -> Exception | None:
    """Write one thing of several; return why it could not be written, if it could not."""
    connection.execute("SAVEPOINT one")
    try:
        write(connection)
    except sqlite3.OperationalError:
        # The disk or the file is at fault, and with it the whole transaction.
        raise
    except Exception as error:  # noqa: BLE001, whoever waits for it is told
        connection.execute("ROLLBACK TO one")
        connection.execute("RELEASE one")
        return error
    connection.execute("RELEASE one")
    return None
