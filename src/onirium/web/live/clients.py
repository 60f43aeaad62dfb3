"""The clients that are connected to a table at this server, and the messages sent to them."""

from collections.abc import Callable, Sequence
from typing import Final

from onirium.record.replay import ReplayStep
from onirium.storage.store import Store
from onirium.tables.errors import CommandRejected
from onirium.tables.table import NO_SEAT, Table
from onirium.web.config.i18n import page_words
from onirium.web.live.client_view import (
    PresenceSnapshot,
    Viewer,
    build_table_view,
    follow_turn,
)
from onirium.web.live.durable_table import DurableTable
from onirium.web.live.presence import Presence
from onirium.web.live.protocol import Rejected, Reply, TableView
from onirium.web.middleware.rate_limit import LOOPBACK
from onirium.web.middleware.sessions import User

NO_USER: Final = ""
"""User id of a client without a cookie, and owner id of a seat that has no owner."""


class Client:
    """One connection to a table: a WebSocket, or a single request.

    Attributes:
        viewer: the addressee of its table views.
        name: display name of its user, or empty.
        deliver: sends it a message; must neither block nor raise.
        address: the key of its address.
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
        self._connected: list[Client] = []
        self._names: dict[str, str] = {}

    def __contains__(self, client: Client) -> bool:
        """Return whether a client is connected."""
        return client in self._connected

    def connect(self, client: Client) -> None:
        """Add a client, send it the table, and update the others if its user is new.

        Raises:
            TooManyConnections: if its user has too many connections.
        """
        user_id = client.viewer.user_id
        same_user = [other for other in self._connected if user_id == other.viewer.user_id]
        connections = same_user if user_id else []
        if len(connections) >= self._max_connections:
            raise TooManyConnections
        self.set_name(client)
        self._connected.append(client)
        self.update_presence()
        self.update_view(client)
        client.deliver(self.table_view(client))
        if not connections:
            self.broadcast(exclude=client)

    def disconnect(self, client: Client) -> None:
        """Remove a client and update the others."""
        if client in self._connected:
            self._remove(client)
            self.update_presence()
            self.broadcast()

    def update_view(self, client: Client) -> None:
        """Switch the view of a client if the turn requires it."""
        follow_turn(self._table, client.viewer)

    def table_view(
        self, client: Client, steps: Sequence[ReplayStep] = (), command_id: str = ""
    ) -> TableView:
        """Return the present table view of a client."""
        presence = PresenceSnapshot(self._presence.all_present(), self._names)
        return build_table_view(self._table, client.viewer, presence, steps, command_id)

    def rejection(self, client: Client, command_id: str, rejected: CommandRejected) -> Rejected:
        """Return a rejection, in the language of a client."""
        words = page_words(client.viewer.language, self._table.setup.game)
        reason = words.text(f"rejected.{rejected.code}", **rejected.values)
        can_view = self._table.can_view(client.viewer.user_id)
        view = self.table_view(client) if can_view else None
        return Rejected(command_id=command_id, code=rejected.code, reason=reason, table_view=view)

    def broadcast_steps(
        self, steps: Sequence[ReplayStep], *, exclude: Client | None = None
    ) -> None:
        """Update views and presence after an event, and send its steps.

        Args:
            steps: the steps that the event caused.
            exclude: the client whose command caused it; it gets a reply instead.
        """
        for client in {*self._connected, exclude}:
            if client is not None:
                self.update_view(client)
        self.update_presence()
        self.disconnect_excluded()
        self.broadcast(steps, exclude=exclude)

    def disconnect_excluded(self) -> None:
        """Remove the clients that may no longer view the table."""
        for client in list(self._connected):
            if not self._table.can_view(client.viewer.user_id):
                self._remove(client)
                client.deliver(self.rejection(client, "", CommandRejected("links_disabled")))

    def broadcast(self, steps: Sequence[ReplayStep] = (), *, exclude: Client | None = None) -> None:
        """Send every client but one its table view, with the steps that led to it."""
        for client in list(self._connected):
            if client is not exclude:
                client.deliver(self.table_view(client, steps))

    def update_presence(self) -> None:
        """Recompute which seat owners are connected here."""
        owners = {seat.owner_id for seat in self._table.seats}
        users = {client.viewer.user_id for client in self._connected}
        self._presence.set_local(owners & users - {NO_USER})

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

    def _remove(self, client: Client) -> None:
        self._connected.remove(client)
        self._on_disconnect(client)
