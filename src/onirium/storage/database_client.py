"""A client of the database: its writes return when they are durable, and block nothing else."""

import asyncio
import os
import secrets
from pathlib import Path
from typing import Final

from onirium.storage.backend import Database, Row, StoreError, Unconfirmed, Write
from onirium.storage.completion import Completion
from onirium.storage.connect import open_database
from onirium.storage.health import SAMPLE_QUERIES, HealthCheck, write_probe
from onirium.storage.transactions import CommitUnconfirmed

WRITE_TIMEOUT_S: Final = 6.0
"""Time after which a write is cancelled, or its outcome is unknown if it has begun.

Longer than the limit of one statement (``QUERY_TIMEOUT_S``, ``BUSY_TIMEOUT_S``), whose failure
leaves no doubt.
"""


class DatabaseClient:
    """An open database.

    Writes are durable when their coroutine returns. The writer of the database executes them. For a
    file or a server it has a thread, so that no commit blocks the event loop.

    Attributes:
        location: path or address without a password, for messages to a human.
        is_shared: whether other servers may use the database at the same time.
        server_id: the id of this server in notifications.
    """

    def __init__(self, location: "str | os.PathLike[str] | Database") -> None:
        """Open a database; create or migrate it if necessary.

        Args:
            location: the path of a file, the address of a Postgres database, or an open database.

        Raises:
            StoreError: if it cannot be opened, a newer version of Onirium wrote it, or it belongs
                to another program.
        """
        self._database = _open(location)
        self.location = self._database.location
        self.is_shared = self._database.is_shared
        self.server_id = secrets.token_urlsafe(6)
        self._writer = self._database.open_writer()
        self._health = HealthCheck(self._probe)

    async def check_health(self) -> None:
        """Write and read the database, at most once per ``PROBE_INTERVAL_S``.

        Raises:
            StoreError: if the database cannot be written or read.
        """
        await self._health.check()

    def free_disk_bytes(self) -> int | None:
        """Return the free space of the disk with the database, or None if it is not known."""
        return self._database.free_disk_bytes()

    def close(self) -> None:
        """Close the writer, then the database."""
        self._writer.close()
        self._database.close()

    async def _write(self, subject: str, write: Write, *, is_long: bool = False) -> None:
        """Write and wait until it is durable.

        Args:
            subject: the id of the table or user that is written.
            write: executes the statements.
            is_long: whether the statements may take longer than ``WRITE_TIMEOUT_S``; they are
                executed after the other writes of a batch, which do not wait for them.

        Raises:
            Unconfirmed: if the database does not answer, so that the outcome is unknown.
            StoreError: if nothing was written.
        """
        queued = self._writer.submit(subject, write, is_separate=is_long)
        if not await queued.wait(None if is_long else WRITE_TIMEOUT_S):
            if queued.cancel():
                raise StoreError(f"{self.location}: not written: the database does not answer")
            raise _unconfirmed(queued, f"{self.location}: the database does not answer")
        try:
            queued.check()
        except CommitUnconfirmed as error:
            raise _unconfirmed(queued, str(error)) from None

    async def _probe(self) -> None:
        """Write a row after all earlier writes, then read a sample of the stored rows."""
        queued = self._writer.submit("", write_probe, is_separate=True)
        await queued.wait()
        queued.check()
        for query in SAMPLE_QUERIES:
            await self._fetch_all(query, secrets.token_urlsafe(6))

    async def _fetch_all(self, statement: str, *values: object) -> list[Row]:
        return await self._database.fetch_all(statement, values)


def _open(location: "str | os.PathLike[str] | Database") -> Database:
    if isinstance(location, Database):
        return location
    return open_database(location if isinstance(location, str) else Path(location))


def _unconfirmed(queued: Completion, text: str) -> Unconfirmed:
    return Unconfirmed(text, asyncio.ensure_future(queued.wait()))
