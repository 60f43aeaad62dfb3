"""Boughs: games that are given as trees, small enough to be counted by hand.

A tree is a win as the share of each seat, or somebody's turn. Whoever is to move chooses one of the
boughs; chance, which is nobody, takes each with a weight. Nothing is hidden, unless several trees
are given: then nobody can tell at first which of them it is.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

from onirium import CHANCE, TERMINAL, Game, Random, State
from onirium.bots.network.evaluator import Evaluator, FeatureEncoder
from onirium.bots.network.feature_writer import FeatureWriter

ACTIONS = 4
MOST_PLACES = 40


class Turn(NamedTuple):
    """A turn of a seat: the boughs by its actions, from 0 on."""

    seat: int
    boughs: "tuple[Tree, ...]"


class Luck(NamedTuple):
    """What chance may bring: boughs and their weights."""

    boughs: "tuple[tuple[int, Tree], ...]"


Tree: TypeAlias = Turn | Luck | tuple[float, ...]

WON, LOST = (1.0,), (0.0,)


def choice(*boughs: Tree, seat: int = 0) -> Turn:
    return Turn(seat, boughs)


def luck(*boughs: tuple[int, Tree]) -> Luck:
    return Luck(boughs)


class BoughState(State):
    """Where somebody sits in a tree."""

    tree: Tree

    def current_player(self) -> i64:
        if isinstance(self.tree, Luck):
            return CHANCE
        return self.tree.seat if isinstance(self.tree, Turn) else TERMINAL

    def legal_actions_into(self, actions: vec[i64]) -> i64:
        count = len(self.tree.boughs) if isinstance(self.tree, Turn) else 0
        for action in range(count):
            actions[action] = action
        return count

    def chance_outcomes_into(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        assert isinstance(self.tree, Luck)
        for place, (weight, _) in enumerate(self.tree.boughs):
            outcomes[place] = ACTIONS + place
            weights[place] = weight
        return len(self.tree.boughs)

    def sample(self, random: Random) -> i64:
        assert isinstance(self.tree, Luck)
        lots = [place for place, (weight, _) in enumerate(self.tree.boughs) for _ in range(weight)]
        return ACTIONS + lots[random.randrange(len(lots))]

    def resolve_chance(self, random: Random) -> i64:
        count = 0
        while self.current_player() == CHANCE:
            self.apply_unchecked(self.sample(random))
            count += 1
        return count

    def apply_unchecked(self, action: i64) -> None:
        if isinstance(self.tree, Luck):
            self.tree = self.tree.boughs[action - ACTIONS][1]
        else:
            assert isinstance(self.tree, Turn)
            self.tree = self.tree.boughs[action]

    def returns(self) -> list[float]:
        if isinstance(self.tree, (Turn, Luck)):
            return [0.0] * self.game.seats
        return list(self.tree)

    def copy_from(self, other: State) -> None:
        assert isinstance(other, BoughState)
        self.tree = other.tree

    def determinize(self, seat: int, random: Random) -> State:
        del seat
        game = self.game
        assert isinstance(game, Boughs)
        hidden = len(game.worlds) > 1 and self.tree in game.worlds
        tree = game.worlds[random.randrange(len(game.worlds))] if hidden else self.tree
        return game.state_of(tree)


class Boughs(Game):
    """A game that is given as a tree, or as several."""

    def __init__(self, worlds: tuple[Tree, ...], seats: int) -> None:
        super().__init__("boughs", 1, {}, seats, ACTIONS, ACTIONS)
        self.worlds = worlds
        places = chain.from_iterable(map(_places, worlds))
        self.places = {id(place): number for number, place in enumerate(places)}

    def new_state(self) -> State:
        return self.state_of(self.worlds[0])

    def state_of(self, tree: Tree) -> State:
        state = BoughState(self)  # type: ignore[abstract]  # the rest of the contract is not needed
        state.tree = tree
        return state

    def place(self, state: State) -> int:
        """Return the number of a place: tree by tree, from the root on, bough by bough."""
        assert isinstance(state, BoughState)
        return self.places[id(state.tree)]


def boughs(*worlds: Tree, seats: int = 1) -> Boughs:
    return Boughs(worlds, seats)  # type: ignore[abstract]


def _places(tree: Tree) -> Iterator[Tree]:
    yield tree
    if isinstance(tree, Turn):
        for bough in tree.boughs:
            yield from _places(bough)
    elif isinstance(tree, Luck):
        for _, bough in tree.boughs:
            yield from _places(bough)


class Expecting(Evaluator):
    """Knows the ends, and elsewhere expects what it was told of some places, or one half.

    It was told the chances of the first seat; the other has what is left.
    """

    def __init__(self, game: Boughs, expected: dict[int, float] | None = None) -> None:
        self._game = game
        self._expected = expected or {}

    def value(self, state: State, seat: i64) -> float:
        if state.is_terminal():
            return state.returns()[seat]
        expected = self._expected.get(self._game.place(state), 0.5)
        return expected if seat == 0 else 1 - expected


class Places(FeatureEncoder):
    """One input for each place and seat."""

    def encode(self, state: State, seat: i64, writer: FeatureWriter) -> None:
        writer.reset()
        game = state.game
        assert isinstance(game, Boughs)
        writer.one_hot(game.place(state) * game.seats + seat, MOST_PLACES)
