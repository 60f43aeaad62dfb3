"""Commits the events of a table and synchronizes it with the other servers of the database.

Optimistic concurrency: an event is appended with the version of the table as its number. If
another server has appended first, its events are applied here and the command is executed again.
"""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from onirium.storage.store import Conflict, StorageFull, StoreError, Unconfirmed
from onirium.tables.errors import CommandRejected
from onirium.tables.events import AnyTableEvent, SeatTaken
from onirium.web.live.bot_lease import BotLease
from onirium.web.live.clients import Client, Clients
from onirium.web.live.durable_table import DurableTable
from onirium.web.ops.failures import log_failure

STORAGE_FAILURES: Final = ("storage_full", "storage_unavailable", "unconfirmed")
"""Rejection codes of commands that failed because of the database, so that they may be repeated."""

T = TypeVar("T")


class ConcurrentUpdate(Exception):
    """Another server appended an event first; the table now includes it."""


class TableSync:
    """Commits events and applies those of other servers; the caller holds the session's lock.

    Args:
        durable: the table.
        clients: receive the events.
        lease: whether another server runs the bots.
        on_unconfirmed: called if an event may or may not have been persisted.
    """

    def __init__(
        self,
        durable: DurableTable,
        clients: Clients,
        lease: BotLease,
        on_unconfirmed: Callable[[Unconfirmed], None],
    ) -> None:
        self._durable = durable
        self._clients = clients
        self._lease = lease
        self._on_unconfirmed = on_unconfirmed

    async def commit(
        self,
        event: AnyTableEvent,
        command_key: str = "",
        *,
        sender: Client | None = None,
        command_id: str = "",
    ) -> None:
        """Persist and apply an event, and send it to all clients, the sender first.

        Args:
            event: the event.
            command_key: idempotency key of the command that caused it, or empty.
            sender: the client that sent the command.
            command_id: id of the command if the table is the reply to it, else empty.

        Raises:
            ConcurrentUpdate: if another server has appended an event; it has been applied.
            CommandRejected: as ``storage_full`` or ``storage_unavailable``, if the event cannot be
                persisted; as ``unconfirmed``, if it may have been; as ``outdated``, if the command
                has had its effect or the table is deleted.
        """
        try:
            steps = await self._durable.append(event, command_key)
        except Conflict:
            await self._apply_conflicting()
            raise ConcurrentUpdate from None
        except Unconfirmed as error:
            self._on_unconfirmed(error)
            raise CommandRejected("unconfirmed") from None
        except StoreError as error:
            raise _rejection(error) from None
        self._lease.reclaim()
        self._clients.broadcast_steps(steps, sender=sender, command_id=command_id)

    async def retry_on_conflict(self, operation: Callable[[], Awaitable[T]]) -> T:
        """Run an operation that commits; run it again if another server was faster.

        Raises:
            CommandRejected: as the operation, or as ``storage_full`` or ``storage_unavailable``,
                if the store fails.
        """
        while True:
            try:
                return await operation()
            except ConcurrentUpdate:
                continue
            except StoreError as error:
                raise _rejection(error) from None

    async def catch_up(self) -> bool:
        """Apply the events of other servers and send them to the clients.

        Returns:
            Whether there were any.

        Raises:
            StoreError: if the events cannot be read.
        """
        applied = []
        async for event, steps in self._durable.apply_missing():
            applied.append(event)
            self._clients.broadcast_steps(steps)
        if applied:
            self._lease.leave_to_others()
        if any(isinstance(event, SeatTaken) for event in applied):
            await self._clients.load_names()
            self._clients.broadcast()
        return bool(applied)

    async def reload(self) -> bool:
        """Reload the table from the store, after data was erased, and send it to the clients.

        If it is deleted, all clients are disconnected.

        Returns:
            False if the database cannot be read, so that the caller can retry.
        """
        try:
            await self._durable.reload()
            await self._clients.load_names()
        except StoreError:
            return False
        self._clients.disconnect_excluded()
        self._clients.update_presence()
        self._clients.broadcast()
        return True

    async def _apply_conflicting(self) -> None:
        """Apply the events that caused a conflict.

        Raises:
            CommandRejected: as ``outdated``, if there are none, because the command has had its
                effect or the table is deleted; as ``storage_unavailable``, if they cannot be read.
        """
        try:
            has_events = await self.catch_up()
        except StoreError:
            raise CommandRejected("storage_unavailable") from None
        if not has_events:
            raise CommandRejected("outdated")


def _rejection(error: StoreError) -> CommandRejected:
    """Log a failure of the store; return the rejection of the command that it stops."""
    log_failure(error)
    if isinstance(error, StorageFull):
        return CommandRejected("storage_full")
    return CommandRejected("storage_unavailable")
