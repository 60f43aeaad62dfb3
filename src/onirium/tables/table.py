"""A hosted table: its seats, its game and its event log.

A command method such as ``take_actions`` changes nothing: it validates the command and returns the
event to be stored, or raises ``CommandRejected``. Only ``apply`` changes a table, so that it can be
rebuilt from its setup and its stored events.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final, Literal, TypeAlias

import msgspec

from onirium.bots.registry import bot_names
from onirium.bots.search_registry import has_networks
from onirium.core.game import Game, IllegalAction
from onirium.games.registry import load
from onirium.match.match import HUMAN, Match
from onirium.record import ReplayStep
from onirium.tables.action_buffer import ActionBuffer, BufferedActions
from onirium.tables.advance import advance_bots
from onirium.tables.chat import CHAT_HISTORY_LENGTH, PHRASES
from onirium.tables.commitment import setup_commitment
from onirium.tables.daily import is_current
from onirium.tables.errors import CommandRejected, InvalidEvent
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
from onirium.tables.tokens import hash_token, new_token, verify_token

__all__ = ["NO_SEAT", "PHRASES", "PendingTakeback", "Seat", "Setup", "Table", "TakebackMode"]

MAX_CACHED_GAMES: Final = 100
"""Size of the cache of game objects, which tables share because their notations need memory."""


TakebackMode: TypeAlias = Literal["", "free", "unranked", "ask"]
"""Whether a takeback is possible, and its cost; see ``Table.takeback_mode``."""

HintMode: TypeAlias = Literal["", "free", "unranked"]
"""Whether hints are possible, and their cost; see ``Table.hint_mode``."""


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
        pending_takeback: the requested takeback, if any.
        unranked: whether the game does not count, because revealed actions were taken back or a
            hint was used.
        resigned_seat: the seat that has resigned, or -1.
        rematch_table_id: the id of the table of the rematch, or empty.
        links_enabled: whether anyone with the address may watch, and seats can be given away by
            invitation.
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
        self.match = Match(_share_game(game), setup.occupants, setup.seed)
        self.seats = [
            Seat(occupant, owner_id)
            for occupant, owner_id in zip(setup.occupants, setup.owner_ids, strict=True)
        ]
        self.events: list[AnyTableEvent] = []
        self.chat: list[PhraseSent] = []
        self.pending_takeback: PendingTakeback | None = None
        self.unranked = setup.unranked or setup.kind == "tutorial"
        self.resigned_seat = NO_SEAT
        self.rematch_table_id = ""
        self.links_enabled = setup.links_enabled
        self._phrases = [*PHRASES, *game.phrases()]
        # The version of the latest event that changed the game; older commands are outdated.
        self._game_version = 0
        # The index range in the record of the actions that a seat took at once, for each move.
        self._moves: list[range] = []
        # Empty except between ``apply_deferred`` and ``apply_buffered``.
        self._buffer = ActionBuffer()

    @property
    def version(self) -> int:
        """The number of events."""
        return len(self.events)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by its rules or by resignation."""
        return self.resigned_seat != NO_SEAT or self.match.state.is_terminal()

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

    def can_view(self, user_id: str) -> bool:
        """Return whether a user may view the table; the host and the owners always may."""
        if self.links_enabled:
            return True
        return bool(user_id) and (
            user_id == self.setup.host_id or bool(self.seats_owned_by(user_id))
        )

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

    def takeback_mode(self, seat: int) -> TakebackMode:
        """Return the mode of a takeback by a seat.

        Returns:
            ``free``; ``unranked`` if it makes the game unranked; ``ask`` if others must agree;
            empty if it is impossible.
        """
        event = self._takeback(seat)
        if isinstance(event, str):
            return ""
        if isinstance(event, TakebackRequested):
            return "ask"
        return "unranked" if event.action_count < self.match.last_reveal() else "free"

    def hint_mode(self, seat: int) -> HintMode:
        """Return the cost of a hint for a seat.

        Returns:
            ``free``; ``unranked`` if the game becomes unranked; empty if there is none.
        """
        if self._hint_obstacle(seat):
            return ""
        return "free" if self.unranked else "unranked"

    def pending_bot(self) -> int:
        """Return the seat to decide if a bot occupies it, else -1."""
        seat = int(self.match.state.current_player())
        if not self.is_over and seat >= 0 and self.seats[seat].occupant != HUMAN:
            return seat
        return NO_SEAT

    def start(self) -> ActionsTaken:
        """Return the event that starts the game and continues it as ``continue_bots`` does.

        Raises:
            CommandRejected: as ``already_started``, ``bot_unavailable``.
        """
        self._check(not self.events, "already_started")
        match = self.match.copy()
        for notation in self.setup.opening:
            match.apply(match.game.parse(notation))
        continuation = advance_bots(match, self.setup.script)
        return ActionsTaken(NO_SEAT, [*match.record.actions, *continuation])

    def take_actions(self, seat: int, actions: Sequence[int], version: int) -> ActionsTaken:
        """Return the event for decisions of a seat and the continuation up to the next decision.

        Args:
            seat: the seat that decides: a human, or a bot that runs in a worker.
            actions: one decision, or several at once.
            version: the version of the table that the decision is based on.

        Raises:
            CommandRejected: as ``game_over``, ``outdated``, ``not_your_turn``, ``illegal_action``,
                ``not_in_script``, ``bot_unavailable``.
        """
        self._check_running()
        self._check(self._game_version <= version <= self.version, "outdated")
        self._check(self.match.state.current_player() == seat, "not_your_turn")
        expected = self.tutorial_action()
        self._check(expected is None or list(actions) == [expected], "not_in_script")
        self._check(bool(actions), "illegal_action")
        try:
            return ActionsTaken(seat, advance_bots(self.match, self.setup.script, seat, actions))
        except IllegalAction:
            raise CommandRejected("illegal_action") from None

    def continue_bots(self) -> ActionsTaken:
        """Return the event for the next decisions of bots that do not run in a worker.

        An event has a limited number of them; after it, ``pending_bot`` may name another bot.

        Raises:
            CommandRejected: as ``not_your_turn`` if no bot has to decide, or ``bot_unavailable``.
        """
        seat = self.pending_bot()
        self._check(seat != NO_SEAT, "not_your_turn")
        return ActionsTaken(seat, advance_bots(self.match, self.setup.script))

    def take_back(self, seat: int) -> TakenBack | TakebackRequested:
        """Return the event that takes back the last move of a seat, or requests it.

        Decisions that revealed nothing can always be taken back. Beyond them, a single human may
        take back, which makes the game unranked; several must agree.

        Raises:
            CommandRejected: as ``game_over``, ``nothing_to_take_back``, ``takeback_pending``,
                ``daily_deal``.
        """
        event = self._takeback(seat)
        if isinstance(event, str):
            raise CommandRejected(event)
        return event

    def answer_takeback(self, seat: int, *, accepted: bool) -> TakebackAnswered:
        """Return the event that answers the requested takeback.

        Raises:
            CommandRejected: as ``game_over``, ``no_takeback_request``.
        """
        self._check_running()
        pending = self.pending_takeback.pending_owner_ids if self.pending_takeback else set()
        self._check(self.seats[seat].owner_id in pending, "no_takeback_request")
        return TakebackAnswered(seat, accepted)

    def use_hint(self, seat: int) -> HintUsed | None:
        """Return the event for a hint, or None if the game is unranked already.

        As for a takeback, only a single human may use hints, and the game becomes unranked.

        Raises:
            CommandRejected: as ``game_over``, ``not_your_turn``, ``hints_disabled``,
                ``other_players``, ``bot_unavailable``.
        """
        if obstacle := self._hint_obstacle(seat):
            raise CommandRejected(obstacle)
        return None if self.unranked else HintUsed(seat)

    def resign(self, seat: int) -> Resigned:
        """Return the event for the resignation of a seat.

        Raises:
            CommandRejected: as ``game_over``.
        """
        self._check_running()
        return Resigned(seat)

    def send_phrase(self, seat: int, phrase: str) -> PhraseSent:
        """Return the event for a phrase of a seat.

        Raises:
            CommandRejected: as ``chat_disabled``, ``unknown_phrase``.
        """
        self._check(self.allows_chat(), "chat_disabled")
        self._check(phrase in self.phrases(), "unknown_phrase")
        return PhraseSent(seat, phrase)

    def phrases(self) -> list[str]:
        """Return the phrases that can be sent: those of every game, and those of this one."""
        return self._phrases

    def allows_chat(self) -> bool:
        """Return whether there is more than one seat and the game allows chat."""
        return len(self.seats) > 1 and self.match.game.allows_chat()

    def assign_seat(self, seat: int, occupant: str, user_id: str) -> SeatTaken:
        """Return the event that gives a seat to a bot, or back to a human.

        The owner and the host may assign a seat. A seat without an owner goes to the host. The
        caller must check that the human in the seat is absent.

        Args:
            seat: the seat.
            occupant: ``human`` or the name of a bot.
            user_id: the sender of the command, as a hashed token.

        Raises:
            CommandRejected: as ``game_over``, ``seats_fixed``, ``not_host``, ``seat_taken``,
                ``unknown_bot``, ``bot_unavailable``.
        """
        self._check_seats_change()
        current = self.seats[seat]
        self._check(user_id in {self.setup.host_id, current.owner_id} - {""}, "not_host")
        if occupant == HUMAN:
            self._check(current.occupant != HUMAN or not current.owner_id, "seat_taken")
            return SeatTaken(seat, HUMAN, current.owner_id or user_id)
        self._check(occupant in bot_names(self.match.game), "unknown_bot")
        match = self.match.copy()
        match.set_seat(seat, occupant)
        actions = advance_bots(match, self.setup.script) if self.events else []
        return SeatTaken(seat, occupant, current.owner_id, actions)

    def create_invitation(self, seat: int, user_id: str) -> tuple[InvitationCreated, str]:
        """Return the event that offers a seat to anyone with a new secret, and the secret.

        The secret itself is not stored. An earlier secret of the seat becomes void.

        Raises:
            CommandRejected: as ``game_over``, ``seats_fixed``, ``not_host``, ``links_disabled``,
                ``seat_taken``.
        """
        self._check_seats_change()
        self._check(user_id == self.setup.host_id, "not_host")
        self._check(self.links_enabled, "links_disabled")
        self._check(self.seats[seat].owner_id in ("", user_id), "seat_taken")
        secret = new_token()
        return InvitationCreated(seat, hash_token(secret)), secret

    def set_links(self, user_id: str, *, enabled: bool) -> LinkSharingSet:
        """Return the event that enables or disables links to the table.

        Raises:
            CommandRejected: as ``not_host``.
        """
        self._check(user_id == self.setup.host_id, "not_host")
        return LinkSharingSet(enabled)

    def seat_for_invitation(self, secret: str) -> int:
        """Return the seat to which a secret invites.

        Raises:
            CommandRejected: as ``links_disabled``, or as ``invalid_invitation`` if the secret is
                not valid.
        """
        self._check(self.links_enabled, "links_disabled")
        for index, seat in enumerate(self.seats):
            if verify_token(secret, seat.invitation_hash):
                return index
        raise CommandRejected("invalid_invitation")

    def seat_claimed_with(self, owner_id: str, secret: str) -> int:
        """Return the seat that an owner has taken with a secret, or -1."""
        for event in self.events:
            if isinstance(event, InvitationCreated) and verify_token(secret, event.secret_hash):
                seat = self.seats[event.seat]
                if seat.owner_id == owner_id and not seat.invitation_hash:
                    return event.seat
        return NO_SEAT

    def take_seat(self, seat: int, owner_id: str, secret: str) -> SeatTaken:
        """Return the event that gives a seat to an invited user.

        Raises:
            CommandRejected: as ``game_over``, ``invalid_invitation``.
        """
        self._check_running()
        self._check(verify_token(secret, self.seats[seat].invitation_hash), "invalid_invitation")
        return SeatTaken(seat, HUMAN, owner_id)

    def create_rematch(self, table_id: str) -> RematchCreated:
        """Return the event that links to the table where the same users play again.

        Raises:
            CommandRejected: as ``game_in_progress``, ``rematch_exists``.
        """
        self._check(self.is_over, "game_in_progress")
        self._check(not self.rematch_table_id, "rematch_exists")
        return RematchCreated(table_id)

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

        A table is rebuilt from many events at once in this way: actions that a later event takes
        back leave the buffer again and are not applied at all. Until ``apply_buffered`` is
        exhausted, only ``apply_deferred`` may be called.

        Raises:
            ValueError: if the event or a buffered action does not fit the table, which is unusable
                afterwards.
        """
        if isinstance(
            event, HintUsed | InvitationCreated | LinkSharingSet | PhraseSent | RematchCreated
        ):
            self._apply_to_table(event)
        else:
            self._apply_to_game(event)
            self._game_version = len(self.events) + 1
        self.events.append(event)

    def apply_buffered(self) -> Iterator[list[ReplayStep]]:
        """Apply the buffered actions; yield the steps of each event.

        Raises:
            InvalidEvent: if an action does not fit the table, which is unusable afterwards.
        """
        while self._buffer.action_count:
            group = self._buffer.pop_first()
            try:
                steps = self._apply_actions(group.seat, group.actions)
            except (ValueError, LookupError) as error:
                raise InvalidEvent(group.event_index, str(error)) from None
            yield steps

    def _apply_to_table(
        self, event: HintUsed | InvitationCreated | LinkSharingSet | PhraseSent | RematchCreated
    ) -> None:
        """Apply an event that does not change the game: older commands remain valid."""
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
            case RematchCreated(table_id):
                self.rematch_table_id = table_id

    def _apply_to_game(
        self,
        event: ActionsTaken
        | TakenBack
        | TakebackRequested
        | TakebackAnswered
        | Resigned
        | SeatTaken,
    ) -> None:
        match event:
            case ActionsTaken(seat, actions):
                self._buffer_actions(seat, actions)
                if seat in self.human_seats():
                    self.pending_takeback = None
            case SeatTaken(seat, occupant, owner_id, actions):
                before = self.seats[seat]
                invitation_hash = before.invitation_hash if owner_id == before.owner_id else ""
                self.seats[seat] = Seat(occupant, owner_id, invitation_hash)
                if occupant != before.occupant:
                    # Whether an action reveals something depends on the occupants at its time.
                    self._apply_all_buffered()
                self.match.set_seat(seat, occupant)
                self.pending_takeback = None
                self._buffer_actions(NO_SEAT, actions)
            case TakenBack(_, action_count):
                if not self.unranked:
                    self._apply_all_buffered()
                    self.unranked = action_count < self.match.last_reveal()
                self._rewind(action_count)
            case TakebackRequested(seat, action_count):
                self.pending_takeback = PendingTakeback(
                    seat, action_count, self._other_owner_ids(seat)
                )
            case TakebackAnswered(seat, accepted):
                self._apply_answer(seat, accepted=accepted)
            case Resigned(seat):
                self.resigned_seat = seat
                self.pending_takeback = None

    def _buffer_actions(self, seat: int, actions: list[str]) -> None:
        self._buffer.append(BufferedActions(len(self.events), seat, actions))

    def _apply_all_buffered(self) -> None:
        for _ in self.apply_buffered():
            pass

    def _apply_actions(self, seat: int, notations: Sequence[str]) -> list[ReplayStep]:
        """Apply actions in notation and remember the range of those that the seat decided."""
        game, state, actions = self.match.game, self.match.state, self.match.record.actions
        start = len(actions)
        steps = []
        for notation in notations:
            decider = int(state.current_player())
            action = game.parse(notation)
            events = self.match.apply(action)
            steps.append(ReplayStep(len(actions), decider, action, notation, events, state.clone()))
        own = len(list(takewhile(lambda step: step.seat == seat, steps)))
        self._moves.append(range(start, start + own))
        return steps

    def _rewind(self, action_count: int) -> None:
        """Remove the actions from an index on, from the buffer or from the match."""
        surplus = len(self.match.record.actions) + self._buffer.action_count - action_count
        discarded = max(min(surplus, self._buffer.action_count), 0)
        self._buffer.discard_last(discarded)
        if surplus != discarded:
            self.match.rewind(action_count)
        while self._moves and self._moves[-1].start >= action_count:
            self._moves.pop()
        if self._moves:
            last = self._moves[-1]
            self._moves[-1] = range(last.start, min(last.stop, action_count))
        self.pending_takeback = None

    def _apply_answer(self, seat: int, *, accepted: bool) -> None:
        if self.pending_takeback is None:
            raise ValueError("there is no requested takeback to answer")
        self.pending_takeback.pending_owner_ids.discard(self.seats[seat].owner_id)
        if not accepted:
            self.pending_takeback = None
        elif not self.pending_takeback.pending_owner_ids:
            self._rewind(self.pending_takeback.action_count)

    def _takeback(self, seat: int) -> TakenBack | TakebackRequested | str:
        """Return the event of ``take_back``, or the code of its rejection."""
        if self.is_over:
            return "game_over"
        last = self.match.last_decision_index(seat)
        if last is None or self.seats[seat].occupant != HUMAN:
            return "nothing_to_take_back"
        action_count = self._move_start(last)
        last_reveal = self.match.last_reveal()
        if last_reveal <= last == len(self.match.record.actions) - 1:
            return TakenBack(seat, max(action_count, last_reveal))
        if self.setup.kind == "daily":
            return "daily_deal"
        if not self._other_owner_ids(seat):
            return TakenBack(seat, action_count)
        if self.pending_takeback is not None:
            return "takeback_pending"
        return TakebackRequested(seat, action_count)

    def _hint_obstacle(self, seat: int) -> str:
        """Return the code with which a hint is rejected, or an empty string."""
        if self.is_over:
            return "game_over"
        if self.match.state.current_player() != seat:
            return "not_your_turn"
        if self.setup.kind != "table" or self.is_deal_of_today:
            return "hints_disabled"
        if self._other_owner_ids(seat):
            return "other_players"
        return "" if has_networks(self.match.game.name) else "bot_unavailable"

    def _move_start(self, index: int) -> int:
        """Return the index of the first decision taken at once with the one at an index."""
        return next((move.start for move in reversed(self._moves) if index in move), index)

    def _other_owner_ids(self, seat: int) -> set[str]:
        """Return the owners of other human seats, who must agree to a takeback."""
        owner_ids = {self.seats[other].owner_id for other in self.human_seats()}
        return owner_ids - {"", self.seats[seat].owner_id}

    def _check_running(self) -> None:
        self._check(not self.is_over, "game_over")

    def _check_seats_change(self) -> None:
        self._check_running()
        self._check(self.setup.kind == "table", "seats_fixed")

    def _check(self, condition: bool, code: str) -> None:  # noqa: FBT001, like assert
        if not condition:
            raise CommandRejected(code)


def _share_game(game: Game) -> Game:
    """Return the game object that all tables with these options share."""
    return _load_shared(game.name, msgspec.json.encode(game.options))


@lru_cache(MAX_CACHED_GAMES)
def _load_shared(name: str, options: bytes) -> Game:
    return load(name, **msgspec.json.decode(options, type=dict[str, object]))
