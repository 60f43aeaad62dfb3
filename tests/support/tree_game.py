"""A game given as an explicit tree, small enough to compute its values by hand.

A leaf is a tuple with the return of each seat. An inner node is a decision of a seat, with one
child for each action from 0, or a chance node with weighted children. Several trees make a game of
imperfect information: at its root no seat can distinguish them.
"""

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple, SupportsIndex, TypeAlias

from librt.vecs import vec
from mypy_extensions import i64

from onirium import CHANCE, TERMINAL, Game, Random, State
from onirium.bots.network.evaluator import Evaluator, FeatureEncoder
from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.search.exact_solver import PositionKey

ACTION_COUNT = 4
MAX_NODES = 40


class Decision(NamedTuple):
    """A decision node."""

    seat: int
    children: "tuple[Tree, ...]"


class Chance(NamedTuple):
    """A chance node; its children with their weights."""

    children: "tuple[tuple[int, Tree], ...]"


Tree: TypeAlias = Decision | Chance | tuple[float, ...]

WON, LOST = (1.0,), (0.0,)


def decision(*children: Tree, seat: int = 0) -> Decision:
    return Decision(seat, children)


def chance(*children: tuple[int, Tree]) -> Chance:
    return Chance(children)


class TreeState(State):
    """A node of the tree."""

    tree: Tree

    def current_player(self) -> i64:
        if isinstance(self.tree, Chance):
            return CHANCE
        return self.tree.seat if isinstance(self.tree, Decision) else TERMINAL

    def legal_actions_into(self, actions: vec[i64]) -> i64:
        count = len(self.tree.children) if isinstance(self.tree, Decision) else 0
        for action in range(count):
            actions[action] = action
        return count

    def chance_outcomes_into(self, outcomes: vec[i64], weights: vec[i64]) -> i64:
        assert isinstance(self.tree, Chance)
        for index, (weight, _) in enumerate(self.tree.children):
            outcomes[index] = ACTION_COUNT + index
            weights[index] = weight
        return len(self.tree.children)

    def sample(self, rng: Random) -> i64:
        assert isinstance(self.tree, Chance)
        weights = [weight for weight, _ in self.tree.children]
        lots = [index for index, weight in enumerate(weights) for _ in range(weight)]
        return ACTION_COUNT + lots[rng.randrange(len(lots))]

    def resolve_chance(self, rng: Random) -> i64:
        count = 0
        while self.current_player() == CHANCE:
            self.apply_unchecked(self.sample(rng))
            count += 1
        return count

    def apply_unchecked(self, action: i64) -> None:
        if isinstance(self.tree, Chance):
            self.tree = self.tree.children[action - ACTION_COUNT][1]
        else:
            assert isinstance(self.tree, Decision)
            self.tree = self.tree.children[action]

    def returns(self) -> list[float]:
        if isinstance(self.tree, (Decision, Chance)):
            return [0.0] * self.game.seats
        return list(self.tree)

    def copy_from(self, other: State) -> None:
        assert isinstance(other, TreeState)
        self.tree = other.tree

    def determinize(self, seat: SupportsIndex, rng: Random) -> State:
        del seat
        game = self.game
        assert isinstance(game, TreeGame)
        hidden = len(game.trees) > 1 and self.tree in game.trees
        tree = game.trees[rng.randrange(len(game.trees))] if hidden else self.tree
        return game.state_of(tree)


class TreeGame(Game):
    """A game given as one or several trees."""

    def __init__(self, trees: tuple[Tree, ...], seats: int) -> None:
        super().__init__("trees", 1, {}, seats, ACTION_COUNT, ACTION_COUNT)
        self.trees = trees
        nodes = chain.from_iterable(map(_nodes, trees))
        self._indices = {id(node): index for index, node in enumerate(nodes)}

    def new_state(self) -> State:
        return self.state_of(self.trees[0])

    def state_of(self, tree: Tree) -> State:
        state = TreeState(self)  # type: ignore[abstract]  # searches need no more of the contract
        state.tree = tree
        return state

    def node_index(self, state: State) -> int:
        """Return the index of a node: tree by tree, in depth-first order."""
        assert isinstance(state, TreeState)
        return self._indices[id(state.tree)]


def tree_game(*trees: Tree, seats: int = 1) -> TreeGame:
    return TreeGame(trees, seats)  # type: ignore[abstract]


def _nodes(tree: Tree) -> Iterator[Tree]:
    yield tree
    if isinstance(tree, Decision):
        for child in tree.children:
            yield from _nodes(child)
    elif isinstance(tree, Chance):
        for _, child in tree.children:
            yield from _nodes(child)


class FixedEvaluator(Evaluator):
    """Returns given values for some nodes by index, the returns for leaves, and 0.5 otherwise.

    The values are those of the first seat; the other seat has the complement.
    """

    def __init__(self, game: TreeGame, values: dict[int, float] | None = None) -> None:
        self._game = game
        self._values = values or {}

    def value(self, state: State, seat: i64) -> float:
        if state.is_terminal():
            return state.returns()[seat]
        value = self._values.get(self._game.node_index(state), 0.5)
        return value if seat == 0 else 1 - value


class NodeKey(PositionKey):
    """Every node of a tree is its own position."""

    def key(self, state: State) -> bytes:
        game = state.game
        assert isinstance(game, TreeGame)
        return bytes([game.node_index(state)])

    def is_lost(self, state: State) -> bool:
        del state
        return False

    def estimate_positions(self, state: State) -> i64:
        return 0 if state.is_terminal() else 4


class NodeEncoder(FeatureEncoder):
    """One feature for each pair of node and seat."""

    def encode(self, state: State, seat: i64, writer: FeatureWriter) -> None:
        writer.reset()
        game = state.game
        assert isinstance(game, TreeGame)
        writer.one_hot(game.node_index(state) * game.seats + seat, MAX_NODES)
