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
from onirium.match.match import PERSON, Match
from onirium.record import ReplayStep
from onirium.tables.advance import course
from onirium.tables.chat import LATEST_TALK, PHRASES, Refused
from onirium.tables.events import (
    Answered,
    AnyEntry,
    Asked,
    Followed,
    Hinted,
    Invited,
    Linked,
    Moved,
    Resigned,
    Rewound,
    Said,
    Sat,
)
from onirium.tables.setup import NOBODY, Seat, Setup
from onirium.tables.tokens import hashed, new_token, proves

__all__ = ["NOBODY", "PHRASES", "Asking", "Hosted", "Refused", "Seat", "Setup"]

GAMES: Final = 100
"""So many games are shared by the tables where they are played: their notations take room."""


class Asking(msgspec.Struct):
    """A takeback that is asked for.

    Attributes:
        seat: who asks.
        to: how many actions the game had there.
        waiting: the holders who have not answered.
    """

    seat: int
    to: int
    waiting: set[str]


class Hosted:
    """A table: it says what may be done, and is changed by entries alone.

    Attributes:
        id: by which it is found.
        setup: how it was laid.
        match: the game, with its record.
        seats: its seats.
        entries: everything that happened, in order.
        talk: the latest phrases.
        asked: the takeback that is asked for, if any.
        practice: whether the game does not count, since something seen was taken back or a hint
            was given.
        resigned: the seat that has given up, or -1.
        next_table: where the same people play again, or empty.
        linked: whether links to the table work: whoever has its address may look on then, and
            seats can be given away.
    """

    def __init__(self, id: str, setup: Setup) -> None:  # noqa: A002, it is the id
        """Lay a table.

        Raises:
            OptionError: if there is no such game, or it has no such options.
            UnknownBot: if the game has no such computer player.
            ValueError: if the number of seats or holders is not that of the game.
        """
        game = _shared(load(setup.game, **setup.options))
        self.id = id
        self.setup = setup
        self.match = Match(game, setup.seats, setup.seed)
        self.seats = [
            Seat(who, holder) for who, holder in zip(setup.seats, setup.holders, strict=True)
        ]
        self.entries: list[AnyEntry] = []
        self.talk: list[Said] = []
        self.asked: Asking | None = None
        self.practice = setup.practice or setup.sort == "lesson"
        self.resigned = NOBODY
        self.next_table = ""
        self.linked = True
        self._changed = 0
        self._moves: list[range] = []

    @property
    def version(self) -> int:
        """How many entries there are."""
        return len(self.entries)

    @property
    def over(self) -> bool:
        """Whether the game is over, by its rules or because somebody resigned."""
        return self.resigned != NOBODY or self.match.state.is_terminal()

    def people(self) -> list[int]:
        """Return the seats that people play."""
        return [seat for seat, taken in enumerate(self.seats) if taken.who == PERSON]

    def seats_of(self, holder: str) -> list[int]:
        """Return the seats of a holder, also those that a computer player plays for them."""
        return [seat for seat, taken in enumerate(self.seats) if holder and taken.holder == holder]

    def admits(self, holder: str) -> bool:
        """Tell whether somebody may see the table: its host and its holders always may."""
        known = bool(holder) and (holder == self.setup.host or bool(self.seats_of(holder)))
        return self.linked or known

    def results(self) -> list[str]:
        """Return for each seat ``won`` or ``lost`` when the game is over, else nothing."""
        if self.resigned == NOBODY:
            returns = self.match.state.returns() if self.over else []
            return ["won" if won == 1.0 else "lost" for won in returns]
        winners = set(self.people()) if self.match.game.is_competitive() else set()
        winners.discard(self.resigned)
        return ["won" if seat in winners else "lost" for seat in range(len(self.seats))]

    def lesson_action(self) -> int | None:
        """Return the one action that a lesson asks for now, if it does."""
        place = len(self.match.record.actions)
        script = self.setup.script
        return self.match.game.parse(script[place]) if place < len(script) else None

    def undo_by(self, seat: int) -> str:
        """Return how a seat may take back: ``free``, ``practice``, ``ask``, or empty if not."""
        try:
            entry = self.undo(seat)
        except Refused:
            return ""
        if isinstance(entry, Asked):
            return "ask"
        return "practice" if entry.to < self.match.revealed() else "free"

    def waits_for(self) -> int:
        """Return the seat of the slow computer player that is to decide, or -1 if none is."""
        seat = int(self.match.state.current_player())
        is_slows = not self.over and seat >= 0 and runs_in_worker(self.seats[seat].who)
        return seat if is_slows else NOBODY

    def start(self) -> Moved:
        """Propose the beginning: what chance brings and computer players do before any person.

        Raises:
            Refused: as ``begun``, ``unlearnt``.
        """
        self._check(not self.entries, "begun")
        opened = self.match.copy()
        for notation in self.setup.opening:
            opened.apply(opened.game.parse(notation))
        return Moved(NOBODY, [*opened.record.actions, *course(opened, self.setup.script)])

    def move(self, seat: int, actions: Sequence[int], version: int) -> Moved:
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
        asked_for = self.lesson_action()
        self._check(asked_for is None or list(actions) == [asked_for], "lesson")
        self._check(bool(actions), "illegal")
        try:
            return Moved(seat, course(self.match, self.setup.script, seat, actions))
        except IllegalAction:
            raise Refused("illegal") from None

    def undo(self, seat: int) -> Rewound | Asked:
        """Propose to take back the last decisions of a seat, or to ask the others for it.

        What revealed nothing can always be taken back. Beyond it one person alone can, and the
        game does not count then; several must agree.

        Raises:
            Refused: as ``over``, ``nothing``, ``asked``, ``daily``.
        """
        self._check_running()
        last = self.match.last_decision(seat)
        if last is None or self.seats[seat].who != PERSON:
            raise Refused("nothing")
        to = self._beginning_of_move(last)
        revealed = self.match.revealed()
        if revealed <= last == self._last_place():
            return Rewound(seat, max(to, revealed))
        self._check(self.setup.sort != "daily", "daily")
        if not self._others(seat):
            return Rewound(seat, to)
        self._check(self.asked is None, "asked")
        return Asked(seat, to)

    def answer(self, seat: int, *, yes: bool) -> Answered:
        """Propose an answer to the takeback that is asked for.

        Raises:
            Refused: as ``over``, ``unasked``.
        """
        self._check_running()
        waiting = self.asked.waiting if self.asked else set()
        self._check(self.seats[seat].holder in waiting, "unasked")
        return Answered(seat, yes)

    def hint(self, seat: int) -> Hinted | None:
        """Propose that a seat is told what its choices promise; nothing if it counts no more.

        What holds for taking back holds here: one person alone may, and the game is practice then.

        Raises:
            Refused: as ``over``, ``turn``, ``unaided``, ``company``, ``unlearnt``.
        """
        self._check_running()
        self._check(self.match.state.current_player() == seat, "turn")
        self._check(self.setup.sort == "table", "unaided")
        self._check(not self._others(seat), "company")
        self._check(has_networks(self.match.game.name), "unlearnt")
        return None if self.practice else Hinted(seat)

    def resign(self, seat: int) -> Resigned:
        """Propose that a seat gives up.

        Raises:
            Refused: as ``over``.
        """
        self._check_running()
        return Resigned(seat)

    def say(self, seat: int, phrase: str) -> Said:
        """Propose that a seat says something.

        Raises:
            Refused: as ``silent``, ``phrase``.
        """
        self._check(self.talks(), "silent")
        self._check(phrase in PHRASES, "phrase")
        return Said(seat, phrase)

    def talks(self) -> bool:
        """Tell whether there is anybody to talk to, and the game allows it."""
        return len(self.seats) > 1 and self.match.game.allows_chat()

    def hand_over(self, seat: int, who: str, by: str) -> Sat:
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
        self._check(by in {self.setup.host, taken.holder} - {""}, "host")
        if who == PERSON:
            self._check(taken.who != PERSON or not taken.holder, "taken")
            return Sat(seat, PERSON, taken.holder or by)
        self._check(who in bot_names(self.match.game), "player")
        match = self.match.copy()
        match.sit(seat, who)
        steps = course(match, self.setup.script) if self.entries else []
        return Sat(seat, who, taken.holder, steps)

    def invite(self, seat: int, by: str) -> tuple[Invited, str]:
        """Propose that a seat is free for whoever knows a secret; a former one is void then.

        Returns:
            The entry, and the secret, which is kept nowhere.

        Raises:
            Refused: as ``over``, ``fixed``, ``host``, ``closed``, ``taken``.
        """
        self._check_seats_change()
        self._check(by == self.setup.host, "host")
        self._check(self.linked, "closed")
        self._check(self.seats[seat].holder in ("", by), "taken")
        secret = new_token()
        return Invited(seat, hashed(secret)), secret

    def link(self, by: str, *, on: bool) -> Linked:
        """Propose that links to the table work, or that they do not.

        Raises:
            Refused: as ``host``.
        """
        self._check(by == self.setup.host, "host")
        return Linked(on)

    def invited(self, secret: str) -> int:
        """Return the seat to which a secret invites.

        Raises:
            Refused: as ``closed``, or as ``invitation``, if to none.
        """
        self._check(self.linked, "closed")
        for seat, taken in enumerate(self.seats):
            if proves(secret, taken.invitation):
                return seat
        raise Refused("invitation")

    def taken(self, holder: str, secret: str) -> int:
        """Return the seat that somebody has taken by a secret, or -1."""
        for entry in self.entries:
            if isinstance(entry, Invited) and proves(secret, entry.secret):
                seat = self.seats[entry.seat]
                if seat.holder == holder and not seat.invitation:
                    return entry.seat
        return NOBODY

    def join(self, seat: int, holder: str, secret: str) -> Sat:
        """Propose that somebody takes the seat they were invited to.

        Raises:
            Refused: as ``over``, ``invitation``.
        """
        self._check_running()
        self._check(proves(secret, self.seats[seat].invitation), "invitation")
        return Sat(seat, PERSON, holder)

    def follow(self, table: str) -> Followed:
        """Propose that the same people play again at another table.

        Raises:
            Refused: as ``unfinished``, ``followed``.
        """
        self._check(self.over, "unfinished")
        self._check(not self.next_table, "followed")
        return Followed(table)

    def apply(self, entry: AnyEntry) -> list[ReplayStep]:
        """Let an entry happen.

        Returns:
            The steps of the game that it brought.

        Raises:
            ValueError: if it cannot have happened here; the table is then of no use any more.
        """
        steps: list[ReplayStep] = []
        if isinstance(entry, Hinted | Invited | Linked | Said | Followed):
            self._happen_beside(entry)
        else:
            steps = self._happen(entry)
            self._changed = len(self.entries) + 1
        self.entries.append(entry)
        return steps

    def _happen_beside(self, entry: Hinted | Invited | Linked | Said | Followed) -> None:
        """Let happen what leaves the game as it was seen."""
        match entry:
            case Hinted():
                self.practice = True
            case Invited(seat, secret):
                self.seats[seat].invitation = secret
            case Linked(on):
                self.linked = on
                for taken in self.seats:
                    taken.invitation = taken.invitation if on else ""
            case Said():
                self.talk = [*self.talk, entry][-LATEST_TALK:]
            case Followed(table):
                self.next_table = table

    def _happen(
        self, entry: Moved | Rewound | Asked | Answered | Resigned | Sat
    ) -> list[ReplayStep]:
        match entry:
            case Moved(seat, steps):
                return self._play(seat, steps)
            case Sat(seat, who, holder, steps):
                before = self.seats[seat]
                kept = before.invitation if holder == before.holder else ""
                self.seats[seat] = Seat(who, holder, kept)
                self.match.sit(seat, who)
                self.asked = None
                return self._play(NOBODY, steps)
            case Rewound(_, to):
                self.practice = self.practice or to < self.match.revealed()
                self._rewind(to)
            case Asked(seat, to):
                self.asked = Asking(seat, to, self._others(seat))
            case Answered(seat, yes):
                self._settle(seat, yes=yes)
            case Resigned(seat):
                self.resigned = seat
                self.asked = None
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
        if seat in self.people():
            self.asked = None
        return steps

    def _rewind(self, to: int) -> None:
        self.match.rewind(to)
        self._moves = [range(move.start, min(move.stop, to)) for move in self._moves]
        self.asked = None

    def _settle(self, seat: int, *, yes: bool) -> None:
        if self.asked is None:
            raise ValueError("nothing was asked that could be answered")
        self.asked.waiting.discard(self.seats[seat].holder)
        if not yes:
            self.asked = None
        elif not self.asked.waiting:
            self._rewind(self.asked.to)

    def _beginning_of_move(self, place: int) -> int:
        """Return where the decisions began that were taken at once with the one at a place."""
        return next((move.start for move in reversed(self._moves) if place in move), place)

    def _last_place(self) -> int:
        return len(self.match.record.actions) - 1

    def _others(self, seat: int) -> set[str]:
        """Return who must agree to a takeback: the holders of other people's seats."""
        return {self.seats[other].holder for other in self.people()} - {"", self.seats[seat].holder}

    def _check_running(self) -> None:
        self._check(not self.over, "over")

    def _check_seats_change(self) -> None:
        self._check_running()
        self._check(self.setup.sort == "table", "fixed")

    def _check(self, holds: bool, code: str) -> None:  # noqa: FBT001, it is what is checked
        if not holds:
            raise Refused(code)


def _shared(game: Game) -> Game:
    """Return the game that tables of its options have in common."""
    return _of_all(game.name, msgspec.json.encode(game.options))


@lru_cache(GAMES)
def _of_all(name: str, options: bytes) -> Game:
    return load(name, **msgspec.json.decode(options))
