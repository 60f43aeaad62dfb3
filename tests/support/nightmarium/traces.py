"""Games of Nightmarium moment by moment: how the table lies, and what happened since the last."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from random import Random

from onirium import Event, State
from tests.games.nightmarium.reference import Options, Playing, Table, whole_game
from tests.support.card_lists import expand
from tests.support.nightmarium.biased_policies import HABITS, WHIM, Wish, with_a_wish
from tests.support.nightmarium.variant_matrix import game_of
from tests.support.random_walk import possible

STEPS = (
    *("over", "act", "exchange", "terror", "revealed"),
    *("mocker", "executioner", "scavenger", "devourer"),
    *("toss", "deal", "draw", "reveal", "singer", "weeper"),
)

NOT_CARDS = {
    *("agenda", "outcome", "mover", "actions", "legion", "turns", "creature", "completions"),
    *("victim", "lost", "to come", "exchanged", "at least"),
}
"""The fields of a position that hold no cards."""


class Moment:
    """A moment of a game.

    Attributes:
        options: the options of the game.
        state: the game.
        action: what was done or came last; empty at the beginning.
        log: what happened then.
        fields: the position.
        mover: the seat whose turn it is.
    """

    def __init__(self, options: Options, state: State, action: str, log: list[Event]) -> None:
        self.options = options
        self.state = state.clone()
        self.action = action
        self.log = log
        self.fields = state.to_fields()
        self.mover = int(self.fields.get("mover", "1")) - 1
        self.piles = {
            name: expand(text) for name, text in self.fields.items() if name not in NOT_CARDS
        }
        """The piles that hold cards; the cards in hands with what all know of them."""

    def __call__(self, name: str) -> list[str]:
        """Return the cards of a pile, without what all know of them."""
        return [bare(card) for card in self.piles.get(name, [])]

    def number(self, name: str) -> int:
        return int(self.fields.get(name, "0"))

    def hand(self, seat: int) -> list[str]:
        return self(f"hand {seat + 1}")

    def creatures(self, seat: int) -> dict[str, list[str]]:
        """Return the creatures of a player by their names."""
        return {name: pile for name, pile in self.piles.items() if is_of(name, seat)}

    def complete(self, seat: int) -> int:
        return sum(len(cards) == 3 for cards in self.creatures(seat).values())

    def agenda(self) -> list[str]:
        return expand(self.fields.get("agenda", "")) or ["over"]

    def step(self) -> str:
        return self.agenda()[0]

    def names(self, event: Event) -> list[str]:
        """Return the cards of an event, all of them."""
        return [self.state.game.card_name(card) for card in event.cards if card is not None]

    def opponents(self) -> list[int]:
        """Return the others, clockwise from the left of who moves."""
        seats = self.options.seats
        return [(self.mover + turn) % seats for turn in range(1, seats)]


def bare(card: str) -> str:
    return card.partition(" (")[0]


def is_of(name: str, seat: int) -> bool:
    return name.startswith(f"creature {seat + 1}.")


def at_random(options: Options, seed: int) -> Iterator[Moment]:
    """Go through a game in which anything may happen that the engine allows."""
    state, dice = game_of(options).new_state(), Random(seed)
    yield Moment(options, state, "", [])
    while not state.is_terminal():
        answer = state.game.notation(dice.choice(possible(state)))
        yield moment_after(options, state, answer)


def of_habit(options: Options, habit: Wish, seed: int, whim: float = WHIM) -> Iterator[Moment]:
    """Go through a game of those who see the model of the table, and have luck."""
    model, state = Playing(Table(options), whole_game), game_of(options).new_state()
    choose = with_a_wish(habit, seed, whim)
    yield Moment(options, state, "", [])
    while model.question is not None:
        answer = choose(model)
        model.answer(answer)
        yield moment_after(options, state, answer)


def moment_after(options: Options, state: State, answer: str) -> Moment:
    log: list[Event] = []
    state.apply(state.game.parse(answer), log)
    return Moment(options, state, answer, log)


def games_of(options: Options, number: int) -> list[list[Moment]]:
    """Return a game at random and one of habit."""
    habits = list(HABITS.values())
    habit = habits[number % len(habits)]
    return [list(at_random(options, number)), list(of_habit(options, habit, number))]


def one_by_one(games: Iterable[list[Moment]]) -> Iterator[Moment]:
    for moments in games:
        yield from moments


def pairs(games: Iterable[list[Moment]]) -> Iterator[tuple[Moment, Moment]]:
    """Go through games with each moment and the one before it."""
    for moments in games:
        yield from pairwise(moments)
