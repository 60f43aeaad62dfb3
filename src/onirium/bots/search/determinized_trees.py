"""Determinized trees: ensemble determinization for cooperating seats with hidden cards.

An expectimax tree is searched in one determinization after another, with the cooperating seats as
one player that sees everything. The trees share the choice of the root action: a bandit selects it
by its mean value over all determinizations so far. This is ensemble determinization (Cowling, Ward
and Powley, 2012), except that the root statistics are shared during the search instead of being
summed at its end. An action that is good on average is found even if it is not the best one in any
single determinization.
"""

from typing import final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.evaluator import Evaluator
from onirium.bots.search.expectimax import ExpectimaxTree
from onirium.bots.search.root_bandit import BanditSearcher
from onirium.bots.search.tree import ROOT
from onirium.core.buffers import MAX_ACTIONS
from onirium.core.game import Game, State


@final
class DeterminizedTrees(BanditSearcher):
    """Searches one determinization after another and averages the values of the root actions.

    Args:
        game: the game.
        evaluator: evaluates the leaves of the trees.
        simulations_per_tree: the number of simulations in each determinization.
    """

    def __init__(self, game: Game, evaluator: Evaluator, simulations_per_tree: i64) -> None:
        super().__init__()
        self._simulations_per_tree = simulations_per_tree
        self._search = ExpectimaxTree(game, evaluator)
        self._root = game.new_state()
        self._seat: i64 = 0
        self._rng = Random(0)
        self._remaining: i64 = 0
        self._tree_count = 0.0
        self._sums = vec[float]([0.0] * int(MAX_ACTIONS))
        self._finished_sums = vec[float]([0.0] * int(MAX_ACTIONS))

    def reset(self, state: State, rng: Random) -> None:
        """Start a new search; values are win probabilities of the seat to move in ``state``."""
        self._root.copy_from(state)
        self._bandit.reset(state)
        self._seat = state.current_player()
        self._rng = rng
        self._simulations = 0
        self._remaining = 0
        self._tree_count = 0.0
        index: i64
        for index in range(self._bandit.count):
            self._sums[index] = 0.0

    def _simulate(self, index: i64) -> None:
        """Expand the root of the next tree, or search the present one."""
        if self._remaining == 0:
            self._start_tree()
        else:
            self._search.run_action(self._bandit.actions[index], 1)
            self._bandit.visits[index] += 1
            self._update(index)
        self._remaining -= 1

    def _start_tree(self) -> None:
        """Sample a determinization and expand the root of its tree."""
        self._remaining = self._simulations_per_tree
        self._tree_count += 1.0
        self._finished_sums = self._sums[:]
        self._search.reset(self._root.determinize(self._seat, self._rng), self._rng)
        self._search.run(1)
        index: i64
        for index in range(self._bandit.count):
            self._update(index)

    def _update(self, index: i64) -> None:
        """Recompute the value of an action: its mean over the finished trees and this one."""
        bandit = self._bandit
        tree = self._search.tree
        value = tree.value[tree.find_action(ROOT, bandit.actions[index])]
        self._sums[index] = self._finished_sums[index] + value
        bandit.values[index] = self._sums[index] / self._tree_count
