"""Traces of games of Onirim: each state with the events since the previous one."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from random import Random

from onirium import Event, State
from tests.games.onirim.reference import Options, Playing, Table, whole_game
from tests.support.card_lists import expand
from tests.support.onirim.biased_policies import with_luck
from tests.support.onirim.variant_matrix import COMBINATIONS, at_a_table, game_of
from tests.support.random_walk import possible

NOT_CARDS = ("agenda", "outcome", "mover", "to come", "to pay")


class Moment:
    """A state of a game with its last action.

    Attributes:
        options: the options of the game.
        state: the state.
        action: the last action or outcome; empty at the beginning.
        log: its events.
        fields: the fields of the position.
        mover: the seat that moves.
    """

    def __init__(self, options: Options, state: State, action: str, log: list[Event]) -> None:
        self.options = options
        self.state = state.clone()
        self.action = action
        self.log = log
        self.fields = state.to_fields()
        self.mover = int(self.fields.get("mover", "1")) - 1
        self._cards: dict[str, list[str]] = {}

    def __call__(self, *names: str) -> list[str]:
        """Return the cards of some fields."""
        return [card for name in names for card in self._field(name)]

    def _field(self, name: str) -> list[str]:
        if name not in self._cards:
            self._cards[name] = expand(self.fields.get(name, ""))
        return self._cards[name]

    def of(self, seat: int, *names: str) -> list[str]:
        """Return the cards of some fields that each player has."""
        return self(*names) if seat == self.mover else self(*(f"partner {name}" for name in names))

    def step(self) -> str:
        return (self("agenda") or ["over"])[0]

    def name(self, event: Event) -> list[str]:
        """Return all cards of an event."""
        return [self.state.game.card_name(card) for card in event.cards if card is not None]


def at_random(options: Options, seed: int) -> Iterator[Moment]:
    """Yield the trace of a random game."""
    state, rng = game_of(options).new_state(), Random(seed)
    yield Moment(options, state, "", [])
    while not state.is_terminal():
        yield moment_after(options, state, rng.choice(possible(state)))


def lucky(options: Options, seed: int) -> Iterator[Moment]:
    """Yield the trace of a game of the biased policy, which sees the reference model."""
    model, state = Playing(Table(options), whole_game), game_of(options).new_state()
    choose = with_luck(seed)
    yield Moment(options, state, "", [])
    while model.question is not None:
        answer = choose(model)
        model.answer(answer)
        yield moment_after(options, state, state.game.parse(answer))


def moment_after(options: Options, state: State, action: int) -> Moment:
    log: list[Event] = []
    state.apply(action, log)
    return Moment(options, state, state.game.notation(action), log)


def games_of(options: Options) -> list[list[Moment]]:
    """Return the traces of a random and of a biased game."""
    number = COMBINATIONS.index(options)
    agreed, other = at_a_table(options, number), at_a_table(options, number + 1)
    return [list(at_random(agreed, number)), list(lucky(other, number))]


def one_by_one(games: Iterable[list[Moment]]) -> Iterator[Moment]:
    for game in games:
        yield from game


def pairs(games: Iterable[list[Moment]]) -> Iterator[tuple[Moment, Moment]]:
    """Yield pairs of consecutive states of games."""
    for game in games:
        yield from pairwise(game)
