"""Presence: the seat owners connected to a table, at this server and at the others."""

from collections.abc import Iterable
from typing import Final

from onirium.storage.completion import Completion
from onirium.storage.notifications import PresenceQuery
from onirium.storage.store import Store

REPORT_TIMEOUT_S: Final = 2.0
"""Maximum time for which a connecting client waits until its presence is reported."""


class Presence:
    """Tracks the connected seat owners of one table, at all servers."""

    def __init__(self, store: Store, table_id: str) -> None:
        self._store = store
        self._table_id = table_id
        self._local: frozenset[str] = frozenset()
        self._remote: dict[str, frozenset[str]] = {}
        self._report: Completion | None = None

    def all_present(self) -> frozenset[str]:
        """Return the ids of the owners connected at any server."""
        return self._local.union(*self._remote.values())

    async def confirm_present(self) -> frozenset[str]:
        """Return the ids of the owners connected at any server, with those in the database.

        Raises:
            StoreError: if the database cannot be read.
        """
        return self.all_present() | await self._store.connected_owners(self._table_id)

    def set_local(self, owner_ids: Iterable[str]) -> None:
        """Set the owners connected here; publish a change to the other servers."""
        previous, self._local = self._local, frozenset(owner_ids)
        if self._local != previous:
            self.publish()

    def set_remote(self, server_id: str, owner_ids: Iterable[str]) -> bool:
        """Set the owners connected to another server.

        Returns:
            Whether this changes ``all_present``.
        """
        previous = self.all_present()
        self._remote[server_id] = frozenset(owner_ids)
        return self.all_present() != previous

    def query(self) -> None:
        """Request the presence of the table from the other servers."""
        self._store.publish(PresenceQuery(self._store.server_id, self._table_id))

    def publish(self) -> None:
        """Send the local presence to the other servers."""
        self._report = self._store.report_presence(self._table_id, self._local)

    async def wait_reported(self) -> None:
        """Wait until the other servers can see the local presence, at most ``REPORT_TIMEOUT_S``."""
        if self._report is not None:
            # A failure is ignored: all is reported again once the database is reachable.
            await self._report.wait(REPORT_TIMEOUT_S)
