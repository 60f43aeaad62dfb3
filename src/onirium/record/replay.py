"""Replay of a record, step by step."""

from collections.abc import Iterator

import msgspec

from onirium.core.events import Event
from onirium.core.game import State
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
        action = _apply(state, record, number, events)
        yield ReplayStep(number, seat, action, state.game.notation(action), events, state.clone())


def final_state(record: Record) -> State:
    """Return the last state of a record.

    Raises:
        RecordError: if an action is unknown or illegal.
    """
    state = load_game(record).new_state()
    for number in range(1, len(record.actions) + 1):
        _apply(state, record, number, [])
    return state


def _apply(state: State, record: Record, number: int, events: list[Event]) -> int:
    """Apply an action or chance outcome of a record to a state; return it."""
    try:
        action = state.game.parse(record.actions[number - 1])
        state.apply(action, events)
    except ValueError as error:
        raise RecordError(f"action {number}: {error}") from None
    return action
