"""The clients that are connected to a table at this server, and the messages sent to them."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from onirium.record.replay import ReplayStep
from onirium.storage.store import Store
from onirium.tables.errors import CommandRejected
from onirium.tables.setup import NO_SEAT
from onirium.tables.table import Table
from onirium.web.config.i18n import page_words
from onirium.web.fair_queue import Requester
from onirium.web.live.client_view import PresenceSnapshot
from onirium.web.live.durable_table import DurableTable
from onirium.web.live.presence import Presence
from onirium.web.live.projection import NO_USER, Projection
from onirium.web.live.protocol.messages import (
    Rejected,
    Reply,
    TablePatch,
    TableView,
)
from onirium.web.live.viewer import Viewer, follow_turn
from onirium.web.middleware.rate_limit import LOOPBACK
from onirium.web.middleware.sessions import User

POLL_TIMEOUT_S: Final = 8.0
"""How long a user who polls counts as connected: several intervals of the client."""


class Client:
    """One connection to a table: a WebSocket, or a single request.

    Attributes:
        viewer: the addressee of its table views.
        name: display name of its user, or empty.
        deliver: sends a message to it; must neither block nor raise.
        address: the key of its address.
        requester: the origin of its commands.
        shown: the latest view sent to it, to which the next patch applies; ``None`` before it is
            connected and for a single request.
        sequence: number of views and patches sent to it since it connected.
    """

    def __init__(
        self,
        user: User,
        deliver: Callable[[Reply], None],
        chosen_seat: int = NO_SEAT,
        address: str = LOOPBACK,
    ) -> None:
        self.viewer = Viewer(user.user_id, user.language, chosen_seat)
        self.name = user.name
        self.deliver = deliver
        self.address = address
        self.requester = Requester(address, user.user_id)
        self.shown: TableView | None = None
        self.sequence = 0

    def advance(self, shown: TableView) -> int:
        """Count a view or patch for the client; return its sequence number."""
        self.shown = shown
        self.sequence += 1
        return self.sequence


class TooManyConnections(Exception):
    """A user has opened the same table too often."""


class Clients:
    """The clients of a table that are connected to this server.

    Args:
        durable: the table.
        presence: receives the seat owners among the clients.
        store: provides the names of users.
        max_connections: connections that a user may open to the same table.
        on_disconnect: called with each client that is removed.
    """

    def __init__(
        self,
        durable: DurableTable,
        presence: Presence,
        store: Store,
        max_connections: int,
        on_disconnect: Callable[[Client], None],
    ) -> None:
        self._durable = durable
        self._presence = presence
        self._store = store
        self._max_connections = max_connections
        self._on_disconnect = on_disconnect
        # A dict, as a set that keeps the order.
        self._connected: dict[Client, None] = {}
        self._polls: Counter[str] = Counter()
        self._names: dict[str, str] = {}

    def __contains__(self, client: Client) -> bool:
        """Return whether a client is connected."""
        return client in self._connected

    def connect(self, client: Client) -> None:
        """Add a client, send it the table, and update the others about its user.

        Raises:
            TooManyConnections: if its user has too many connections.
        """
        user_id = client.viewer.user_id
        same_user = [other for other in self._connected if user_id == other.viewer.user_id]
        connections = same_user if user_id else []
        if len(connections) >= self._max_connections:
            raise TooManyConnections
        known_name = self._names.get(user_id)
        self.set_name(client)
        self._connected[client] = None
        self.update_presence()
        self.update_view(client)
        client.deliver(self.full_view(client))
        if not connections or client.name != known_name:
            self._broadcast_presence(client)

    def disconnect(self, client: Client) -> None:
        """Remove a client and update the others."""
        if client in self._connected:
            self._remove(client)
            self.update_presence()
            self._broadcast_presence(client)

    async def await_next_poll(self, client: Client) -> None:
        """Count the user of a request for the table as connected until the next one is due."""
        self._count_polls(client.viewer.user_id, 1)
        await asyncio.sleep(POLL_TIMEOUT_S)
        self._count_polls(client.viewer.user_id, -1)

    def update_view(self, client: Client) -> None:
        """Switch the view of a client if the turn requires it."""
        follow_turn(self._table, client.viewer)

    def project(self, steps: Sequence[ReplayStep] = ()) -> Projection:
        """Return the present projection of the table, with the steps that led to it."""
        presence = PresenceSnapshot(self._presence.all_present(), self._names)
        return Projection(self._table, presence, steps)

    def full_view(self, client: Client, command_id: str = "") -> TableView:
        """Return the complete view of a client: the first one, or one that it requests."""
        view = self.project().view(client.viewer)
        sequence = client.advance(view) if client in self._connected else 0
        return msgspec.structs.replace(view, command_id=command_id, sequence=sequence)

    def present_view(self, client: Client, command_id: str) -> TableView | TablePatch:
        """Return the present view as the reply to a command: a patch for a connected client."""
        return self._view_message(client, self.project(), command_id)

    def _view_message(
        self, client: Client, projection: Projection, command_id: str
    ) -> TableView | TablePatch:
        view = projection.view(client.viewer)
        if client.shown is None:
            return msgspec.structs.replace(view, command_id=command_id)
        changes = projection.patch(client.shown, view)
        sequence = client.advance(view)
        return TablePatch(command_id=command_id, sequence=sequence, changes=changes)

    def rejection(self, client: Client, command_id: str, rejected: CommandRejected) -> Rejected:
        """Return a rejection, in the language of a client."""
        words = page_words(client.viewer.language, self._table.setup.game)
        reason = words.text(f"rejected.{rejected.code}", **rejected.values)
        access_rejection = self._durable.access_rejection(client.viewer.user_id)
        view = None if access_rejection else self.full_view(client)
        return Rejected(command_id=command_id, code=rejected.code, reason=reason, table_view=view)

    def broadcast_steps(
        self, steps: Sequence[ReplayStep], *, sender: Client | None = None, command_id: str = ""
    ) -> None:
        """Update views and presence after an event, and send its steps.

        Args:
            steps: the steps that the event caused.
            sender: the client that sent the command; it receives the steps first.
            command_id: id of the command if the steps are the reply to it, else empty.
        """
        if sender is not None:
            self.update_view(sender)
        owner_ids = self._owner_ids()
        for client in self._connected:
            if client.viewer.user_id in owner_ids:
                self.update_view(client)
        self.update_presence()
        self.disconnect_excluded()
        projection = self.project(steps)
        if sender is not None:
            sender.deliver(self._view_message(sender, projection, command_id))
        self._broadcast(projection, sender)

    def disconnect_excluded(self) -> None:
        """Remove the clients that may no longer view the table."""
        for client in list(self._connected):
            if access_rejection := self._durable.access_rejection(client.viewer.user_id):
                self._remove(client)
                client.deliver(self.rejection(client, "", access_rejection))

    def broadcast(self) -> None:
        """Send the present table to the clients whose view has changed."""
        self._broadcast(self.project())

    def update_presence(self) -> None:
        """Recompute which seat owners are connected here."""
        connected = {client.viewer.user_id for client in self._connected}
        polling = {user_id for user_id, count in self._polls.items() if count}
        self._presence.set_local(self._owner_ids() & (connected | polling))

    def set_name(self, client: Client) -> None:
        """Remember the name of a client's user."""
        self._names[client.viewer.user_id] = client.name

    async def load_names(self) -> None:
        """Load the missing names of seat owners.

        Raises:
            StoreError: if they cannot be read.
        """
        unknown = {seat.owner_id for seat in self._table.seats} - {NO_USER, *self._names}
        if unknown:
            self._names |= dict.fromkeys(unknown, "") | await self._store.user_names(unknown)

    @property
    def _table(self) -> Table:
        return self._durable.table

    def _owner_ids(self) -> set[str]:
        """Return the ids of the owners of seats."""
        return {seat.owner_id for seat in self._table.seats} - {NO_USER}

    def _count_polls(self, user_id: str, change: int) -> None:
        """Change the number of recent polls of a user; update the clients if presence changes."""
        before = self._presence.all_present()
        self._polls[user_id] += change
        self.update_presence()
        if self._presence.all_present() != before:
            self.broadcast()

    def _broadcast_presence(self, client: Client) -> None:
        """Send the table after a client has connected or disconnected.

        Only owners of seats are visible.
        """
        if client.viewer.user_id in self._owner_ids():
            self._broadcast(self.project(), client)

    def _broadcast(self, projection: Projection, exclude: Client | None = None) -> None:
        """Send its changes to each client except one, to owners of seats first."""
        owner_ids = self._owner_ids()
        for client in sorted(
            self._connected, key=lambda each: each.viewer.user_id not in owner_ids
        ):
            if client is not exclude and client.shown is not None:
                view = projection.view(client.viewer)
                if changes := projection.patch(client.shown, view):
                    sequence = client.advance(view)
                    client.deliver(TablePatch(command_id="", sequence=sequence, changes=changes))

    def _remove(self, client: Client) -> None:
        del self._connected[client]
        self._on_disconnect(client)
        user_id = client.viewer.user_id
        if user_id not in self._owner_ids() | {each.viewer.user_id for each in self._connected}:
            self._names.pop(user_id, None)
