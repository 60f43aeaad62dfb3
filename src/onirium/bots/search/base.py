"""The interface of the search algorithms."""

from abc import abstractmethod

from librt.random import Random
from mypy_extensions import i64, mypyc_attr

from onirium.core.game import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Searcher:
    """An anytime search at a decision, in simulations of about equal duration.

    ``run`` may be called repeatedly; the result depends only on the total number of simulations.
    """

    @abstractmethod
    def reset(self, state: State, rng: Random) -> None:
        """Start a new search; values are win probabilities of the seat to move in ``state``."""

    @abstractmethod
    def run(self, simulations: i64, *, explore_all: bool = False) -> None:
        """Run a number of simulations.

        Args:
            simulations: the number of simulations.
            explore_all: whether every second simulation goes to the least visited root action
                instead of the one that PUCT selects. Set it if all action values matter and not
                only the best action.
        """

    @abstractmethod
    def run_action(self, action: i64, simulations: i64) -> None:
        """Run simulations that begin with a root action; requires earlier simulations."""

    @abstractmethod
    def is_decided(self, simulations: i64) -> bool:
        """Return whether no outcome of this many further simulations can change the best action."""

    @abstractmethod
    def best_action(self) -> i64:
        """Return the most visited action; requires at least one simulation."""

    @abstractmethod
    def action_values(self) -> list[tuple[int, float]]:
        """Return each legal action with its estimated win probability."""
