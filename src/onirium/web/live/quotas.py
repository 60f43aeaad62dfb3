"""Quotas on the number of tables and users, and the deletion of unused and abandoned tables."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Final
from weakref import WeakValueDictionary

from onirium.storage.store import Store
from onirium.tables.errors import CommandRejected
from onirium.web.config.settings import Settings
from onirium.web.middleware.rate_limit import AddressLimiter, RateLimits

ADDRESS_WINDOW_S: Final = 60 * 60.0
"""Period of the limits on new tables and users from one address."""

UNUSED_LIFETIME: Final = timedelta(days=7)
"""Age at which a table without actions is deleted."""

UNUSED_LIFETIME_IF_FULL: Final = timedelta(hours=1)
"""Age at which a table without actions is deleted while the server is full."""

MAKE_ROOM_INTERVAL_S: Final = 10.0
"""Minimum time between two attempts to delete unused tables of a full server."""

BYTES_PER_MB: Final = 1_000_000

_LOG: Final = logging.getLogger(__name__)


class Quotas:
    """Enforces the limits on the tables and users of a server.

    Attributes:
        on_deleted: called after tables have been deleted to make room, while a table is created;
            it must not wait for sessions, one of which may be creating the table.
    """

    def __init__(self, store: Store, settings: Settings, limits: RateLimits) -> None:
        self.on_deleted: Callable[[], object] | None = None
        self._store = store
        self._settings = settings
        self._new_tables = AddressLimiter(limits.new_tables_per_address, ADDRESS_WINDOW_S)
        self._new_users = AddressLimiter(limits.new_users_per_address, ADDRESS_WINDOW_S)
        self._made_room_at = -MAKE_ROOM_INTERVAL_S
        # A lock lives as long as somebody holds it or waits for it.
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def reserve(self, owner_id: str, address: str) -> AsyncIterator[None]:
        """Check that a user may create another table; the body of the context stores it.

        Other tables that count towards the same limits wait until the context ends, so that
        simultaneous requests at one server cannot exceed them.

        Args:
            owner_id: the user.
            address: the key of the user's address.

        Raises:
            CommandRejected: as ``too_many_tables``, if the user has too many unfinished tables; as
                ``server_full``, if the server has too many tables or too little space; as
                ``too_many_new_tables``, if the address has created too many.
            StoreError: if the database cannot be read or written.
        """
        counted = owner_id if self._settings.max_tables is None else "all tables"
        async with self._locks.setdefault(counted, asyncio.Lock()):
            await self._check(owner_id, address)
            yield

    def count_new_user(self, address: str) -> None:
        """Count a user whose settings are stored for the first time.

        Args:
            address: the key of the user's address.

        Raises:
            CommandRejected: as ``too_many_new_users``, if too many came from the address.
        """
        if not self._new_users.allow(address, monotonic()):
            raise CommandRejected("too_many_new_users")

    async def _check(self, owner_id: str, address: str) -> None:
        unfinished = await self._store.count_unfinished(owner_id)
        if unfinished >= self._settings.max_tables_per_user:
            raise CommandRejected("too_many_tables")
        if self._is_disk_full() or (await self._has_max_tables() and not await self._make_room()):
            raise CommandRejected("server_full")
        if not self._new_tables.allow(address, monotonic()):
            raise CommandRejected("too_many_new_tables")

    async def delete_unused(self) -> None:
        """Delete the tables where nobody has acted for ``UNUSED_LIFETIME``.

        Raises:
            StoreError: if the database cannot be read or written.
        """
        tables = 0
        while deleted := await self._store.delete_unused(_time_before(UNUSED_LIFETIME)):
            tables += deleted
        _LOG.info("unused tables deleted", extra={"tables": tables})

    async def delete_abandoned(self) -> None:
        """Delete unfinished tables without a recent event, if the settings enable it.

        Raises:
            StoreError: if the database cannot be read or written.
        """
        if self._settings.delete_abandoned_after_days is None:
            return
        tables = 0
        cutoff = _time_before(timedelta(days=self._settings.delete_abandoned_after_days))
        while deleted := await self._store.delete_abandoned(cutoff):
            tables += deleted
        _LOG.info("abandoned tables deleted", extra={"tables": tables})

    def _is_disk_full(self) -> bool:
        free_bytes = self._store.free_disk_bytes()
        floor_bytes = self._settings.min_free_disk_mb * BYTES_PER_MB
        return free_bytes is not None and free_bytes < floor_bytes

    async def _has_max_tables(self) -> bool:
        max_tables = self._settings.max_tables
        return max_tables is not None and await self._store.count_tables() >= max_tables

    async def _make_room(self) -> bool:
        """Delete unused tables of a full server; return whether it is no longer full."""
        if monotonic() - self._made_room_at < MAKE_ROOM_INTERVAL_S:
            return False
        self._made_room_at = monotonic()
        deleted = await self._store.delete_unused(_time_before(UNUSED_LIFETIME_IF_FULL))
        if deleted and self.on_deleted is not None:
            self.on_deleted()
        return not await self._has_max_tables()


def _time_before(duration: timedelta) -> str:
    return (datetime.now(UTC) - duration).isoformat(timespec="milliseconds")
