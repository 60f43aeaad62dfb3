"""Quotas on the number of tables, and the daily deletion of abandoned tables."""

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from onirium.storage.store import Store, StoreError
from onirium.tables.errors import CommandRejected
from onirium.web.config.settings import Settings

CLEANUP_INTERVAL_S: Final = 24 * 60 * 60

_LOG: Final = logging.getLogger(__name__)


class Quotas:
    """Enforces the limits that the settings put on the tables of a server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings

    async def check(self, owner_id: str) -> None:
        """Check that a user may create another table.

        Raises:
            CommandRejected: as ``too_many_tables``, if the user has too many unfinished tables; as
                ``server_full``, if the server has too many tables.
            StoreError: if the database cannot be read.
        """
        unfinished = await self._store.count_unfinished(owner_id)
        if unfinished >= self._settings.max_tables_per_user:
            raise CommandRejected("too_many_tables")
        max_tables = self._settings.max_tables
        if max_tables is not None and await self._store.count_tables() >= max_tables:
            raise CommandRejected("server_full")

    async def delete_abandoned(self) -> None:
        """Delete abandoned tables once a day until cancelled, if the settings ask for it."""
        days = self._settings.delete_abandoned_after_days
        while days is not None:
            cutoff = datetime.now(UTC) - timedelta(days=days)
            with suppress(StoreError):
                tables = await self._store.delete_abandoned(cutoff.isoformat())
                _LOG.info("abandoned tables deleted", extra={"tables": tables})
            await asyncio.sleep(CLEANUP_INTERVAL_S)
