"""A game being played by people and computer players."""

import secrets
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from onirium.bots.registry import Bot, check_bot, make_bot, runs_in_worker
from onirium.core.chance import KEY_BITS, Random, derive_key
from onirium.core.events import Event
from onirium.core.game import CHANCE, Game
from onirium.match.shuffler import SeededShuffler
from onirium.record import Record, load_game, new_record, replay
from onirium.record.narration import last_event_groups

HUMAN: Final = "human"
"""The name of a seat that a person plays."""

RECENT_SENTENCE_COUNT: Final = 8
"""So many sentences tell what has happened last."""


class CannotUndo(ValueError):
    """There is no decision to take back; the text says why."""


class Match:
    """A game being played: whoever sits in its seats, where it stands and its record so far.

    A seed settles chance and the dice of the computer players, wherever a match is resumed and
    whatever was taken back.

    Attributes:
        game: the game.
        seed: what makes chance repeatable.
        state: where it stands; another object after each takeback.
        record: everything that has come, up to date after every step.
        budget_ms: for how many milliseconds ``strong`` thinks at most, if not for as long as usual.

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
            UnknownBot: if the game has no such computer player.
            ValueError: if the number of seats is not that of the game.
        """
        if len(seats) != game.seats:
            raise ValueError(f"{game.name} has {game.seats} seats, {len(seats)} are taken")
        self.game = game
        self.seed = secrets.randbits(KEY_BITS) if seed is None else seed
        self.state = game.new_state()
        self.record = new_record(game, seats)
        self.budget_ms: float | None = None
        self._deal = SeededShuffler(self.seed)
        self._bots: dict[str, Bot] = {}
        self._log: list[tuple[int, list[Event]]] = []
        self._shown: list[bool] = []
        self._latest: list[list[Event]] = []
        for seat, name in enumerate(seats):
            self.set_seat(seat, name)

    @classmethod
    def resume(cls, record: Record, seed: int | None = None) -> "Match":
        """Go on with a recorded game; the given record is left as it is.

        Args:
            record: the game so far.
            seed: a number that makes what is still to come repeatable; otherwise it is drawn. With
                the seed by which the game was played, what is still to come is what would have.

        Raises:
            RecordError: if the record does not replay.
            UnknownBot: if the game has no computer player of a name in it.
        """
        match = cls(load_game(record), record.seats, seed)
        for step in replay(record):
            match.apply(step.action)
        return match

    def copy(self) -> "Match":
        """Return another match that stands where this one does, to try what would come."""
        other = Match(self.game, self.record.seats, self.seed)
        other.state = self.state.clone()
        other.record.actions = list(self.record.actions)
        other._deal = self._deal.copy()
        other.budget_ms = self.budget_ms
        other._bots = self._bots
        other._log = list(self._log)
        other._shown = list(self._shown)
        return other

    def set_seat(self, seat: int, name: str) -> None:
        """Let somebody take a seat, at the beginning or later.

        Args:
            seat: which seat.
            name: ``human`` or the name of a computer player.

        Raises:
            UnknownBot: if the game has no such computer player; nothing has changed then.
        """
        if name != HUMAN:
            check_bot(name, self.game)
        self.record.seats[seat] = name

    def apply(self, action: int) -> list[Event]:
        """Go on with a decision, or with a chance outcome that came on a real table.

        Returns:
            What happened.

        Raises:
            IllegalAction: naming the action and the legal ones; nothing has changed then.
        """
        seat = self.state.current_player()
        outcomes = self.state.chance_outcomes()
        events: list[Event] = []
        self.state.apply(action, events)
        if seat == CHANCE:
            self._deal.draw(outcomes, action)
        self._shown.append(self._has_shown_something(seat, events))
        self._log.append((seat, events))
        self._latest = []
        self.record.actions.append(self.game.notation(action))
        return events

    def advance(self, *, slow: bool = True) -> list[Event]:
        """Let chance and the computer players go on until a person must decide, or to the end.

        Args:
            slow: whether computer players that take their time decide as well; otherwise they are
                waited for like people.

        Returns:
            What happened.
        """
        events: list[Event] = []
        while True:
            seat = self.state.current_player()
            if seat == CHANCE:
                action = self._deal.peek(self.state.chance_outcomes())
            elif seat < 0 or self._is_waited_for(seat, slow=slow):
                return events
            else:
                player = self._player(self.record.seats[seat])
                action = player.choose(self.state, Random(self.bot_rng_key(seat)))
            events += self.apply(action)

    def events_since(self, seat: int, decisions: int = 1) -> list[Event]:
        """Return what has happened from the last decision of a seat on, or from the beginning.

        Args:
            seat: who is told.
            decisions: how many decisions that seat took at once; the first of them counts then.
        """
        own = list(islice(self._decisions_backwards(seat), decisions))
        since = self._log[own[-1] if own else 0 :]
        return [event for _, events in since for event in events]

    def recent_events(self) -> list[list[Event]]:
        """Return what has happened last, by the sentences in which it is told."""
        if not self._latest:
            backwards = (event for _, events in reversed(self._log) for event in reversed(events))
            self._latest = last_event_groups(backwards, RECENT_SENTENCE_COUNT)
        return self._latest

    def last_decision_index(self, seat: int) -> int | None:
        """Return how many actions the record had before the last decision of a seat, if any."""
        return next(self._decisions_backwards(seat), None)

    def last_reveal(self) -> int:
        """Return how many actions the record had when something new was revealed last.

        A card that came by chance is new, and so is what a computer player chose. With several
        seats the others learn of a decision as well, and it may show who took it more than that
        seat knew: so nothing can be taken back but what was only announced, without a card, and
        only while its seat goes on deciding.
        """
        free = 0
        for shown in reversed(self._shown):
            if shown:
                break
            free += 1
        return len(self._shown) - free

    def bot_rng_key(self, seat: int) -> int:
        """Return the key of a computer player's dice for a decision, whatever came before it."""
        return derive_key(self.seed, f"seat {seat} {len(self.record.actions)}")

    def can_undo(self) -> bool:
        """Tell whether a person has decided something since anything new was revealed."""
        return self.last_reveal() < len(self.record.actions)

    def undo(self) -> None:
        """Take back the last decision of a person.

        Raises:
            CannotUndo: if there is none, or something new was revealed since.
        """
        if not self.can_undo():
            raise CannotUndo("nothing to take back: no decision since something was revealed")
        self.rewind(len(self.record.actions) - 1)

    def rewind(self, place: int) -> None:
        """Go back to where the record had so many actions; the same cards will come again.

        Raises:
            CannotUndo: if it has never had more.
        """
        kept = self.record.actions[:place]
        if place < 0 or len(kept) < place:
            raise CannotUndo(f"there are {len(self.record.actions)} actions to go back in")
        self.state = self.game.new_state()
        self._deal = SeededShuffler(self.seed)
        for notation in kept:
            action = self.game.parse(notation)
            if self.state.is_chance_node():
                self._deal.draw(self.state.chance_outcomes(), action)
            self.state.apply(action)
        self.record.actions = kept
        del self._log[place:]
        self._latest = []
        del self._shown[place:]

    def _decisions_backwards(self, seat: int) -> Iterator[int]:
        """Return how many actions the record had before each decision of a seat, the last first."""
        places = range(len(self._log) - 1, -1, -1)
        return (place for place in places if self._log[place][0] == seat)

    def _is_waited_for(self, seat: int, *, slow: bool) -> bool:
        name = self.record.seats[seat]
        return name == HUMAN or (runs_in_worker(name) and not slow)

    def _player(self, name: str) -> Bot:
        """Return a computer player; it is made when it is asked first, and copies share it."""
        if name not in self._bots:
            self._bots[name] = make_bot(name, self.game, self.budget_ms)
        return self._bots[name]

    def _has_shown_something(self, seat: int, events: Sequence[Event]) -> bool:
        """Tell whether a step just taken, to the state that now is, has revealed anything."""
        if seat == CHANCE or self.record.seats[seat] != HUMAN:
            return True
        if self.game.seats == 1:
            return False
        announced = events and not any(event.cards for event in events)
        return not announced or self.state.current_player() != seat
