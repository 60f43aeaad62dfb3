"""A bandit at the root, for searches that keep no tree of their own below it."""

from abc import abstractmethod
from typing import final

from librt.vecs import vec
from mypy_extensions import i32, i64

from onirium.bots.search.base import Searcher
from onirium.bots.search.puct import is_decided, most_visited, select_at_root
from onirium.core.buffers import MAX_ACTIONS, action_buffer
from onirium.core.game import State


@final
class RootBandit:
    """The legal actions of the root as the arms of a multi-armed bandit.

    Attributes:
        count: the number of legal actions.
        actions: the legal actions; only the first ``count`` elements of each array are valid.
        visits: the number of simulations that began with each action.
        values: the current value estimate of each action, maintained by the search.
    """

    def __init__(self) -> None:
        self.count: i64 = 0
        self.actions = action_buffer()
        self.visits = vec[i32]([i32(0)] * int(MAX_ACTIONS))
        self.values = vec[float]([0.0] * int(MAX_ACTIONS))

    def reset(self, state: State) -> None:
        """Start with the legal actions of a state, without visits."""
        self.count = state.legal_actions_into(self.actions)
        index: i64
        for index in range(self.count):
            self.visits[index] = i32(0)
            self.values[index] = 0.0

    def select(self, simulation: i64, *, explore_all: bool) -> i64:
        """Return the index of the action for a simulation.

        Args:
            simulation: the number of simulations run before.
            explore_all: whether every second simulation takes the least visited action.
        """
        return select_at_root(
            self.values, self.visits, 0, self.count, simulation, explore_all=explore_all
        )

    def find(self, action: i64) -> i64:
        """Return the index of a legal action."""
        index: i64 = 0
        while self.actions[index] != action:
            index += 1
        return index

    def is_decided(self, simulations: i64) -> bool:
        """Return whether this many further simulations cannot change the most visited action."""
        return is_decided(self.visits, 0, self.count, simulations)

    def best_action(self) -> i64:
        """Return the most visited action."""
        return self.actions[most_visited(self.values, self.visits, 0, self.count)]

    def action_values(self) -> list[tuple[int, float]]:
        """Return each legal action with its value."""
        return [(int(self.actions[index]), self.values[index]) for index in range(int(self.count))]


class BanditSearcher(Searcher):
    """A search whose simulations begin with an arm of a bandit; ``_simulate`` runs one of them."""

    def __init__(self) -> None:
        self._bandit = RootBandit()
        self._simulations: i64 = 0

    def run(self, simulations: i64, *, explore_all: bool = False) -> None:
        """Run a number of simulations."""
        _simulation: i64
        for _simulation in range(simulations):
            self._simulate(self._bandit.select(self._simulations, explore_all=explore_all))
            self._simulations += 1

    def run_action(self, action: i64, simulations: i64) -> None:
        """Run simulations that begin with a root action."""
        index = self._bandit.find(action)
        _simulation: i64
        for _simulation in range(simulations):
            self._simulate(index)
            self._simulations += 1

    def is_decided(self, simulations: i64) -> bool:
        """Return whether no outcome of this many further simulations can change the best action."""
        return self._bandit.is_decided(simulations)

    def best_action(self) -> i64:
        """Return the most visited action; requires at least one simulation."""
        return self._bandit.best_action()

    def action_values(self) -> list[tuple[int, float]]:
        """Return each legal action with its estimated win probability."""
        return self._bandit.action_values()

    @abstractmethod
    def _simulate(self, index: i64) -> None:
        """Run a simulation that begins with the action of an index."""
