"""Who is at a table now: at this server, and at the others that share its database."""

from collections.abc import Iterable

from onirium.storage.notifications import PresenceQuery, PresenceReport
from onirium.storage.store import Store


class Presence:
    """Those who hold seats of a table and have it open, wherever that is."""

    def __init__(self, store: Store, table: str) -> None:
        self._store = store
        self._table = table
        self._here: frozenset[str] = frozenset()
        self._elsewhere: dict[str, frozenset[str]] = {}

    def everywhere(self) -> frozenset[str]:
        """Return who is there, here or elsewhere."""
        return self._here.union(*self._elsewhere.values())

    def set_here(self, holders: Iterable[str]) -> None:
        """Take down who is here; other servers are told if that is new."""
        before, self._here = self._here, frozenset(holders)
        if self._here != before:
            self.tell()

    def hear(self, server: str, holders: Iterable[str]) -> bool:
        """Take down who is at another server; tell whether that changes who is there."""
        before = self.everywhere()
        self._elsewhere[server] = frozenset(holders)
        return self.everywhere() != before

    def ask(self) -> None:
        """Ask the other servers who is there."""
        self._store.publish(PresenceQuery(self._store.server_id, self._table))

    def tell(self) -> None:
        """Tell the other servers who is here."""
        self._store.publish(PresenceReport(self._store.server_id, self._table, sorted(self._here)))
