"""A game being played by people and computer players."""

import secrets
from collections.abc import Sequence
from typing import Final

from onirium.kernel.chance import KEY_BITS, Random, stream
from onirium.kernel.events import Event
from onirium.kernel.game import CHANCE, Game
from onirium.players import make_player
from onirium.record import Record, begin, game_of, last_state, replay

PERSON: Final = "human"
"""The name of a seat that a person plays."""


class CannotUndo(ValueError):
    """There is no decision to take back; the text says why."""


class Match:
    """A game being played: whoever sits in its seats, where it stands and its record so far.

    Attributes:
        game: the game.
        state: where it stands; another object after each ``undo``.
        record: everything that has come, up to date after every step.

    >>> import onirium
    >>> match = Match(onirium.load("onirim"), ["human"], seed=1)
    >>> dealt = match.play_on()
    >>> discarded = match.apply(match.state.legal_actions()[-1])
    >>> match.can_undo()
    True
    """

    def __init__(self, game: Game, seats: Sequence[str], seed: int | None = None) -> None:
        """Sit down to a new game.

        Args:
            game: the game.
            seats: for each seat ``human`` or the name of a computer player.
            seed: a number that makes chance repeatable; otherwise it is drawn.

        Raises:
            UnknownPlayer: if the game has no such computer player.
            ValueError: if the number of seats is not that of the game.
        """
        if len(seats) != game.seats:
            raise ValueError(f"{game.name} has {game.seats} seats, {len(seats)} are taken")
        if seed is None:
            seed = secrets.randbits(KEY_BITS)
        self.game = game
        self.state = game.new_state()
        self.record = begin(game, seats)
        self._bots = {
            seat: make_player(name, game) for seat, name in enumerate(seats) if name != PERSON
        }
        self._deck = Random(stream(seed, "deck"))
        self._dice = {seat: Random(stream(seed, f"seat {seat}")) for seat in self._bots}
        self._log: list[tuple[int, list[Event]]] = []
        self._takebacks: list[int] = []

    @classmethod
    def resume(cls, record: Record, seed: int | None = None) -> "Match":
        """Go on with a recorded game; the given record is left as it is.

        Args:
            record: the game so far.
            seed: a number that makes what is still to come repeatable; otherwise it is drawn.

        Raises:
            RecordError: if the record does not replay.
            UnknownPlayer: if the game has no computer player of a name in it.
        """
        match = cls(game_of(record), record.seats, seed)
        for step in replay(record):
            match.apply(step.action)
        return match

    def apply(self, action: int) -> list[Event]:
        """Go on with a decision, or with a chance outcome that came on a real table.

        Returns:
            What happened.

        Raises:
            IllegalAction: naming the action and the legal ones; nothing has changed then.
        """
        seat = self.state.current_player()
        events: list[Event] = []
        self.state.apply(action, events)
        if self._has_shown_something(seat, events):
            self._takebacks.clear()
        else:
            self._takebacks.append(len(self.record.actions))
        self._log.append((seat, events))
        self.record.actions.append(self.game.notation(action))
        return events

    def play_on(self) -> list[Event]:
        """Let chance and the computer players go on until a person must decide, or to the end.

        Returns:
            What happened.
        """
        events: list[Event] = []
        while True:
            seat = self.state.current_player()
            if seat == CHANCE:
                action = self.state.sample(self._deck)
            elif seat in self._bots:
                action = self._bots[seat].choose(self.state, self._dice[seat])
            else:
                return events
            events += self.apply(action)

    def news(self, seat: int, decisions: int = 1) -> list[Event]:
        """Return what has happened from the last decision of a seat on, or from the beginning.

        Args:
            seat: who is told.
            decisions: how many decisions that seat took at once; the first of them counts then.
        """
        own = [place for place, (decider, _) in enumerate(self._log) if decider == seat]
        since = self._log[own[-decisions] if own else 0 :]
        return [event for _, events in since for event in events]

    def can_undo(self) -> bool:
        """Tell whether a person has decided something since anything new was revealed.

        A card that came by chance is new, and so is what a computer player chose. With several
        seats the others learn of a decision as well, and it may show who took it more than that
        seat knew: so nothing can be taken back but what was only announced, without a card, and
        only while its seat goes on deciding.
        """
        return bool(self._takebacks)

    def undo(self) -> None:
        """Take back the last decision of a person.

        Raises:
            CannotUndo: if there is none, or something new was revealed since.
        """
        if not self._takebacks:
            raise CannotUndo("nothing to take back: no decision since something was revealed")
        place = self._takebacks.pop()
        del self.record.actions[place:]
        del self._log[place:]
        self.state = last_state(self.record)

    def _has_shown_something(self, seat: int, events: Sequence[Event]) -> bool:
        """Tell whether a step just taken, to the state that now is, has revealed anything."""
        if seat == CHANCE or seat in self._bots:
            return True
        if self.game.seats == 1:
            return False
        announced = events and not any(event.cards for event in events)
        return not announced or self.state.current_player() != seat
