"""Replay of a record, step by step."""

from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from onirium.core.events import Event
from onirium.core.game import Game, State
from onirium.record.model import Record, RecordError, load_game


class ReplayStep(msgspec.Struct, frozen=True):
    """One action or chance outcome of a record.

    Attributes:
        number: its number, counted from 1.
        seat: the seat that decided, or ``CHANCE``.
        action: the action or outcome.
        notation: its notation.
        events: its events.
        state: a copy of the state after it.
    """

    number: int
    seat: int
    action: int
    notation: str
    events: list[Event]
    state: State


def replay(record: Record) -> Iterator[ReplayStep]:
    """Replay a record and yield each step.

    Raises:
        RecordError: at the first unknown or illegal action.

    >>> import onirium
    >>> from onirium.record import new_record
    >>> record = new_record(onirium.load("onirim"), ["human"])
    >>> record.actions += ["red sun", "nightmare"]
    >>> [(step.number, step.seat, step.events[0].kind) for step in replay(record)]
    [(1, -1, 'deal'), (2, -1, 'limbo')]
    """
    state = load_game(record).new_state()
    for number in range(1, len(record.actions) + 1):
        seat = state.current_player()
        events: list[Event] = []
        action = _apply(state.game, record, number, partial(state.apply, log=events))
        yield ReplayStep(number, seat, action, state.game.notation(action), events, state.clone())


def final_state(record: Record) -> State:
    """Return the last state of a record.

    Raises:
        RecordError: if an action is unknown or illegal.
    """
    state = load_game(record).new_state()
    apply_actions(record, state.game, state.apply)
    return state


def apply_actions(record: Record, game: Game, apply: Callable[[int], object]) -> None:
    """Call a function with each action and chance outcome of a record.

    Args:
        record: the record.
        game: its game.
        apply: applies an action; raises ValueError if the action is illegal.

    Raises:
        RecordError: if an action is unknown or illegal.
    """
    for number in range(1, len(record.actions) + 1):
        _apply(game, record, number, apply)


def _apply(game: Game, record: Record, number: int, apply: Callable[[int], object]) -> int:
    """Apply an action or chance outcome of a record; return it."""
    try:
        action = game.parse(record.actions[number - 1])
        apply(action)
    except ValueError as error:
        raise RecordError(f"action {number}: {error}") from None
    return action
