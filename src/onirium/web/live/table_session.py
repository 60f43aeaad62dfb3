"""A table session: the actor that serializes all changes of one open table.

A session has four parts: ``TableSession`` (lock and order), ``CommandHandlers`` (commands, admitted
by ``CommandIntake``), ``BotDriver`` (bots) and ``TableSync`` (commit, and events of other servers).

Everything runs in one thread, including the bots that decide at once: the rules use scratch
buffers that all games share. Slow bots run in worker processes, and the table stays open meanwhile.
"""

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from onirium.storage.store import StoreError, Unconfirmed
from onirium.tables.errors import CommandRejected
from onirium.tables.events import SeatTaken
from onirium.tables.table import Table
from onirium.web.live.bot_driver import BotDriver
from onirium.web.live.bot_lease import BotLease
from onirium.web.live.clients import Client, Clients
from onirium.web.live.command_handlers import CommandHandlers
from onirium.web.live.command_intake import CommandIntake
from onirium.web.live.durable_table import DurableTable
from onirium.web.live.presence import Presence
from onirium.web.live.protocol.commands import Ping, decode_command_id
from onirium.web.live.protocol.messages import Joined, Pong, Rejected
from onirium.web.live.session_context import SessionContext
from onirium.web.live.table_sync import TableSync

RETRY_DELAY_S: Final = 1.0
"""Time between two attempts to read the database."""


class TableSession:
    """An open table with its clients.

    Attributes:
        presence: the connected seat owners, at any server.
        clients: the clients that are connected here.
        sync: commits events.
        bots: runs the bots.
        intake: admits commands; it outlives the session.
    """

    def __init__(self, table: Table, context: SessionContext, intake: CommandIntake) -> None:
        self._metrics = context.metrics
        self._is_shared = context.store.is_shared
        self._run_in_background = partial(context.run_in_background, table.table_id)
        self._lock = asyncio.Lock()
        self._durable = DurableTable(table, context.store, context.metrics)
        self._lease = BotLease()
        self.presence = Presence(context.store, table.table_id)
        self.clients = Clients(
            self._durable,
            self.presence,
            context.store,
            context.limits.connections_per_table,
            self._on_disconnect,
        )
        self.sync = TableSync(
            self._durable,
            self.clients,
            self._lease,
            lambda error: self._run_in_background(self._settle(error)),
        )
        self.intake = intake
        self._handlers = CommandHandlers(
            context, self._durable, self.clients, self.presence, self.sync, self.intake
        )
        self.bots = BotDriver(
            self._durable,
            self.sync,
            self._lock,
            self._lease,
            context.bots,
            context.slices,
            self._run_in_background,
        )

    @property
    def table(self) -> Table:
        """The table."""
        return self._durable.table

    @property
    def is_deleted(self) -> bool:
        """Whether the table has been deleted while the session was open."""
        return self._durable.is_deleted

    def access_rejection(self, user_id: str) -> CommandRejected | None:
        """Return the rejection of a user who may not view the table."""
        return self._durable.access_rejection(user_id)

    async def open(self) -> None:
        """Prepare the session for clients: other servers may have changed the table.

        Raises:
            StoreError: if the database cannot be read.
        """
        await self.clients.load_names()
        if self._is_shared:
            self._lease.await_presence()
            self.presence.query()
            async with self._lock:
                await self.sync.catch_up()
        self.bots.schedule()

    async def handle_message(self, client: Client, message: str | bytes) -> None:
        """Execute a command of a client and deliver the reply, which may be a rejection."""
        with self._metrics.command_duration.time():
            try:
                command = self.intake.decode(client, message)
            except CommandRejected as rejected:
                client.deliver(self._rejection(client, decode_command_id(message), rejected))
                return
            if isinstance(command, Ping):
                # Without the lock, which a command holds while it waits for the database.
                client.deliver(Pong(command_id=command.command_id))
                return
            async with self._lock:
                try:
                    reply = await self._handlers.handle(client, command)
                except CommandRejected as rejected:
                    reply = self._rejection(client, command.command_id, rejected)
                else:
                    self._assign_bots_to(client)
                if reply is not None:
                    client.deliver(reply)
        self._after_change()

    def note_poll(self, client: Client) -> None:
        """Count a seat owner who requests the table as present: WebSockets may be blocked."""
        if self.table.seats_owned_by(client.viewer.user_id):
            self._run_in_background(self.clients.await_next_poll(client))

    async def join(self, client: Client, secret: str) -> Joined:
        """Assign the seat of an invitation to the user of a client.

        Raises:
            CommandRejected: as ``invalid_invitation``, if the secret is not valid; as
                ``rate_limited``, if the rate limit is exceeded.
        """
        async with self._lock:
            seat = await self._handlers.join(client, secret)
        self._after_change()
        return Joined(seat=seat, path=f"/t/{self.table.table_id}")

    async def sync_to(self, version: float = math.inf) -> bool:
        """Apply the events of other servers, unless the table has reached a version already.

        Returns:
            False if the database cannot be read, so that the caller can retry.
        """
        async with self._lock:
            if self.table.version < version:
                try:
                    await self.sync.catch_up()
                except StoreError:
                    return False
        self.bots.schedule()
        return True

    def on_presence(self, server_id: str, owner_ids: Iterable[str]) -> None:
        """Record the owners connected to another server, and update the clients."""
        self._lease.on_presence()
        if self.presence.set_remote(server_id, owner_ids):
            self.clients.broadcast()

    def involves(self, user_id: str) -> bool:
        """Return whether a user is the host, or owns or has owned a seat."""
        setup = self.table.setup
        joined = {event.owner_id for event in self.table.events if isinstance(event, SeatTaken)}
        return user_id in {setup.host_id, *setup.owner_ids, *joined}

    @asynccontextmanager
    async def paused(self) -> AsyncIterator[None]:
        """Lock the session while the stored data of its table is modified, then reload it.

        The lock is held until the table is reloaded, because a command would persist erased data
        again.

        Raises:
            StoreError: if the summary cannot be saved beforehand.
        """
        await self._lock.acquire()
        is_current = True
        try:
            await self._durable.save_summary()
            try:
                yield
            finally:
                is_current = await self.sync.reload()
        finally:
            if is_current:
                self._lock.release()
            else:
                self._run_in_background(self._reload_and_unlock())

    async def reload(self) -> bool:
        """Reload the table after another server has modified its stored data.

        Returns:
            False if the database cannot be read, so that the caller can retry.
        """
        async with self._lock:
            return await self.sync.reload()

    async def wait_idle(self) -> None:
        """Wait until no command is being executed."""
        async with self._lock:
            pass

    def close(self) -> None:
        """Save a delayed summary."""
        self._durable.close()

    async def save_delayed_summary(self) -> bool:
        """Save a delayed summary and wait for it; return whether it was delayed.

        A locked session saves none: data under erasure must not be written again.
        """
        if self._lock.locked():
            return False
        async with self._lock:
            return await self._durable.save_delayed_summary()

    def is_flooded_by(self, client: Client) -> bool:
        """Return whether a client exceeds its rate limit so far that it has to be disconnected."""
        return self.intake.is_flooded_by(client)

    async def _reload_and_unlock(self) -> None:
        """Reload the table once the database can be read, then release the lock."""
        try:
            await _retry(self.sync.reload)
        finally:
            self._lock.release()

    async def _settle(self, error: Unconfirmed) -> None:
        """Apply an event of unknown outcome, if it was persisted, once the database can be read."""
        await asyncio.wait([error.finished])
        await _retry(self.sync_to)

    def _rejection(self, client: Client, command_id: str, rejected: CommandRejected) -> Rejected:
        self._metrics.rejections.labels(rejected.code).inc()
        return self.clients.rejection(client, command_id, rejected)

    def _assign_bots_to(self, client: Client) -> None:
        """Give bots the turns of a client that owns a seat: spectators must not delay them."""
        if self.table.seats_owned_by(client.viewer.user_id):
            self.bots.requester = client.requester

    def _after_change(self) -> None:
        self.bots.schedule()
        self._durable.schedule_summary()

    def _on_disconnect(self, client: Client) -> None:
        self._handlers.forget(client)


async def _retry(read: Callable[[], Awaitable[bool]]) -> None:
    """Call a function until it has read the database, which its result shows."""
    while True:
        if await read():
            return
        await asyncio.sleep(RETRY_DELAY_S)
