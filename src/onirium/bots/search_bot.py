"""The bot that chooses its actions by a search."""

from math import inf
from time import perf_counter
from typing import Final, final

from librt.random import Random
from mypy_extensions import i64

from onirium.bots.base import Bot
from onirium.bots.search.base import Searcher
from onirium.core.game import State, action_buffer

SIMULATIONS_PER_CLOCK_CHECK: Final[i64] = 50
"""Simulations between two checks of the clock."""

MIN_DEADLINE_S: Final = 0.01
"""Shorter deadlines are raised to this, so that the clock rarely interrupts cheap searches."""


@final
class SearchBot(Bot):
    """Runs a search with a fixed number of simulations for each decision.

    The search stops early when the remaining simulations cannot change the result. The decision
    depends on the state and the random generator alone, unless there is a time limit, for tables:
    then the clock stops the search on a machine that is too slow for the number of simulations.

    Args:
        searcher: the search.
        simulations: the maximum number of simulations for one decision.
        budget_ms: the time limit for one decision in milliseconds; by default there is none.
    """

    def __init__(self, searcher: Searcher, simulations: i64, budget_ms: float = inf) -> None:
        self._searcher = searcher
        self._simulations = simulations
        self._budget_s = budget_ms / 1000.0
        self._actions = action_buffer()

    def choose(self, state: State, rng: Random) -> i64:
        """Return the most visited action; a forced action is returned without a search."""
        if state.legal_actions_into(self._actions) == 1:
            return self._actions[0]
        deadline = perf_counter() + max(self._budget_s, MIN_DEADLINE_S)
        searcher = self._searcher
        searcher.reset(state, rng)
        remaining = self._simulations
        while remaining > 0 and not searcher.is_decided(remaining):
            batch = min(remaining, SIMULATIONS_PER_CLOCK_CHECK)
            searcher.run(batch)
            remaining -= batch
            if perf_counter() > deadline:
                break
        return searcher.best_action()
