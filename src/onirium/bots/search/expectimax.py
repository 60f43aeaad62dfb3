"""Best-first expectimax search over decisions and chance nodes.

Each simulation has the four phases of Monte Carlo tree search. Selection descends the tree: PUCT
chooses at decision nodes, a low-discrepancy sequence chooses the outcome at chance nodes. Expansion
adds all actions of a leaf and evaluates each with the network. Backpropagation then updates the
path: the value of a decision node is the maximum over its actions, that of a chance node the mean
over the sampled outcomes. Unlike in plain MCTS there are no rollouts, and no averaging over
inferior actions.

The state must hide nothing but future chance outcomes, which are drawn only when they occur.
Cooperating seats count as one player that maximizes the common win probability.
"""

from typing import Final, final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from onirium.bots.network.evaluator import Evaluator
from onirium.bots.search.base import Searcher
from onirium.bots.search.puct import is_decided, most_visited, select_at_root, select_puct
from onirium.bots.search.tree import NO_NODE, ROOT, SearchTree
from onirium.core.buffers import action_buffer
from onirium.core.game import CHANCE, TERMINAL, Game, State

GOLDEN_RATIO_CONJUGATE: Final = 0.6180339887498949
"""The step of the additive recurrence that samples chance outcomes.

Multiples of it modulo 1 are evenly spread after any number of steps (a Kronecker sequence), so the
frequencies of the outcomes approach their probabilities faster than with independent samples.
"""


@final
class ExpectimaxTree(Searcher):
    """A search tree for one decision after another.

    Args:
        game: the game.
        evaluator: evaluates the states after each action of an expanded node.

    Attributes:
        tree: the nodes; the children of the root are the legal actions, in order.
        simulations: the number of simulations since the last reset.
    """

    def __init__(self, game: Game, evaluator: Evaluator) -> None:
        self.tree = SearchTree()
        self.simulations: i64 = 0
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

    def reset(self, state: State, rng: Random) -> None:
        """Start a new search; values are win probabilities of the seat to move in ``state``."""
        self._seat = state.current_player()
        self._root.copy_from(state)
        self._shift = rng.random()
        self.tree.clear()
        self.simulations = 0

    def run(self, simulations: i64, *, explore_all: bool = False) -> None:
        """Run a number of simulations; the first one only expands the root."""
        tree = self.tree
        _simulation: i64
        for _simulation in range(simulations):
            child = NO_NODE
            first = i64(tree.first_child[ROOT])
            if first != NO_NODE:
                end = first + i64(tree.child_count[ROOT])
                child = select_at_root(
                    tree.value,
                    tree.visits,
                    first,
                    end,
                    self.simulations,
                    explore_all=explore_all,
                )
            self._simulate(child)

    def run_action(self, action: i64, simulations: i64) -> None:
        """Run simulations that begin with a root action; the root must be expanded."""
        child = self.tree.find_action(ROOT, action)
        _simulation: i64
        for _simulation in range(simulations):
            self._simulate(child)

    def is_decided(self, simulations: i64) -> bool:
        """Return whether no outcome of this many further simulations can change the best action."""
        tree = self.tree
        first = i64(tree.first_child[ROOT])
        return is_decided(tree.visits, first, first + i64(tree.child_count[ROOT]), simulations)

    def best_action(self) -> i64:
        """Return the most visited action; requires at least one simulation."""
        tree = self.tree
        first = i64(tree.first_child[ROOT])
        end = first + i64(tree.child_count[ROOT])
        return i64(tree.action[most_visited(tree.value, tree.visits, first, end)])

    def action_values(self) -> list[tuple[int, float]]:
        """Return each legal action with its estimated win probability."""
        tree = self.tree
        first = int(tree.first_child[ROOT])
        children = range(first, first + int(tree.child_count[ROOT]))
        return [(int(tree.action[node]), tree.value[node]) for node in children]

    def _simulate(self, root_child: i64) -> None:
        """Run a simulation that begins with a child of the root, or expands the root."""
        self._state.copy_from(self._root)
        self._backpropagate(self._select(root_child))
        self.simulations += 1

    def _select(self, root_child: i64) -> float:
        """Descend to a leaf, recording the path, and expand it; return its value."""
        state, tree = self._state, self.tree
        self._path = vec[i64]([ROOT])
        node = ROOT
        while True:
            player = state.current_player()
            if player == CHANCE:
                tree.is_chance[node] = u8(1)
                outcome = self._sample_outcome(node)
                child = tree.find_outcome(node, outcome)
                if child == NO_NODE:
                    child = tree.add_outcome(node, outcome, tree.value[node])
            elif player == TERMINAL:
                return state.returns()[self._seat]
            elif i64(tree.first_child[node]) == NO_NODE:
                return self._expand(node)
            elif node == ROOT:
                child = root_child
            else:
                first = i64(tree.first_child[node])
                end = first + i64(tree.child_count[node])
                visits = i64(tree.visits[node])
                child = select_puct(tree.value, tree.visits, first, end, visits)
            state.apply_unchecked(i64(tree.action[child]))
            node = child
            self._path = append(self._path, node)

    def _sample_outcome(self, node: i64) -> i64:
        """Return the next outcome of a chance node, by inverse transform of the sequence."""
        count = self._state.chance_outcomes_into(self._outcomes, self._weights)
        total: i64 = 0
        index: i64
        for index in range(count):
            total += self._weights[index]
        step = float(i64(self.tree.visits[node])) * GOLDEN_RATIO_CONJUGATE
        point = (self._shift + step) % 1.0 * float(total)
        cumulative = 0.0
        for index in range(count):
            cumulative += float(self._weights[index])
            if point < cumulative:
                return self._outcomes[index]
        return self._outcomes[count - 1]

    def _expand(self, node: i64) -> float:
        """Add and evaluate all actions of a decision node; return the highest value."""
        count = self._state.legal_actions_into(self._actions)
        highest = 0.0
        index: i64
        for index in range(count):
            self._after.copy_from(self._state)
            self._after.apply_unchecked(self._actions[index])
            value = self._evaluator.value(self._after, self._seat)
            self.tree.add_action(node, self._actions[index], value)
            highest = max(highest, value)
        return highest

    def _backpropagate(self, leaf_value: float) -> None:
        """Update visits and values from the leaf to the root.

        A chance node needs the change of ``value * visits`` of the child on the path to keep its
        weighted sum, so that change is carried from node to node.
        """
        tree = self.tree
        depth: i64 = i64(len(self._path)) - 1
        node = self._path[depth]
        visits = float(i64(tree.visits[node]))
        before = tree.value[node] * visits
        tree.value[node] = leaf_value
        while True:
            tree.visits[node] += 1
            after = tree.value[node] * (visits + 1.0)
            if depth == 0:
                return
            depth -= 1
            node = self._path[depth]
            visits = float(i64(tree.visits[node]))
            tree.value_sum[node] += after - before
            before = tree.value[node] * visits
            if tree.is_chance[node] == 1:
                # Two more than the visits before: this one, and the initial estimate.
                tree.value[node] = tree.value_sum[node] / (visits + 2.0)
            else:
                tree.value[node] = tree.max_child_value(node)
