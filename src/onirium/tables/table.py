"""A hosted table: its seats, its game and its event log.

Only ``Table.apply`` changes a table, so that it can be rebuilt from its setup and its stored
events. The functions in ``tables.commands`` return the events.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

from onirium.games.registry import load
from onirium.match.match import HUMAN, Match
from onirium.record import ReplayStep
from onirium.tables.buffered_match import BufferedMatch
from onirium.tables.chat import CHAT_HISTORY_LENGTH, PHRASES
from onirium.tables.commitment import setup_commitment
from onirium.tables.daily import is_current
from onirium.tables.events import (
    ActionsTaken,
    AnyTableEvent,
    HintUsed,
    InvitationCreated,
    LinkSharingSet,
    PhraseSent,
    RematchCreated,
    Resigned,
    SeatTaken,
    TakebackAnswered,
    TakebackRequested,
    TakenBack,
)
from onirium.tables.pending_takeback import PendingTakeback
from onirium.tables.setup import NO_SEAT, Seat, Setup
from onirium.tables.shared_games import shared_game

MAX_EVENTS: Final = 10_000
"""Number of events after which a table rejects commands that could be repeated forever.

These are takebacks, phrases, invitations and changes of seats. Games need far fewer events.
"""


_TableChange: TypeAlias = (
    HintUsed | InvitationCreated | LinkSharingSet | PhraseSent | RematchCreated
)
"""Events that do not change the game: commands based on an older version remain valid."""

_GameChange: TypeAlias = (
    ActionsTaken | TakenBack | TakebackRequested | TakebackAnswered | Resigned | SeatTaken
)


class Table:
    """A hosted table.

    Attributes:
        table_id: the id of the table.
        setup: its initial configuration.
        commitment: the commitment to its seed.
        match: its game, with the record.
        seats: its seats.
        events: all events, in order.
        chat: the latest phrases.
        phrases_sent: the number of all phrases.
        pending_takeback: the requested takeback, if any.
        participants: the owners who have decided something, or resigned.
        unranked: whether the game does not count: from the beginning, after a hint, after a single
            human took back a revealed action, or after a player of the game, or anyone once it has
            begun, took the seat of a bot.
        resigned_seat: the seat that has resigned, or -1.
        rematch_table_id: the id of the table of the rematch, or empty.
        links_enabled: whether anyone with the address may watch, and seats can be given away by
            invitation.
        phrases: the phrases that can be sent: those of this game, then those of every game.
        game_version: the version after the latest event that changed the game; commands that are
            based on an older one are outdated.
    """

    def __init__(self, table_id: str, setup: Setup) -> None:
        """Create a table without events.

        Raises:
            OptionError: if there is no such game, or it has no such options.
            UnknownBot: if the game has no such bot.
            ValueError: if the number of occupants or owners is not the game's number of seats.
        """
        game = load(setup.game, **setup.options).under_rules(setup.rules)
        self.table_id = table_id
        self.setup = setup
        self.commitment = setup_commitment(setup)
        self.match = Match(shared_game(game), setup.occupants, setup.seed)
        self.seats = [
            Seat(occupant, owner_id)
            for occupant, owner_id in zip(setup.occupants, setup.owner_ids, strict=True)
        ]
        self.events: list[AnyTableEvent] = []
        self.chat: list[PhraseSent] = []
        self.phrases_sent = 0
        self.pending_takeback: PendingTakeback | None = None
        self.participants: set[str] = set()
        self.unranked = setup.unranked or setup.kind == "tutorial"
        self.resigned_seat = NO_SEAT
        self.rematch_table_id = ""
        self.links_enabled = setup.links_enabled
        self.phrases = [*game.phrases(), *PHRASES]
        self.game_version = 0
        # Its buffer is empty except between ``apply_deferred`` and ``apply_buffered``.
        self._buffered = BufferedMatch(self.match)

    @property
    def version(self) -> int:
        """The number of events."""
        return len(self.events)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by its rules or by resignation."""
        return self.resigned_seat != NO_SEAT or self.match.state.is_terminal()

    @property
    def is_full(self) -> bool:
        """Whether the table rejects commands that could be repeated forever."""
        return self.version >= MAX_EVENTS

    @property
    def is_deal_of_today(self) -> bool:
        """Whether others may still attempt this deal, so that nothing may be revealed about it."""
        return is_current(self.setup.date)

    def human_seats(self) -> list[int]:
        """Return the seats that humans occupy."""
        return [index for index, seat in enumerate(self.seats) if seat.occupant == HUMAN]

    def seats_owned_by(self, owner_id: str) -> list[int]:
        """Return the seats of an owner, including those that a bot occupies."""
        return [
            index for index, seat in enumerate(self.seats) if owner_id and seat.owner_id == owner_id
        ]

    def other_owner_ids(self, seat: int) -> set[str]:
        """Return the owners of other human seats, who must agree to a takeback."""
        owner_ids = {self.seats[other].owner_id for other in self.human_seats()}
        return owner_ids - {"", self.seats[seat].owner_id}

    def is_host(self, user_id: str) -> bool:
        """Return whether a user is the host; a user without an id never is."""
        return bool(user_id) and user_id == self.setup.host_id

    def can_view(self, user_id: str) -> bool:
        """Return whether a user may view the table; the host and the owners always may."""
        return self.links_enabled or self.is_host(user_id) or bool(self.seats_owned_by(user_id))

    def results(self) -> list[str]:
        """Return ``won`` or ``lost`` for each seat once the game is over, else an empty list."""
        if self.resigned_seat == NO_SEAT:
            returns = self.match.state.returns() if self.is_over else []
            return ["won" if value == 1.0 else "lost" for value in returns]
        winners = set(self.human_seats()) if self.match.game.is_competitive() else set()
        winners.discard(self.resigned_seat)
        return ["won" if seat in winners else "lost" for seat in range(len(self.seats))]

    def tutorial_action(self) -> int | None:
        """Return the only action that a tutorial accepts now, or None."""
        index = len(self.match.record.actions)
        script = self.setup.script
        return self.match.game.parse(script[index]) if index < len(script) else None

    def pending_bot(self) -> int:
        """Return the seat to decide if a bot occupies it, else -1."""
        seat = int(self.match.state.current_player())
        if not self.is_over and seat >= 0 and self.seats[seat].occupant != HUMAN:
            return seat
        return NO_SEAT

    def move_start(self, index: int) -> int:
        """Return the index of the first action that was taken at once with the one at an index."""
        return self._buffered.move_start(index)

    def allows_chat(self) -> bool:
        """Return whether there is more than one seat and the game allows chat."""
        return len(self.seats) > 1 and self.match.game.allows_chat()

    def apply(self, event: AnyTableEvent) -> list[ReplayStep]:
        """Apply an event.

        Returns:
            The steps of the game that the event contains.

        Raises:
            ValueError: if the event does not fit the table, which is unusable afterwards.
        """
        self.apply_deferred(event)
        return [step for steps in self.apply_buffered() for step in steps]

    def apply_deferred(self, event: AnyTableEvent) -> None:
        """Apply an event, but put its actions into a buffer.

        This rebuilds a table from many events in less time: actions that a later event takes back
        leave the buffer again and are not applied at all. Until ``apply_buffered`` is exhausted,
        only ``apply_deferred`` may be called.

        Raises:
            ValueError: if the event or a buffered action does not fit the table, which is unusable
                afterwards.
        """
        if isinstance(event, _TableChange):
            self._apply_to_table(event)
        else:
            self._apply_to_game(event)
            self.game_version = len(self.events) + 1
        self.events.append(event)

    def apply_buffered(self) -> Iterator[list[ReplayStep]]:
        """Apply the buffered actions; yield the steps of each event.

        Raises:
            InvalidEvent: if an action does not fit the table, which is unusable afterwards.
        """
        return self._buffered.apply_each()

    def _apply_to_table(self, event: _TableChange) -> None:
        match event:
            case HintUsed():
                self.unranked = True
            case InvitationCreated(seat, secret_hash):
                self.seats[seat].invitation_hash = secret_hash
            case LinkSharingSet(enabled):
                self.links_enabled = enabled
                if not enabled:
                    for each in self.seats:
                        each.invitation_hash = ""
            case PhraseSent():
                self.chat = [*self.chat, event][-CHAT_HISTORY_LENGTH:]
                self.phrases_sent += 1
            case RematchCreated(table_id):
                self.rematch_table_id = table_id

    def _apply_to_game(self, event: _GameChange) -> None:
        match event:
            case ActionsTaken(seat, actions):
                self._buffered.append(len(self.events), seat, actions)
                if seat in self.human_seats():
                    self.pending_takeback = None
                    self.participants.add(self.seats[seat].owner_id)
            case SeatTaken(seat, occupant, owner_id, actions):
                self._assign(seat, occupant, owner_id)
                self._buffered.append(len(self.events), NO_SEAT, actions)
            case TakenBack(_, action_count):
                if not self.unranked:
                    self._buffered.apply_all()
                    self.unranked = action_count < self.match.last_reveal()
                self._rewind(action_count)
            case TakebackRequested(seat, action_count):
                self.pending_takeback = PendingTakeback(
                    seat, action_count, self.other_owner_ids(seat)
                )
            case TakebackAnswered(seat, accepted):
                self._apply_answer(seat, accepted=accepted)
            case Resigned(seat):
                self.resigned_seat = seat
                self.participants.add(self.seats[seat].owner_id)
                self.pending_takeback = None

    def _assign(self, seat: int, occupant: str, owner_id: str) -> None:
        before = self.seats[seat]
        if occupant == HUMAN != before.occupant:
            # The cards of the bot become visible to a possible opponent of it.
            self.unranked |= bool(self.participants or self.seats_owned_by(owner_id))
        invitation_hash = before.invitation_hash if owner_id == before.owner_id else ""
        self.seats[seat] = Seat(occupant, owner_id, invitation_hash)
        if occupant != before.occupant:
            # Whether an action reveals something depends on the occupants at its time.
            self._buffered.apply_all()
        self.match.set_seat(seat, occupant)
        self.pending_takeback = None

    def _rewind(self, action_count: int) -> None:
        self._buffered.rewind(action_count)
        self.pending_takeback = None

    def _apply_answer(self, seat: int, *, accepted: bool) -> None:
        if self.pending_takeback is None:
            raise ValueError("there is no requested takeback to answer")
        self.pending_takeback.pending_owner_ids.discard(self.seats[seat].owner_id)
        if not accepted:
            self.pending_takeback = None
        elif not self.pending_takeback.pending_owner_ids:
            self._rewind(self.pending_takeback.action_count)
