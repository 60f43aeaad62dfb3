"""A game in progress between humans and bots, with its record."""

import secrets
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final, NamedTuple

from onirium.bots.registry import Bot, check_bot, make_timed_bot, runs_in_worker
from onirium.core.chance import KEY_BITS, Random, derive_key
from onirium.core.events import Event
from onirium.core.game import CHANCE, Game, State
from onirium.match.shuffler import SeededShuffler
from onirium.record import Record, load_game, new_record
from onirium.record.narration import EventGroup, event_groups, extend_groups, first_of_run
from onirium.record.replay import apply_actions

HUMAN: Final = "human"
"""The occupant of a seat that a human plays."""

MIN_RECENT_EVENTS: Final = 64
"""Minimum number of events in ``Match.recent_events``, if the game has as many.

In 150 games of five greedy bots, at most 63 events passed between two decisions of a seat.
"""

ACTIONS_PER_SNAPSHOT: Final = 16
"""Minimum number of actions between two snapshots that ``Match`` keeps while it advances."""


class CannotUndo(ValueError):
    """There is no decision that can be taken back; the text gives the reason."""


class _Snapshot(NamedTuple):
    """A point of the game to which a match can return without a replay.

    Attributes:
        action_count: the number of actions before it.
        state: the state; it does not change.
        shuffler: the shuffler; it does not change.
    """

    action_count: int
    state: State
    shuffler: SeededShuffler


class Match:
    """A game in progress with its occupants, its record and a seeded source of chance.

    With the same seed, the cards and the decisions of bots depend only on the actions before them:
    a match that is resumed or rewound continues as it would have.

    Attributes:
        game: the game.
        seed: the seed of chance and of the bots.
        state: the current state; a takeback replaces the object.
        record: the record of the game so far, updated by every step.
        budget_ms: maximum thinking time of ``strong`` in milliseconds, or None for the default.

    >>> import onirium
    >>> match = Match(onirium.load("onirim"), ["human"], seed=1)
    >>> dealt = match.advance()
    >>> discarded = match.apply(match.state.legal_actions()[-1])
    >>> match.can_undo()
    True
    """

    def __init__(self, game: Game, seats: Sequence[str], seed: int | None = None) -> None:
        """Start a new game.

        Args:
            game: the game.
            seats: the occupant of each seat, ``human`` or the name of a bot.
            seed: makes chance and bots reproducible; drawn at random if not given.

        Raises:
            UnknownBot: if the game has no such bot.
            ValueError: if the number of seats is not the game's.
        """
        if len(seats) != game.seats:
            raise ValueError(f"{game.name} has {game.seats} seats, not {len(seats)}")
        self.game = game
        self.seed = secrets.randbits(KEY_BITS) if seed is None else seed
        self.state = game.new_state()
        self.record = new_record(game, seats)
        self.budget_ms: float | None = None
        self._shuffler = SeededShuffler(self.seed)
        self._bots: dict[str, Bot] = {}
        # All events, and for each action of the record: the number of events before it, and whether
        # it revealed something. A list of events for each action would be another object that the
        # garbage collector visits.
        self._events: list[Event] = []
        self._event_counts: list[int] = []
        self._revealing: list[bool] = []
        # The indices in the record of the decisions of each seat.
        self._decisions: dict[int, list[int]] = {}
        # The latest groups of events, the index of their first event, and the number up to them.
        self._recent_events: list[EventGroup] = []
        self._first_recent = 0
        self._grouped_count = 0
        # Copies share the snapshots, which never change. The beginning is not among them.
        self._snapshots: list[_Snapshot] = []
        self._is_lookahead = False
        for seat, occupant in enumerate(seats):
            self.set_seat(seat, occupant)

    @classmethod
    def resume(cls, record: Record, seed: int | None = None) -> "Match":
        """Continue a recorded game; the given record is not changed.

        Args:
            record: the game so far.
            seed: makes the rest reproducible; drawn at random if not given. With the seed of the
                recorded game, the game continues exactly as the recorded one would have.

        Raises:
            RecordError: if the record cannot be replayed.
            UnknownBot: if the game has no bot with a name in the record.
        """
        match = cls(load_game(record), record.seats, seed)
        apply_actions(record, match.game, match.apply)
        return match

    def copy(self) -> "Match":
        """Return an independent match with the same state and the same future."""
        other: Match = self.lookahead()
        other._events = list(self._events)
        other._event_counts = list(self._event_counts)
        other._revealing = list(self._revealing)
        other._decisions = {seat: list(indices) for seat, indices in self._decisions.items()}
        other._snapshots = list(self._snapshots)
        other._is_lookahead = self._is_lookahead
        return other

    def lookahead(self) -> "Match":
        """Return an independent match with the same state and future, but without past events.

        It can advance, but not be rewound. ``copy`` also copies the events of the whole game.
        """
        other = Match(self.game, self.record.seats, self.seed)
        other.state.copy_from(self.state)
        other.record.actions = list(self.record.actions)
        other._shuffler = self._shuffler.copy()
        other.budget_ms = self.budget_ms
        other._bots = self._bots
        other._is_lookahead = True
        return other

    def set_seat(self, seat: int, occupant: str) -> None:
        """Change the occupant of a seat, at any moment of the game.

        Args:
            seat: the seat.
            occupant: ``human`` or the name of a bot.

        Raises:
            UnknownBot: if the game has no such bot; the match is unchanged.
        """
        if occupant != HUMAN:
            check_bot(occupant, self.game)
        self.record.seats[seat] = occupant

    def apply(self, action: int) -> list[Event]:
        """Apply a decision, or a chance outcome that was dealt with real cards.

        Returns:
            The events of the step.

        Raises:
            IllegalAction: with the action and the legal ones; the match is unchanged.
        """
        seat = self.state.current_player()
        outcomes = self.state.chance_outcomes()
        events: list[Event] = []
        self.state.apply(action, events)
        if seat == CHANCE:
            self._shuffler.draw(outcomes, action)
        self._revealing.append(self._reveals(seat, events))
        self._decisions.setdefault(seat, []).append(len(self._event_counts))
        self._event_counts.append(len(self._events))
        self._events += events
        self.record.actions.append(self.game.notation(action))
        unsaved = len(self._event_counts) - self._last_snapshot_count()
        if unsaved >= ACTIONS_PER_SNAPSHOT and not self._is_lookahead:
            self._save_snapshot()
        return events

    def advance(self, *, slow_bots: bool = True, max_decisions: int | None = None) -> list[Event]:
        """Apply chance outcomes and decisions of bots until a human must decide or the game ends.

        Args:
            slow_bots: whether bots that run in a worker decide too; otherwise stop at their turn.
            max_decisions: the number of decisions after which to stop at the turn of a bot.

        Returns:
            The events of all steps.
        """
        events: list[Event] = []
        decision_count = 0
        while True:
            seat = self.state.current_player()
            if seat == CHANCE:
                action = self._shuffler.peek(self.state.chance_outcomes())
            elif self._stops_at(seat, slow_bots=slow_bots) or decision_count == max_decisions:
                return events
            else:
                decision_count += 1
                bot = self._bot(self.record.seats[seat])
                action = bot.choose(self.state, Random(self.bot_rng_key(seat)))
            events += self.apply(action)

    def events_since(self, seat: int, decisions: int = 1) -> list[Event]:
        """Return the events since the last decision of a seat, or since the beginning.

        Args:
            seat: the seat.
            decisions: the number of decisions that the seat took at once; the events begin with
                the first of them.
        """
        own = self._decisions.get(seat, [])[-decisions:]
        return self._events[self._event_counts[own[0]] if own else 0 :]

    def recent_events(self) -> list[EventGroup]:
        """Return the latest events, grouped by the sentences that narrate them.

        The start of the list advances in steps of ``MIN_RECENT_EVENTS``. Between two steps the list
        only grows, so that viewers receive only the new sentences.
        """
        events = self._events
        blocks = len(events) // MIN_RECENT_EVENTS
        first = first_of_run(events, max(0, blocks - 1) * MIN_RECENT_EVENTS)
        if first != self._first_recent or not self._recent_events:
            self._recent_events = event_groups(events[first:])
        elif self._grouped_count < len(events):
            added = events[self._grouped_count :]
            self._recent_events = extend_groups(self._recent_events, added)
        self._first_recent, self._grouped_count = first, len(events)
        return self._recent_events

    def last_decision_index(self, seat: int) -> int | None:
        """Return the index in the record of the last decision of a seat, or None."""
        indices = self._decisions.get(seat)
        return indices[-1] if indices else None

    def last_reveal(self) -> int:
        """Return the number of actions up to the last one that revealed new information.

        Chance outcomes and decisions of bots always reveal something. With several seats, so do
        decisions of humans, because the others learn of them, and the decider may learn more than
        before. The exception is a decision that only announces, without a card, while its seat
        stays the one to decide.
        """
        unrevealing = 0
        for reveals in reversed(self._revealing):
            if reveals:
                break
            unrevealing += 1
        return len(self._revealing) - unrevealing

    def bot_rng_key(self, seat: int) -> int:
        """Return the key of a bot's generator for the next decision.

        It depends on the seed, the seat and the number of actions only, so that a bot repeats its
        decision after a takeback.
        """
        return derive_key(self.seed, f"seat {seat} {len(self.record.actions)}")

    def can_undo(self) -> bool:
        """Return whether a human has decided since the last new information."""
        return not self._is_lookahead and self.last_reveal() < len(self.record.actions)

    def undo(self) -> None:
        """Take back the last decision of a human.

        Raises:
            CannotUndo: if there is none, or something was revealed since.
        """
        if not self.can_undo():
            raise CannotUndo("nothing to take back: no decision since something was revealed")
        self.rewind(len(self.record.actions) - 1)

    def rewind(self, action_count: int) -> None:
        """Return to an earlier point of the record; the same cards will be drawn again.

        Args:
            action_count: the number of actions to keep.

        Raises:
            CannotUndo: if the record has fewer actions, or the match is a lookahead.
        """
        if self._is_lookahead:
            raise CannotUndo("a lookahead cannot be rewound")
        actions = self.record.actions[:action_count]
        if action_count < 0 or len(actions) < action_count:
            raise CannotUndo(
                f"cannot rewind to {action_count} of {len(self.record.actions)} actions"
            )
        restored_count = self._restore_snapshot(action_count)
        for notation in actions[restored_count:]:
            action = self.game.parse(notation)
            if self.state.is_chance_node():
                self._shuffler.draw(self.state.chance_outcomes(), action)
            self.state.apply(action)
        self._truncate(action_count)
        if action_count > restored_count:
            # The next takeback often returns to the same point.
            self._save_snapshot()

    def _restore_snapshot(self, max_action_count: int) -> int:
        """Return to the last snapshot up to a point, or to the beginning; drop later ones.

        Replaying the whole game instead would make a takeback as slow as the game is long.

        Returns:
            The number of actions before the restored point, at most ``max_action_count``.
        """
        while self._last_snapshot_count() > max_action_count:
            self._snapshots.pop()
        restored_count = self._last_snapshot_count()
        if restored_count:
            snapshot = self._snapshots[-1]
            self.state, self._shuffler = snapshot.state.clone(), snapshot.shuffler.copy()
        else:
            self.state, self._shuffler = self.game.new_state(), SeededShuffler(self.seed)
        return restored_count

    def _truncate(self, action_count: int) -> None:
        """Drop all but the first actions, and everything that was derived from the others."""
        self.record.actions = self.record.actions[:action_count]
        if action_count < len(self._event_counts):
            del self._events[self._event_counts[action_count] :]
        del self._event_counts[action_count:]
        del self._revealing[action_count:]
        for indices in self._decisions.values():
            del indices[bisect_left(indices, action_count) :]
        self._recent_events = []

    def _last_snapshot_count(self) -> int:
        """Return the number of actions before the last snapshot, 0 if there is none."""
        return self._snapshots[-1].action_count if self._snapshots else 0

    def _save_snapshot(self) -> None:
        """Save the present point; drop the previous one if it is close to the one before it."""
        counts = [0, *(snapshot.action_count for snapshot in self._snapshots[-2:])]
        if self._snapshots and counts[-1] - counts[-2] < ACTIONS_PER_SNAPSHOT:
            self._snapshots.pop()
        self._snapshots.append(
            _Snapshot(len(self._event_counts), self.state.clone(), self._shuffler.copy())
        )

    def _stops_at(self, seat: int, *, slow_bots: bool) -> bool:
        """Return whether to stop at a seat: at the end, at a human, or at an excluded bot."""
        if seat < 0:
            return True
        occupant = self.record.seats[seat]
        return occupant == HUMAN or (runs_in_worker(occupant) and not slow_bots)

    def _bot(self, name: str) -> Bot:
        """Return a bot, created at its first decision; copies of the match share it."""
        if name not in self._bots:
            self._bots[name] = make_timed_bot(name, self.game, self.budget_ms)
        return self._bots[name]

    def _reveals(self, seat: int, events: Sequence[Event]) -> bool:
        """Return whether the step just applied has revealed something; see ``last_reveal``."""
        if seat == CHANCE or self.record.seats[seat] != HUMAN:
            return True
        if self.game.seats == 1:
            return False
        only_announces = events and not any(event.cards for event in events)
        return not only_announces or self.state.current_player() != seat
