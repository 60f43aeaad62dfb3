"""Executes the commands of clients: check, commit, reply.

A command passes through ``CommandHandlers.handle`` once, from top to bottom: ``ReplyCache``
recognizes a retry, ``commands`` checks permissions and returns an event, and ``TableSync`` commits
the event.
"""

from typing import Final

import msgspec

from onirium.tables.commands import hints, play, seating
from onirium.tables.errors import CommandRejected
from onirium.tables.events import AnyTableEvent
from onirium.tables.setup import NO_SEAT, Setup, new_setup, utc_now
from onirium.tables.table import Table
from onirium.tables.tokens import hash_token
from onirium.web.live.clients import Client, Clients
from onirium.web.live.command_intake import CommandIntake
from onirium.web.live.commands import (
    checked_seat,
    deciding_seat,
    require_seats,
    switch_view,
    to_event,
)
from onirium.web.live.durable_table import DurableTable
from onirium.web.live.hints import Hints, build_update
from onirium.web.live.invitations import build_invitation
from onirium.web.live.presence import Presence
from onirium.web.live.protocol.commands import (
    AssignSeat,
    CreateInvitation,
    HideHands,
    Rematch,
    RequestHint,
    Resync,
    SerializedCommand,
    StopHint,
    TakeActions,
    ViewSeat,
)
from onirium.web.live.protocol.messages import (
    HintUpdate,
    Invitation,
    Reply,
    TablePatch,
    TableView,
)
from onirium.web.live.session_context import SessionContext
from onirium.web.live.table_sync import STORAGE_FAILURES, TableSync

TABLE_ID_HEX_DIGITS: Final = 18
"""Length of a rematch's table id: 72 bits, as for every table id."""


class CommandHandlers:
    """Executes commands at one table; the caller holds the session's lock."""

    def __init__(
        self,
        context: SessionContext,
        durable: DurableTable,
        clients: Clients,
        presence: Presence,
        sync: TableSync,
        intake: CommandIntake,
    ) -> None:
        self._context = context
        self._durable = durable
        self._clients = clients
        self._presence = presence
        self._sync = sync
        self._intake = intake
        self._hints = Hints(context.bots)

    async def handle(self, client: Client, command: SerializedCommand) -> Reply | None:
        """Execute a command; return the reply, or ``None`` if it has been delivered.

        Raises:
            CommandRejected: if it is rejected.
        """
        if access_rejection := self._durable.access_rejection(client.viewer.user_id):
            raise access_rejection
        key = _idempotency_key(client, command)
        if cached := self._intake.replies.get(key):
            return cached
        try:
            return await self._sync.retry_on_conflict(lambda: self._execute(client, command, key))
        except CommandRejected as rejected:
            if rejected.code in STORAGE_FAILURES:
                # The same command may succeed later, or may have had its effect.
                raise
            # The event log rejects the repetition of a command that has had its effect. So only a
            # rejected command can be one, and the common case needs no query.
            if key and await self._durable.is_processed(key):
                return self._clients.present_view(client, command.command_id)
            self._intake.replies.put(key, rejected)
            raise

    async def join(self, client: Client, secret: str) -> int:
        """Assign the seat of an invitation to a client's user; return the seat.

        Raises:
            CommandRejected: as ``invalid_invitation``, if the secret is not valid; as
                ``rate_limited``, if the rate limit is exceeded.
        """
        self._intake.check_rate(client)
        return await self._sync.retry_on_conflict(lambda: self._take_seat(client, secret))

    def forget(self, client: Client) -> None:
        """Stop the hint of a disconnected client and release its rate limit."""
        self._hints.stop(client)
        self._intake.forget(client)

    @property
    def _table(self) -> Table:
        return self._durable.table

    async def _execute(self, client: Client, command: SerializedCommand, key: str) -> Reply | None:
        match command:
            case Resync():
                return self._clients.full_view(client, command.command_id)
            case ViewSeat() | HideHands():
                return self._switch_view(client, command)
            case RequestHint():
                return await self._start_hint(client, command)
            case StopHint():
                self._hints.stop(client)
                return build_update(self._table.version, [], command.command_id, is_final=True)
            case CreateInvitation():
                return await self._invite(client, command, key)
            case Rematch():
                event = await self._create_rematch(client)
            case _:
                if isinstance(command, TakeActions) and command.version > self._table.version:
                    # The client saw this version at another server, whose event is not here yet.
                    await self._sync.catch_up()
                present: frozenset[str] = frozenset()
                if isinstance(command, AssignSeat):
                    present = await self._presence.confirm_present()
                event = to_event(self._table, client.viewer, command, present)
        await self._sync.commit(event, key, sender=client, command_id=command.command_id)
        return None

    def _switch_view(self, client: Client, command: ViewSeat | HideHands) -> TableView | TablePatch:
        self._hints.stop(client)
        switch_view(self._table, client.viewer, command)
        return self._clients.present_view(client, command.command_id)

    async def _start_hint(self, client: Client, command: RequestHint) -> HintUpdate:
        if event := hints.use_hint(self._table, deciding_seat(self._table, client.viewer)):
            await self._sync.commit(event, sender=client)
        deliver = client.deliver if client in self._clients else None
        return await self._hints.start(
            client, client.requester, self._table, command.command_id, deliver
        )

    async def _invite(self, client: Client, command: CreateInvitation, key: str) -> Invitation:
        seat = checked_seat(self._table, command.seat)
        event, secret = seating.create_invitation(self._table, seat, client.viewer.user_id)
        await self._sync.commit(event, key, sender=client)
        invitation = build_invitation(
            self._context.address, self._table.table_id, seat, secret, command.command_id
        )
        self._intake.replies.put(key, invitation)
        return invitation

    async def _create_rematch(self, client: Client) -> AnyTableEvent:
        require_seats(self._table, client.viewer)
        play.create_rematch(self._table, "")
        # Derived, so that requests at several servers lead to the same table.
        setup = self._table.setup
        table_id = hash_token(f"{setup.seed} {setup.salt} {self._table.table_id}")[
            :TABLE_ID_HEX_DIGITS
        ]
        created = await self._context.create_table(
            _rematch_setup(self._table), table_id, address=client.address
        )
        return play.create_rematch(self._table, created)

    async def _take_seat(self, client: Client, secret: str) -> int:
        # A user who has not received the reply sends the request again.
        claimed = seating.seat_claimed_with(self._table, client.viewer.user_id, secret)
        if claimed != NO_SEAT:
            return claimed
        seat = seating.seat_for_invitation(self._table, secret)
        event = seating.take_seat(self._table, seat, client.viewer.user_id, secret)
        self._clients.set_name(client)
        await self._sync.commit(event, sender=client)
        return seat


def _idempotency_key(client: Client, command: SerializedCommand) -> str:
    """Return the key of a command; empty if it has no id, or if repeating it is harmless."""
    if not command.command_id or isinstance(command, Resync | ViewSeat | HideHands | StopHint):
        return ""
    return f"{client.viewer.user_id}:{command.command_id}"


def _rematch_setup(table: Table) -> Setup:
    """Return the setup of a rematch; that of a tutorial is unchanged."""
    setup = table.setup
    if setup.kind == "tutorial":
        return msgspec.structs.replace(setup, created_at=utc_now())
    return new_setup(
        setup.game,
        setup.options,
        table.match.game.rules_version,
        [seat.occupant for seat in table.seats],
        [seat.owner_id for seat in table.seats],
        setup.host_id,
        links_enabled=table.links_enabled,
    )
