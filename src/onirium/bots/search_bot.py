"""The bot that chooses its actions by a search."""

from math import inf
from time import perf_counter
from typing import Final, final

from librt.random import Random
from mypy_extensions import i64

from onirium.bots.base import Bot
from onirium.bots.interrupts import handle_signals
from onirium.bots.search.base import Searcher
from onirium.bots.search.certain_win import NO_ACTION, CertainWinFinder
from onirium.bots.search.exact_solver import ExactSolver
from onirium.core.buffers import action_buffer
from onirium.core.game import State

MAX_SIMULATIONS_PER_CHECK: Final[i64] = 50
"""The maximum number of simulations between two checks of whether the search can or must stop."""

MIN_TIME_LIMIT_S: Final = 0.01
"""The minimum time limit, so that the clock rarely interrupts a cheap search."""


@final
class SearchBot(Bot):
    """Runs a search with a fixed number of simulations for each decision, or solves it.

    The search stops early when the remaining simulations cannot change the result. The decision
    depends on the state and the random number generator alone, unless there is a time limit, for
    tables: then the clock stops the search on a machine that is too slow for the number of
    simulations.

    Args:
        searcher: the search.
        simulations: the maximum number of simulations for one decision.
        time_limit_ms: the time limit for one decision; by default there is none.
        solver: solves decisions that need no more time than the search; by default none.
    """

    def __init__(
        self,
        searcher: Searcher,
        simulations: i64,
        time_limit_ms: float = inf,
        solver: ExactSolver | None = None,
    ) -> None:
        self._searcher = searcher
        self._simulations = simulations
        self._time_limit_s = max(time_limit_ms / 1000.0, MIN_TIME_LIMIT_S)
        self._is_limited = time_limit_ms < inf
        self._solver = solver
        self._actions = action_buffer()

    def choose(self, state: State, rng: Random) -> i64:
        """Return the exact best or the most visited action; a forced one without a search.

        Of certain wins the shortest one is returned.
        """
        if state.legal_actions_into(self._actions) == 1:
            return self._actions[0]
        if self._solver is not None:
            solution = self._solver.solve(state, self._simulations)
            if solution:
                return self._prefer_short_win(state, rng, solution, best_solution(solution))
        action = self._search(state, rng)
        return self._prefer_short_win(state, rng, self._searcher.action_values(), action)

    def _prefer_short_win(
        self, state: State, rng: Random, values: list[tuple[int, float]], action: i64
    ) -> i64:
        """Return the shortest certain win; without one, the given action.

        A win now has the same value as one after needless actions.
        """
        certain = [each for each, value in values if value == 1.0]
        if not certain:
            return action
        # The length must not depend on cards that the seat does not know.
        possible = state.determinize(state.current_player(), rng)
        shortest = CertainWinFinder(state.game).find(possible, certain)
        return action if shortest == NO_ACTION else shortest

    def _search(self, state: State, rng: Random) -> i64:
        """Return the most visited action."""
        deadline = perf_counter() + self._time_limit_s
        searcher = self._searcher
        searcher.reset(state, rng)
        remaining = self._simulations
        while remaining > 0 and not searcher.is_decided(remaining):
            batch = min(remaining, MAX_SIMULATIONS_PER_CHECK)
            if self._is_limited:
                # Limits the overrun to a quarter of the time, or to one slow simulation.
                batch = min(batch, max(1, (self._simulations - remaining) // 4))
            searcher.run(batch)
            handle_signals()
            remaining -= batch
            if perf_counter() > deadline:
                break
        return searcher.best_action()


def best_solution(values: list[tuple[int, float]]) -> int:
    """Return the action with the highest value; the first one of equals."""
    best, highest = values[0]
    for action, value in values:
        if value > highest:
            best, highest = action, value
    return best
