"""Traces: games as sequences of moments, each with its position and the events before it."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from random import Random
from typing import Protocol, TypeVar

from onirium import Event, State
from tests.support.card_lists import expand
from tests.support.random_walk import possible_actions


class Moment:
    """A moment of a game.

    Attributes:
        state: a copy of the state.
        action: the notation of the last action or outcome; empty at the start.
        log: its events.
        fields: the position.
        mover: the seat to move.
    """

    def __init__(self, state: State, action: str, log: list[Event]) -> None:
        self.state = state.clone()
        self.action = action
        self.log = log
        self.fields = state.to_fields()
        self.mover = int(self.fields.get("mover", "1")) - 1

    def steps(self) -> list[str]:
        """Return the pending steps, the current one first."""
        return expand(self.fields.get("steps", "")) or ["over"]

    def step(self) -> str:
        """Return the current step."""
        return self.steps()[0]

    def names(self, event: Event) -> list[str]:
        """Return the names of all cards of an event, hidden ones included."""
        return [self.state.game.card_name(card) for card in event.cards if card is not None]


def assert_position_round_trips(moment: Moment) -> None:
    """Assert that the position of a moment is accepted and read as it was written."""
    again = moment.state.game.from_fields(moment.fields)
    assert again == moment.state
    assert again.to_fields() == moment.fields


MomentT = TypeVar("MomentT")
MakeMoment = Callable[[State, str, list[Event]], MomentT]


class Model(Protocol):
    """The part of a reference model that a trace needs."""

    @property
    def question(self) -> object:
        """The pending question, or None at the end."""

    def answer(self, answer: str) -> object:
        """Answer the question."""


ModelT = TypeVar("ModelT", bound=Model)


def moment_after(make: MakeMoment[MomentT], state: State, action: int) -> MomentT:
    """Apply an action or outcome to a state and return the moment after it."""
    log: list[Event] = []
    state.apply(action, log)
    return make(state, state.game.notation(action), log)


def random_trace(make: MakeMoment[MomentT], state: State, seed: int) -> Iterator[MomentT]:
    """Yield the moments of a random game."""
    rng = Random(seed)
    yield make(state, "", [])
    while not state.is_terminal():
        yield moment_after(make, state, rng.choice(possible_actions(state)))


def model_trace(
    make: MakeMoment[MomentT], state: State, model: ModelT, choose: Callable[[ModelT], str]
) -> Iterator[MomentT]:
    """Yield the moments of a game in which a policy chooses, chance included, from a model."""
    yield make(state, "", [])
    while model.question is not None:
        answer = choose(model)
        model.answer(answer)
        yield moment_after(make, state, state.game.parse(answer))


def all_moments(games: Iterable[list[MomentT]]) -> Iterator[MomentT]:
    """Yield the moments of all games."""
    for moments in games:
        yield from moments


def consecutive_moments(games: Iterable[list[MomentT]]) -> Iterator[tuple[MomentT, MomentT]]:
    """Yield each moment of all games together with the previous one."""
    for moments in games:
        yield from pairwise(moments)
