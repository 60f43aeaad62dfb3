"""The bot that chooses its actions by a search."""

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
"""Shorter deadlines are raised to this, so that cheap searches end by their simulation count.

The clock then never interrupts ``quick``, whose decisions stay reproducible on a slow machine.
"""


@final
class SearchBot(Bot):
    """Runs a search with a fixed number of simulations for each decision.

    The number is chosen to fit the time budget, so the decision normally depends on the state and
    the random generator alone. The clock stops the search only on a machine too slow for the
    budget. The search also stops early when the remaining simulations cannot change the result.

    Args:
        searcher: the search.
        simulations: the maximum number of simulations for one decision.
        budget_ms: the time limit for one decision in milliseconds.
    """

    def __init__(self, searcher: Searcher, simulations: i64, budget_ms: float) -> None:
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
