"""Games of Onirim moment by moment: how the table lies, and what happened since the last one."""

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
    """A moment of a game.

    Attributes:
        options: the options of the game.
        state: the game.
        action: what was done or came last; empty at the beginning.
        log: what happened then.
        fields: the position.
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
        """Return the cards of an event, all of them."""
        return [self.state.game.card_name(card) for card in event.cards if card is not None]


def at_random(options: Options, seed: int) -> Iterator[Moment]:
    """Go through a game in which anything may happen."""
    state, rng = game_of(options).new_state(), Random(seed)
    yield Moment(options, state, "", [])
    while not state.is_terminal():
        yield moment_after(options, state, rng.choice(possible(state)))


def lucky(options: Options, seed: int) -> Iterator[Moment]:
    """Go through a game of somebody who sees the model of the table, and has luck."""
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
    """Return a game at random and one that comes far."""
    number = COMBINATIONS.index(options)
    agreed, other = at_a_table(options, number), at_a_table(options, number + 1)
    return [list(at_random(agreed, number)), list(lucky(other, number))]


def one_by_one(games: Iterable[list[Moment]]) -> Iterator[Moment]:
    for game in games:
        yield from game


def pairs(games: Iterable[list[Moment]]) -> Iterator[tuple[Moment, Moment]]:
    """Go through games with each moment and the one before it."""
    for game in games:
        yield from pairwise(game)
