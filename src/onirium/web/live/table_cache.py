"""Caches tables without a session, so that repeated requests do not load them again."""

from typing import Final

from onirium.storage.store import Store
from onirium.tables.table import Table
from onirium.web.byte_cache import ByteCache

MAX_CACHE_BYTES: Final = 64_000_000
"""Estimated size of all cached tables."""

BYTES_PER_EVENT: Final = 400
BYTES_PER_ACTION: Final = 600
"""Measured with long histories and long games, and rounded up."""


class TableCache:
    """Tables without a session; the least recently used are dropped first.

    Args:
        store: has the versions of the tables, which other servers may change.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tables = ByteCache[Table](MAX_CACHE_BYTES)

    def put(self, table: Table) -> None:
        """Cache a table."""
        event_bytes = len(table.events) * BYTES_PER_EVENT
        action_bytes = len(table.match.record.actions) * BYTES_PER_ACTION
        self._tables.put(table.table_id, table, event_bytes + action_bytes)

    async def get(self, table_id: str) -> Table | None:
        """Return a table if it is cached and the stored one has the same version.

        Raises:
            StoreError: if the version cannot be read.
        """
        table = self._tables.get(table_id)
        if table is not None and await self._store.version(table_id) != table.version:
            self._tables.pop(table_id)
            return None
        return table

    def discard(self, table_id: str) -> None:
        """Drop a table: its stored events have been modified."""
        self._tables.pop(table_id)

    def clear(self) -> None:
        """Drop all tables: stored events may have been modified."""
        self._tables.clear()
