"""How many tables there may be, and which are deleted because nobody goes on with them."""

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Final

from onirium.storage.store import Store, StoreError
from onirium.tables.errors import CommandRejected
from onirium.web.config.settings import Settings

A_DAY: Final = 24 * 60 * 60

_LOG: Final = logging.getLogger(__name__)


class Quotas:
    """Keeps the tables of a server within the limits of its settings."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings

    async def check(self, holder: str) -> None:
        """Let nobody lay too many tables.

        Raises:
            Refused: as ``many``, if somebody has too many that are unfinished, or ``full``.
            StoreError: if the database cannot be read.
        """
        tables = await self._store.tables_owned_by(holder)
        if sum(not table.is_over for table in tables) >= self._settings.max_tables_per_user:
            raise CommandRejected("many")
        most = self._settings.max_tables
        if most is not None and await self._store.count_tables() >= most:
            raise CommandRejected("full")

    async def forget_abandoned(self) -> None:
        """Delete once a day what was abandoned, if that is wanted, until this is cancelled."""
        days = self._settings.delete_abandoned_after_days
        while days is not None:
            before = datetime.now(UTC) - timedelta(days=days)
            with suppress(StoreError):
                tables = await self._store.delete_abandoned(before.isoformat())
                _LOG.info("abandoned tables deleted", extra={"tables": tables})
            await asyncio.sleep(A_DAY)
