"""A fixed value function: the win probability of every seat in any state."""

import math
from collections.abc import Sequence
from typing import Final, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.evaluator import Evaluator
from onirium.bots.search.exact_solver import UNKNOWN_VALUE, ExactSolver
from onirium.bots.search.one_ply import OnePly
from onirium.bots.search_registry import (
    load_evaluator,
    load_outcome_evaluator,
    search_config_for,
)
from onirium.core.chance import reseed
from onirium.core.game import CHANCE, TERMINAL, Game, State
from onirium.studies.luck.value_function import ValueFunction

SOLVER_SIMULATIONS: Final[i64] = 5000
"""An ending is solved if that takes no longer than this number of search simulations."""

SKIPPED_EVALUATIONS: Final[i64] = 50
"""States that are estimated without an attempt to solve them, after one that failed."""

MAX_POSITIONS: Final[i64] = 100_000
"""Maximum number of positions that the solver stores, about 20 MB."""

COMPLETION_COUNT: Final[i64] = 8
"""Sampled completions of a sequence of chance outcomes that networks misjudge in its middle."""

COMPLETION_KEY: Final[i64] = 5
"""Key of common random numbers: they complete all outcomes of a chance node in the same way."""


@final
class PositionValue(ValueFunction):
    """Estimates the win probability of every seat, by one-ply lookahead at decisions.

    The evaluators judge the states after an action. So a decision has the value of its best action
    according to the seat that decides; all other states are evaluated directly.

    A second evaluator can value the states after chance outcomes themselves. Its errors differ, so
    the mean of their log-odds is closer to the truth.

    While several cards are drawn one by one, networks are inaccurate: their training has no such
    states. So such a state has the mean value over sampled outcomes until the last card. With a
    solver, endings have their exact value. Whether an ending is solved can depend on those solved
    before, never on the outcome that is drawn next, so luck keeps its mean of 0.

    Args:
        game: the game.
        evaluator: evaluates states, with the view of hidden cards of its training.
        solver: solves endings; by default they are estimated, too.
        untrained_steps: the steps of the rules whose chance nodes are valued by sampling.
        completion_count: the number of samples.
        outcome_evaluator: evaluates states after chance outcomes.
    """

    def __init__(
        self,
        game: Game,
        evaluator: Evaluator,
        solver: ExactSolver | None = None,
        untrained_steps: Sequence[int] = (),
        completion_count: i64 = COMPLETION_COUNT,
        outcome_evaluator: Evaluator | None = None,
    ) -> None:
        self._seats: i64 = game.seats
        self._one_ply = OnePly(game, evaluator)
        self._after = game.new_state()
        self._completed = game.new_state()
        self._sample = vec[float]([0.0] * game.seats)
        self._rng = Random(0)
        self._evaluator = evaluator
        self._solver = solver
        self._skipped: i64 = 0
        self._untrained_steps = frozenset(untrained_steps)
        self._completion_count = completion_count
        self._outcome_evaluator = outcome_evaluator

    def values_into(self, state: State, values: vec[float]) -> None:
        """Write the value of a state for each seat into a buffer."""
        player = state.current_player()
        if self._solver is not None and player != TERMINAL:
            exact = self._solve(state, self._solver)
            if exact >= 0.0:
                values[0] = exact
                return
        if player == CHANCE and int(state.current_step()) in self._untrained_steps:
            self._average_completions(state, values)
        else:
            self._evaluate(state, values)

    def _evaluate(self, state: State, values: vec[float]) -> None:
        """Write the value of a state by the evaluator, or the mean log-odds of both."""
        self._estimate(state, values)
        if self._outcome_evaluator is None:
            return
        seat: i64
        for seat in range(self._seats):
            value = self._outcome_evaluator.value(state, seat)
            values[seat] = mean_log_odds(values[seat], value)

    def _estimate(self, state: State, values: vec[float]) -> None:
        """Write the value of a state by the evaluator."""
        player = state.current_player()
        seat: i64
        if player < 0:
            for seat in range(self._seats):
                values[seat] = self._evaluator.value(state, seat)
            return
        action = self._one_ply.best_action(state)
        values[player] = self._one_ply.value
        if self._seats == 1:
            return
        self._after.copy_from(state)
        self._after.apply_unchecked(action)
        for seat in range(self._seats):
            if seat != player:
                values[seat] = self._evaluator.value(self._after, seat)

    def _average_completions(self, state: State, values: vec[float]) -> None:
        """Write the mean value over sampled chance outcomes until the next decision."""
        seat: i64
        for seat in range(self._seats):
            values[seat] = 0.0
        completion: i64
        for completion in range(self._completion_count):
            reseed(self._rng, COMPLETION_KEY, completion)
            self._completed.copy_from(state)
            self._completed.resolve_chance(self._rng)
            self._evaluate(self._completed, self._sample)
            for seat in range(self._seats):
                values[seat] += self._sample[seat] / float(self._completion_count)

    def _solve(self, state: State, solver: ExactSolver) -> float:
        """Return the exact value of an ending, or a negative number."""
        limit = solver.find_limit(state, SOLVER_SIMULATIONS)
        if limit == 0 or solver.positions > MAX_POSITIONS:
            solver.clear()
        if limit == 0 or self._skipped > 0:
            self._skipped = max(0, self._skipped - 1)
            return UNKNOWN_VALUE
        value = solver.value(state, solver.positions + limit)
        if value < 0.0:
            self._skipped = SKIPPED_EVALUATIONS
        return value


def mean_log_odds(one: float, other: float) -> float:
    """Return the probability whose log-odds are the mean of those of two.

    >>> mean_log_odds(0.9, 0.5)
    0.75
    >>> mean_log_odds(1.0, 0.5)
    1.0
    """
    win = math.sqrt(one * other)
    loss = math.sqrt((1.0 - one) * (1.0 - other))
    return win / (win + loss) if win + loss > 0.0 else 0.5


def load_position_value(
    game: Game, solver: ExactSolver | None = None, completion_count: int = int(COMPLETION_COUNT)
) -> PositionValue:
    """Return the value function with the networks for a game and its options.

    Args:
        game: the game.
        solver: solves endings; by default they are estimated, too.
        completion_count: the number of samples where cards are drawn one by one.

    Raises:
        WeightsError: if there is no network for the game, or its weights cannot be used.
    """
    steps = search_config_for(game.name).UNTRAINED_STEPS
    return PositionValue(
        game,
        load_evaluator(game),
        solver,
        steps,
        completion_count,
        load_outcome_evaluator(game),
    )
