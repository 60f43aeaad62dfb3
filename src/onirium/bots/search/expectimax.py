"""Search through what a seat decides and what comes between its decisions, best first.

Every round goes down a tree: at decisions to the action that promises most or was tried too seldom,
at chance nodes to the outcome whose turn it is. Where the tree ends all actions are valued, the
best value is carried up, and the tree has grown. Nothing is hidden but what chance will bring, and
that is drawn when it comes; if there are partners, they see the same and decide as one.
"""

import math
from typing import Final, final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from onirium.bots.network.evaluator import Evaluator
from onirium.bots.search.base import Thinker
from onirium.bots.search.root_bandit import CURIOSITY
from onirium.bots.search.tree import NOBODY, ROOT, Tree
from onirium.core.game import CHANCE, TERMINAL, Game, State, action_buffer

GOLDEN: Final = 0.6180339887498949
"""Steps of the golden ratio spread evenly, however many there are."""


@final
class Search(Thinker):
    """Thinks about one decision after another.

    Args:
        game: the game.
        evaluator: what judges positions.

    Attributes:
        tree: what was found; the children of its root are the legal actions.
        rounds: how many rounds were thought about the present decision.
    """

    def __init__(self, game: Game, evaluator: Evaluator) -> None:
        self.tree = Tree()
        self.rounds: i64 = 0
        self._root = game.new_state()
        self._state = game.new_state()
        self._after = game.new_state()
        self._evaluator = evaluator
        self._seat: i64 = 0
        self._actions = action_buffer()
        self._outcomes = action_buffer()
        self._weights = action_buffer()
        self._path = vec[i64]()
        self._shift = 0.0

    def begin(self, state: State, random: Random) -> None:
        """Begin with the decision of a state; everything is thought from the seat that decides."""
        self._seat = state.current_player()
        self._root.copy_from(state)
        self._shift = random.random()
        self.tree.clear()
        self.rounds = 0

    def think(self, rounds: i64, *, evenly: bool = False) -> None:
        """Think on for some rounds.

        Args:
            rounds: how many.
            evenly: whether every other round tries the action that was tried least: for those who
                want to know of each what it promises, and not only which is the best.
        """
        _round: i64
        for _round in range(rounds):
            if evenly and self.rounds % 2 == 1:
                self.try_action(self.tree.least_tried(ROOT))
            else:
                self.try_action(NOBODY)

    def try_action(self, action: i64) -> None:
        """Think for a round that begins with an action, or with what promises most if it is none.

        The first round ends where it begins: it looks at all actions.
        """
        self._state.copy_from(self._root)
        self._carry_up(self._go_down(action))
        self.rounds += 1

    def is_settled(self, rounds: i64) -> bool:
        """Tell whether the action tried most would stay it, however some more rounds went."""
        tree = self.tree
        most: i64 = 0
        second: i64 = 0
        node = i64(tree.first[ROOT])
        while node != NOBODY:
            visits = i64(tree.visits[node])
            if visits > most:
                most, second = visits, most
            elif visits > second:
                second = visits
            node = i64(tree.next[node])
        return most - second > rounds

    def best(self) -> i64:
        """Return the action that was tried most, of equals the one that promises most."""
        tree = self.tree
        choice = i64(tree.first[ROOT])
        node = choice
        while node != NOBODY:
            more = tree.visits[node] - tree.visits[choice]
            if more > 0 or (more == 0 and tree.value[node] > tree.value[choice]):
                choice = node
            node = i64(tree.next[node])
        return i64(tree.move[choice])

    def chances(self) -> list[tuple[int, float]]:
        """Return each legal action with the chance to win after it."""
        tree = self.tree
        chances = []
        node = i64(tree.first[ROOT])
        while node != NOBODY:
            chances.append((int(tree.move[node]), tree.value[node]))
            node = i64(tree.next[node])
        return chances

    def _go_down(self, first: i64) -> float:
        """Go down to where the tree ends, and let it grow there; return the value found."""
        state, tree = self._state, self.tree
        self._path = vec[i64]([ROOT])
        node = ROOT
        while True:
            player = state.current_player()
            if player == CHANCE:
                tree.lottery[node] = u8(1)
                move = self._outcome(node)
            elif player == TERMINAL:
                return state.returns()[self._seat]
            elif i64(tree.first[node]) == NOBODY:
                return self._branch(node)
            elif node == ROOT and first != NOBODY:
                move = first
            else:
                move = self._promising(node)
            state.apply_unchecked(move)
            child = tree.child(node, move)
            if child == NOBODY:
                child = tree.add(node, move, tree.value[node])
            node = child
            self._path = append(self._path, node)

    def _outcome(self, node: i64) -> i64:
        """Choose the outcome whose turn it is: each comes as often as it is likely."""
        count = self._state.outcomes_into(self._outcomes, self._weights)
        size: i64 = 0
        place: i64
        for place in range(count):
            size += self._weights[place]
        point = (self._shift + float(i64(self.tree.visits[node])) * GOLDEN) % 1.0 * float(size)
        reached = 0.0
        for place in range(count):
            reached += float(self._weights[place])
            if point < reached:
                return self._outcomes[place]
        return self._outcomes[count - 1]

    def _promising(self, node: i64) -> i64:
        """Choose the action that promises most, or was tried too seldom to know."""
        tree = self.tree
        often = CURIOSITY * math.sqrt(float(i64(tree.visits[node])))
        choice = i64(tree.first[node])
        highest = -1.0
        child = choice
        while child != NOBODY:
            score = tree.value[child] + often / (1.0 + float(i64(tree.visits[child])))
            if score > highest:
                highest = score
                choice = child
            child = i64(tree.next[child])
        return i64(tree.move[choice])

    def _branch(self, node: i64) -> float:
        """Value all actions of a decision that was not thought about before."""
        count = self._state.legal_into(self._actions)
        best = 0.0
        place: i64
        for place in range(count):
            self._after.copy_from(self._state)
            self._after.apply_unchecked(self._actions[place])
            value = self._evaluator.value(self._after, self._seat)
            self.tree.add(node, self._actions[place], value)
            best = max(best, value)
        return best

    def _carry_up(self, found: float) -> None:
        """Carry what was found up to the root."""
        tree = self.tree
        place: i64 = i64(len(self._path)) - 1
        node = self._path[place]
        visits = float(i64(tree.visits[node]))
        before = tree.value[node] * visits
        tree.value[node] = found
        while True:
            tree.visits[node] += 1
            after = tree.value[node] * (visits + 1.0)
            if place == 0:
                return
            place -= 1
            node = self._path[place]
            visits = float(i64(tree.visits[node]))
            tree.total[node] += after - before
            before = tree.value[node] * visits
            if tree.lottery[node] == 1:
                tree.value[node] = tree.total[node] / (visits + 2.0)
            else:
                tree.value[node] = tree.best(node)
