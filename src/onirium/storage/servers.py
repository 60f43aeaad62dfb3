"""Stores secrets, notifications and presence, which the servers of a database share."""

from collections.abc import AsyncGenerator, Collection
from contextlib import aclosing, suppress
from functools import partial

import msgspec

from onirium.storage.backend import Connection, StoreError
from onirium.storage.completion import Completion
from onirium.storage.database_client import DatabaseClient
from onirium.storage.notifications import (
    AnyNotification,
    EventAppended,
    Notification,
    PresenceReport,
    ServerStopped,
    decode_notification,
    encode_notification,
)
from onirium.storage.secrets import generate_secret


class ServerStore(DatabaseClient):
    """The part of the store that the servers of a database share."""

    async def secret(self, name: str) -> str:
        """Return the secret under a name, 128 bits as hexadecimal digits; generate a missing one.

        All servers of the database have the same secrets.

        Raises:
            StoreError: if the database cannot be read or written.
        """
        if found := await self.find_secret(name):
            return found
        await self._write(name, partial(generate_secret, name=name))
        return await self.find_secret(name)

    async def find_secret(self, name: str) -> str:
        """Return the secret of a name, or an empty string if none has been generated.

        Raises:
            StoreError: if the database cannot be read.
        """
        rows = await self._fetch_all("SELECT secret FROM secrets WHERE name = ?", name)
        return rows[0][0] if rows else ""

    def report_presence(self, table_id: str, owner_ids: Collection[str]) -> Completion | None:
        """Record which owners are connected to a table here, and notify the other servers.

        Do nothing without other servers, or if the store is closed.

        Returns:
            The completion of the report.
        """
        if not self.is_shared:
            return None
        report = encode_notification(PresenceReport(self.server_id, table_id, sorted(owner_ids)))

        def write(connection: Connection) -> str:
            connection.execute(
                "DELETE FROM connected_owners WHERE table_id = ? AND server_id = ?",
                (table_id, self.server_id),
            )
            for owner_id in sorted(owner_ids):
                connection.execute(
                    "INSERT INTO connected_owners VALUES (?, ?, ?)",
                    (table_id, owner_id, self.server_id),
                )
            return report

        with suppress(StoreError):
            return self._writer.submit(table_id, write)
        return None

    async def connected_owners(self, table_id: str) -> frozenset[str]:
        """Return the owners connected to a table at any server that shares the database.

        Raises:
            StoreError: if they cannot be read.
        """
        rows = await self._fetch_all(
            "SELECT owner_id FROM connected_owners WHERE table_id = ?", table_id
        )
        return frozenset(owner_id for (owner_id,) in rows)

    async def connected_servers(self) -> frozenset[str]:
        """Return the ids of the servers with connected owners.

        Raises:
            StoreError: if they cannot be read.
        """
        rows = await self._fetch_all("SELECT DISTINCT server_id FROM connected_owners")
        return frozenset(server_id for (server_id,) in rows)

    def remove_server(self, server_id: str) -> None:
        """Record that a stopped server has no connected owners.

        If it is this one, notify the others.
        """
        if not self.is_shared:
            return
        is_own = server_id == self.server_id
        notification = encode_notification(ServerStopped(server_id)) if is_own else None

        def write(connection: Connection) -> str | None:
            connection.execute("DELETE FROM connected_owners WHERE server_id = ?", (server_id,))
            return notification

        with suppress(StoreError):
            self._writer.submit("", write)

    def publish(self, notification: Notification) -> None:
        """Send a notification to the other servers of the database; do nothing without any."""
        if self.is_shared:
            text = encode_notification(notification)
            with suppress(StoreError):
                self._writer.submit("", lambda _: text)

    async def subscribe(self) -> AsyncGenerator[AnyNotification | None, None]:
        """Yield the notifications of other servers, and None where some may have been missed.

        The events that this server appended are among them: the answer to their commit may be lost.
        """
        async with aclosing(self._database.notifications()) as texts:
            async for text in texts:
                # Servers of another version may send unknown notifications.
                with suppress(msgspec.MsgspecError):
                    notification = None if text is None else decode_notification(text)
                    if notification is None or self._is_relevant(notification):
                        yield notification

    def _is_relevant(self, notification: AnyNotification) -> bool:
        return notification.server_id != self.server_id or isinstance(notification, EventAppended)
