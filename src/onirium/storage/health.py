"""The health check of a database: a row is written and read, at most once per interval."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Final

from onirium.storage.backend import Connection, StoreError

PROBE_INTERVAL_S: Final = 1.0
"""Minimum time from the end of a probe to the next; earlier checks get its result."""

PAYLOAD_LENGTH: Final = 6_000
"""Characters of the row that a probe writes: more than a page, so that it needs free space."""

SAMPLE_QUERIES: Final = (
    "SELECT setup FROM tables WHERE table_id >= ? ORDER BY table_id LIMIT 1",
    "SELECT event FROM events WHERE table_id >= ? ORDER BY table_id, event_index LIMIT 1",
    "SELECT summary FROM table_summaries WHERE table_id >= ? ORDER BY table_id LIMIT 1",
    "SELECT name FROM users WHERE user_id >= ? ORDER BY user_id LIMIT 1",
)
"""Queries of one row near a random key."""


def write_probe(connection: Connection) -> None:
    """Insert, read and delete a row, in one transaction.

    The row has a key of its own and is not kept: servers that share the database do not wait for
    each other, and a server that stops leaves nothing.

    Raises:
        StoreError: if the row differs from what was written.
    """
    key, payload = secrets.token_urlsafe(9), secrets.token_hex(PAYLOAD_LENGTH // 2)
    connection.execute("INSERT INTO health_checks VALUES (?, ?)", (key, payload))
    rows = connection.execute(
        "SELECT payload FROM health_checks WHERE check_id = ?", (key,)
    ).fetchall()
    connection.execute("DELETE FROM health_checks WHERE check_id = ?", (key,))
    if [*rows] != [(payload,)]:
        raise StoreError("the row of the health check cannot be read back")


class HealthCheck:
    """Runs a probe when asked, but at most one at a time and one per interval.

    Args:
        probe: writes and reads the database; raises ``StoreError`` if that fails.
    """

    def __init__(self, probe: Callable[[], Awaitable[None]]) -> None:
        self._probe = probe
        self._task: asyncio.Task[StoreError | None] | None = None
        self._finished_at = 0.0

    async def check(self) -> None:
        """Run the probe, or join the one that runs or has just ended.

        Raises:
            StoreError: if the database cannot be written or read.
        """
        if self._task is None or (self._task.done() and self._is_outdated(self._task)):
            self._task = asyncio.create_task(self._run())
        # A caller that gives up must not cancel the probe for the others.
        if error := await asyncio.shield(self._task):
            raise StoreError(str(error))

    def _is_outdated(self, task: "asyncio.Task[StoreError | None]") -> bool:
        return task.cancelled() or time.monotonic() - self._finished_at >= PROBE_INTERVAL_S

    async def _run(self) -> StoreError | None:
        try:
            await self._probe()
        except StoreError as error:
            return error
        finally:
            self._finished_at = time.monotonic()
        return None
