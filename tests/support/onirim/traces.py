"""Traces of Onirim: random games, and games of the biased policy on the reference model."""

from collections.abc import Iterator
from functools import partial

from onirium import Event, State
from tests.games.onirim.reference import Options, Playing, Table, whole_game
from tests.support import traces
from tests.support.card_lists import expand
from tests.support.onirim.biased_policies import biased_policy
from tests.support.onirim.variant_matrix import (
    COMBINATIONS,
    game_of,
    with_readings,
    with_table_options,
)

NOT_CARDS = {"steps", "outcome", "mover", "pending", "to pay"}
"""The fields of a position without cards."""


class Moment(traces.Moment):
    """A moment of a game of Onirim.

    Attributes:
        options: the options of the game.
    """

    def __init__(self, options: Options, state: State, action: str, log: list[Event]) -> None:
        super().__init__(state, action, log)
        self.options = options
        self._cards: dict[str, list[str]] = {}

    def cards(self, *names: str) -> list[str]:
        """Return the cards of some fields."""
        return [card for name in names for card in self._field(name)]

    def _field(self, name: str) -> list[str]:
        if name not in self._cards:
            self._cards[name] = expand(self.fields.get(name, ""))
        return self._cards[name]

    def of(self, seat: int, *names: str) -> list[str]:
        """Return the cards of some fields that each player has."""
        return (
            self.cards(*names)
            if seat == self.mover
            else self.cards(*(f"partner {name}" for name in names))
        )


def random_trace(options: Options, seed: int) -> Iterator[Moment]:
    """Yield the moments of a random game."""
    return traces.random_trace(partial(Moment, options), game_of(options).new_state(), seed)


def lucky_trace(options: Options, seed: int) -> Iterator[Moment]:
    """Yield the moments of a game of the biased policy."""
    model = Playing(Table(options), whole_game)
    state = game_of(options).new_state()
    return traces.model_trace(partial(Moment, options), state, model, biased_policy(seed))


def moment_after(options: Options, state: State, action: int) -> Moment:
    """Apply an action or outcome to a state and return the moment after it."""
    return traces.moment_after(partial(Moment, options), state, action)


def games_of(options: Options) -> list[list[Moment]]:
    """Return a random game, and one of the biased policy with random readings."""
    number = COMBINATIONS.index(options)
    agreed, other = with_table_options(options, number), with_table_options(options, number + 1)
    read = with_readings(other, number)
    return [list(random_trace(agreed, number)), list(lucky_trace(read, number))]
