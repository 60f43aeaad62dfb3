"""A table that is hosted: who holds its seats, what they may do there, and all that happened.

Whatever somebody wants is proposed first. A proposal changes nothing: it returns the entry to be
kept, or says why it is refused. Applying entries is all that changes a table.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Final

import msgspec

from onirium.bots.network.registry import has_networks
from onirium.bots.registry import bot_names, runs_in_worker
from onirium.core.game import Game, IllegalAction
from onirium.games.registry import load
from onirium.match.match import HUMAN, Match
from onirium.record import ReplayStep
from onirium.tables.advance import advance_until_human
from onirium.tables.chat import CHAT_HISTORY_LENGTH, PHRASES
from onirium.tables.errors import CommandRejected
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
from onirium.tables.setup import NO_SEAT, Seat, Setup
from onirium.tables.tokens import hash_token, new_token, verify_token

__all__ = ["NO_SEAT", "PHRASES", "PendingTakeback", "Seat", "Setup", "Table"]

MAX_CACHED_GAMES: Final = 100
"""So many games are shared by the tables where they are played: their notations take room."""


class PendingTakeback(msgspec.Struct):
    """A takeback that is asked for.

    Attributes:
        seat: who asks.
        action_count: how many actions the game had there.
        pending_owner_ids: the holders who have not answered.
    """

    seat: int
    action_count: int
    pending_owner_ids: set[str]


class Table:
    """A table: it says what may be done, and is changed by entries alone.

    Attributes:
        table_id: by which it is found.
        setup: how it was laid.
        match: the game, with its record.
        seats: its seats.
        events: everything that happened, in order.
        chat: the latest phrases.
        pending_takeback: the takeback that is asked for, if any.
        unranked: whether the game does not count, since something seen was taken back or a hint
            was given.
        resigned_seat: the seat that has given up, or -1.
        rematch_table_id: where the same people play again, or empty.
        links_enabled: whether anyone with the address may watch, and seats can be given away by
            invitation.
    """

    def __init__(self, id: str, setup: Setup) -> None:  # noqa: A002, it is the id
        """Lay a table.

        Raises:
            OptionError: if there is no such game, or it has no such options.
            UnknownBot: if the game has no such computer player.
            ValueError: if the number of seats or holders is not that of the game.
        """
        game = _shared(load(setup.game, **setup.options))
        self.table_id = id
        self.setup = setup
        self.match = Match(game, setup.occupants, setup.seed)
        self.seats = [
            Seat(who, holder) for who, holder in zip(setup.occupants, setup.owner_ids, strict=True)
        ]
        self.events: list[AnyTableEvent] = []
        self.chat: list[PhraseSent] = []
        self.pending_takeback: PendingTakeback | None = None
        self.unranked = setup.unranked or setup.kind == "lesson"
        self.resigned_seat = NO_SEAT
        self.rematch_table_id = ""
        self.links_enabled = True
        self._changed = 0
        self._moves: list[range] = []

    @property
    def version(self) -> int:
        """How many entries there are."""
        return len(self.events)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, by its rules or because somebody resigned."""
        return self.resigned_seat != NO_SEAT or self.match.state.is_terminal()

    def human_seats(self) -> list[int]:
        """Return the seats that people play."""
        return [seat for seat, taken in enumerate(self.seats) if taken.occupant == HUMAN]

    def seats_owned_by(self, holder: str) -> list[int]:
        """Return the seats of a holder, also those that a computer player plays for them."""
        return [
            seat for seat, taken in enumerate(self.seats) if holder and taken.owner_id == holder
        ]

    def can_view(self, holder: str) -> bool:
        """Tell whether somebody may see the table: its host and its holders always may."""
        known = bool(holder) and (holder == self.setup.host_id or bool(self.seats_owned_by(holder)))
        return self.links_enabled or known

    def results(self) -> list[str]:
        """Return for each seat ``won`` or ``lost`` when the game is over, else nothing."""
        if self.resigned_seat == NO_SEAT:
            returns = self.match.state.returns() if self.is_over else []
            return ["won" if won == 1.0 else "lost" for won in returns]
        winners = set(self.human_seats()) if self.match.game.is_competitive() else set()
        winners.discard(self.resigned_seat)
        return ["won" if seat in winners else "lost" for seat in range(len(self.seats))]

    def tutorial_action(self) -> int | None:
        """Return the one action that a lesson asks for now, if it does."""
        place = len(self.match.record.actions)
        script = self.setup.script
        return self.match.game.parse(script[place]) if place < len(script) else None

    def takeback_mode(self, seat: int) -> str:
        """Return how a seat may take back: ``free``, ``practice``, ``ask``, or empty if not."""
        try:
            entry = self.take_back(seat)
        except CommandRejected:
            return ""
        if isinstance(entry, TakebackRequested):
            return "ask"
        return "practice" if entry.action_count < self.match.last_reveal() else "free"

    def pending_bot(self) -> int:
        """Return the seat of the slow computer player that is to decide, or -1 if none is."""
        seat = int(self.match.state.current_player())
        is_slows = not self.is_over and seat >= 0 and runs_in_worker(self.seats[seat].occupant)
        return seat if is_slows else NO_SEAT

    def start(self) -> ActionsTaken:
        """Propose the beginning: what chance brings and computer players do before any person.

        Raises:
            Refused: as ``begun``, ``unlearnt``.
        """
        self._check(not self.events, "begun")
        opened = self.match.copy()
        for notation in self.setup.opening:
            opened.apply(opened.game.parse(notation))
        return ActionsTaken(
            NO_SEAT, [*opened.record.actions, *advance_until_human(opened, self.setup.script)]
        )

    def take_actions(self, seat: int, actions: Sequence[int], version: int) -> ActionsTaken:
        """Propose decisions of a seat, and all that follows until somebody must decide again.

        Args:
            seat: who decides: a person, or a computer player that takes its time.
            actions: one decision, or several at once.
            version: the version of the table that the seat saw when it decided.

        Raises:
            Refused: as ``over``, ``old``, ``turn``, ``illegal``, ``lesson``, ``unlearnt``.
        """
        self._check_running()
        self._check(self._changed <= version <= self.version, "old")
        self._check(self.match.state.current_player() == seat, "turn")
        asked_for = self.tutorial_action()
        self._check(asked_for is None or list(actions) == [asked_for], "lesson")
        self._check(bool(actions), "illegal")
        try:
            return ActionsTaken(
                seat, advance_until_human(self.match, self.setup.script, seat, actions)
            )
        except IllegalAction:
            raise CommandRejected("illegal") from None

    def take_back(self, seat: int) -> TakenBack | TakebackRequested:
        """Propose to take back the last decisions of a seat, or to ask the others for it.

        What revealed nothing can always be taken back. Beyond it one person alone can, and the
        game does not count then; several must agree.

        Raises:
            Refused: as ``over``, ``nothing``, ``asked``, ``daily``.
        """
        self._check_running()
        last = self.match.last_decision_index(seat)
        if last is None or self.seats[seat].occupant != HUMAN:
            raise CommandRejected("nothing")
        to = self._beginning_of_move(last)
        revealed = self.match.last_reveal()
        if revealed <= last == self._last_place():
            return TakenBack(seat, max(to, revealed))
        self._check(self.setup.kind != "daily", "daily")
        if not self._others(seat):
            return TakenBack(seat, to)
        self._check(self.pending_takeback is None, "asked")
        return TakebackRequested(seat, to)

    def answer_takeback(self, seat: int, *, yes: bool) -> TakebackAnswered:
        """Propose an answer to the takeback that is asked for.

        Raises:
            Refused: as ``over``, ``unasked``.
        """
        self._check_running()
        waiting = self.pending_takeback.pending_owner_ids if self.pending_takeback else set()
        self._check(self.seats[seat].owner_id in waiting, "unasked")
        return TakebackAnswered(seat, yes)

    def use_hint(self, seat: int) -> HintUsed | None:
        """Propose that a seat is told what its choices promise; nothing if it counts no more.

        What holds for taking back holds here: one person alone may, and the game is practice then.

        Raises:
            Refused: as ``over``, ``turn``, ``unaided``, ``company``, ``unlearnt``.
        """
        self._check_running()
        self._check(self.match.state.current_player() == seat, "turn")
        self._check(self.setup.kind == "table", "unaided")
        self._check(not self._others(seat), "company")
        self._check(has_networks(self.match.game.name), "unlearnt")
        return None if self.unranked else HintUsed(seat)

    def resign(self, seat: int) -> Resigned:
        """Propose that a seat gives up.

        Raises:
            Refused: as ``over``.
        """
        self._check_running()
        return Resigned(seat)

    def send_phrase(self, seat: int, phrase: str) -> PhraseSent:
        """Propose that a seat says something.

        Raises:
            Refused: as ``silent``, ``phrase``.
        """
        self._check(self.allows_chat(), "silent")
        self._check(phrase in PHRASES, "phrase")
        return PhraseSent(seat, phrase)

    def allows_chat(self) -> bool:
        """Tell whether there is anybody to talk to, and the game allows it."""
        return len(self.seats) > 1 and self.match.game.allows_chat()

    def assign_seat(self, seat: int, who: str, by: str) -> SeatTaken:
        """Propose that a computer player takes a seat, or that a person takes it back.

        Whoever holds a seat takes it back; the host gives it back or, if nobody holds it, takes it.
        Whether its person is away is the caller's to know.

        Args:
            seat: which seat.
            who: ``human`` or a computer player.
            by: who wants it, as a hashed token.

        Raises:
            Refused: as ``over``, ``fixed``, ``host``, ``taken``, ``player``, ``unlearnt``.
        """
        self._check_seats_change()
        taken = self.seats[seat]
        self._check(by in {self.setup.host_id, taken.owner_id} - {""}, "host")
        if who == HUMAN:
            self._check(taken.occupant != HUMAN or not taken.owner_id, "taken")
            return SeatTaken(seat, HUMAN, taken.owner_id or by)
        self._check(who in bot_names(self.match.game), "player")
        match = self.match.copy()
        match.set_seat(seat, who)
        steps = advance_until_human(match, self.setup.script) if self.events else []
        return SeatTaken(seat, who, taken.owner_id, steps)

    def create_invitation(self, seat: int, by: str) -> tuple[InvitationCreated, str]:
        """Propose that a seat is free for whoever knows a secret; a former one is void then.

        Returns:
            The entry, and the secret, which is kept nowhere.

        Raises:
            Refused: as ``over``, ``fixed``, ``host``, ``closed``, ``taken``.
        """
        self._check_seats_change()
        self._check(by == self.setup.host_id, "host")
        self._check(self.links_enabled, "closed")
        self._check(self.seats[seat].owner_id in ("", by), "taken")
        secret = new_token()
        return InvitationCreated(seat, hash_token(secret)), secret

    def set_links(self, by: str, *, on: bool) -> LinkSharingSet:
        """Propose that links to the table work, or that they do not.

        Raises:
            Refused: as ``host``.
        """
        self._check(by == self.setup.host_id, "host")
        return LinkSharingSet(on)

    def seat_for_invitation(self, secret: str) -> int:
        """Return the seat to which a secret invites.

        Raises:
            Refused: as ``closed``, or as ``invitation``, if to none.
        """
        self._check(self.links_enabled, "closed")
        for seat, taken in enumerate(self.seats):
            if verify_token(secret, taken.invitation_hash):
                return seat
        raise CommandRejected("invitation")

    def seat_claimed_with(self, holder: str, secret: str) -> int:
        """Return the seat that somebody has taken by a secret, or -1."""
        for entry in self.events:
            if isinstance(entry, InvitationCreated) and verify_token(secret, entry.secret_hash):
                seat = self.seats[entry.seat]
                if seat.owner_id == holder and not seat.invitation_hash:
                    return entry.seat
        return NO_SEAT

    def take_seat(self, seat: int, holder: str, secret: str) -> SeatTaken:
        """Propose that somebody takes the seat they were invited to.

        Raises:
            Refused: as ``over``, ``invitation``.
        """
        self._check_running()
        self._check(verify_token(secret, self.seats[seat].invitation_hash), "invitation")
        return SeatTaken(seat, HUMAN, holder)

    def create_rematch(self, table: str) -> RematchCreated:
        """Propose that the same people play again at another table.

        Raises:
            Refused: as ``unfinished``, ``followed``.
        """
        self._check(self.is_over, "unfinished")
        self._check(not self.rematch_table_id, "followed")
        return RematchCreated(table)

    def apply(self, entry: AnyTableEvent) -> list[ReplayStep]:
        """Let an entry happen.

        Returns:
            The steps of the game that it brought.

        Raises:
            ValueError: if it cannot have happened here; the table is then of no use any more.
        """
        steps: list[ReplayStep] = []
        if isinstance(
            entry, HintUsed | InvitationCreated | LinkSharingSet | PhraseSent | RematchCreated
        ):
            self._happen_beside(entry)
        else:
            steps = self._happen(entry)
            self._changed = len(self.events) + 1
        self.events.append(entry)
        return steps

    def _happen_beside(
        self, entry: HintUsed | InvitationCreated | LinkSharingSet | PhraseSent | RematchCreated
    ) -> None:
        """Let happen what leaves the game as it was seen."""
        match entry:
            case HintUsed():
                self.unranked = True
            case InvitationCreated(seat, secret):
                self.seats[seat].invitation_hash = secret
            case LinkSharingSet(on):
                self.links_enabled = on
                for taken in self.seats:
                    taken.invitation_hash = taken.invitation_hash if on else ""
            case PhraseSent():
                self.chat = [*self.chat, entry][-CHAT_HISTORY_LENGTH:]
            case RematchCreated(table):
                self.rematch_table_id = table

    def _happen(
        self,
        entry: ActionsTaken
        | TakenBack
        | TakebackRequested
        | TakebackAnswered
        | Resigned
        | SeatTaken,
    ) -> list[ReplayStep]:
        match entry:
            case ActionsTaken(seat, steps):
                return self._play(seat, steps)
            case SeatTaken(seat, who, holder, steps):
                before = self.seats[seat]
                kept = before.invitation_hash if holder == before.owner_id else ""
                self.seats[seat] = Seat(who, holder, kept)
                self.match.set_seat(seat, who)
                self.pending_takeback = None
                return self._play(NO_SEAT, steps)
            case TakenBack(_, to):
                self.unranked = self.unranked or to < self.match.last_reveal()
                self._rewind(to)
            case TakebackRequested(seat, to):
                self.pending_takeback = PendingTakeback(seat, to, self._others(seat))
            case TakebackAnswered(seat, yes):
                self._settle(seat, yes=yes)
            case Resigned(seat):
                self.resigned_seat = seat
                self.pending_takeback = None
        return []

    def _play(self, seat: int, notations: Sequence[str]) -> list[ReplayStep]:
        """Let steps of the game happen; remember which a person decided at once."""
        game, state, actions = self.match.game, self.match.state, self.match.record.actions
        begun = len(actions)
        steps = []
        for notation in notations:
            decider = int(state.current_player())
            action = game.parse(notation)
            events = self.match.apply(action)
            steps.append(ReplayStep(len(actions), decider, action, notation, events, state.clone()))
        own = len(list(takewhile(lambda step: step.seat == seat, steps)))
        self._moves.append(range(begun, begun + own))
        if seat in self.human_seats():
            self.pending_takeback = None
        return steps

    def _rewind(self, to: int) -> None:
        self.match.rewind(to)
        self._moves = [range(move.start, min(move.stop, to)) for move in self._moves]
        self.pending_takeback = None

    def _settle(self, seat: int, *, yes: bool) -> None:
        if self.pending_takeback is None:
            raise ValueError("nothing was asked that could be answered")
        self.pending_takeback.pending_owner_ids.discard(self.seats[seat].owner_id)
        if not yes:
            self.pending_takeback = None
        elif not self.pending_takeback.pending_owner_ids:
            self._rewind(self.pending_takeback.action_count)

    def _beginning_of_move(self, place: int) -> int:
        """Return where the decisions began that were taken at once with the one at a place."""
        return next((move.start for move in reversed(self._moves) if place in move), place)

    def _last_place(self) -> int:
        return len(self.match.record.actions) - 1

    def _others(self, seat: int) -> set[str]:
        """Return who must agree to a takeback: the holders of other people's seats."""
        return {self.seats[other].owner_id for other in self.human_seats()} - {
            "",
            self.seats[seat].owner_id,
        }

    def _check_running(self) -> None:
        self._check(not self.is_over, "over")

    def _check_seats_change(self) -> None:
        self._check_running()
        self._check(self.setup.kind == "table", "fixed")

    def _check(self, holds: bool, code: str) -> None:  # noqa: FBT001, it is what is checked
        if not holds:
            raise CommandRejected(code)


def _shared(game: Game) -> Game:
    """Return the game that tables of its options have in common."""
    return _of_all(game.name, msgspec.json.encode(game.options))


@lru_cache(MAX_CACHED_GAMES)
def _of_all(name: str, options: bytes) -> Game:
    return load(name, **msgspec.json.decode(options))
