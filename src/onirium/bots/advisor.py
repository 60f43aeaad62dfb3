"""Estimated win probabilities of the legal actions at a decision: hints and analyses."""

from time import perf_counter
from typing import Final, NamedTuple

from librt.random import Random

from onirium.bots.calibration import calibrate_actions, load_calibration
from onirium.bots.intervals import find_interval
from onirium.bots.search.base import Searcher
from onirium.bots.search_registry import load_evaluator, make_solver, search_config_for
from onirium.core.game import State

MAX_SEARCH_MS: Final = 2_500
"""A search is complete after the simulations of this many milliseconds.

More would gain little, and each adds a node to the memory of the search.
"""

SIMULATIONS_PER_CLOCK_CHECK: Final = 20
"""Simulations between two checks of the clock."""


class ActionValue(NamedTuple):
    """A legal action with its estimated value.

    Attributes:
        action: the action.
        win_probability: the estimated probability, from 0.0 to 1.0, that the seat wins after it.
        is_exact: whether the value is exact: the win probability under best play.
        error: the standard error of the probability p, relative to the root of p (1 - p); ``None``
            if it has not been measured for this kind of game.
    """

    action: int
    win_probability: float
    is_exact: bool = False
    error: float | None = None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval that contains the true probability in 90 % of cases, ``None`` if unknown."""
        if self.error is None:
            return None
        return find_interval(self.win_probability, self.error)


class Advisor:
    """Estimates the win probability of every legal action; an anytime search.

    It assumes that ``quick`` plays the rest of the game.

    The estimate uses only the information available to the seat. It exists from the start, with
    the accuracy of the bot ``quick``; further simulations refine it. Near the end of a game for one
    seat, exact values replace it as soon as solving takes no longer than the simulations. The
    seat's information, the seed and the number of simulations determine it.

    Args:
        state: the state; everything hidden from the seat is ignored.
        seat: the seat to move.
        seed: the seed of the search's random number generator.

    Attributes:
        simulations: the number of simulations run so far.

    Raises:
        ValueError: if it is not the seat's turn.
        WeightsError: if the weights of the network cannot be read.

    >>> import onirium
    >>> game = onirium.load("onirim")
    >>> state = game.from_fields({
    ...     "steps": "play",
    ...     "row": "red sun, red moon",
    ...     "hand": "red key, red sun, blue sun, blue moon, brown key",
    ...     "unknown": "the rest",
    ... })
    >>> game.notation(Advisor(state, 0, seed=1).best().action)
    'play red sun'
    """

    def __init__(self, state: State, seat: int, seed: int) -> None:
        if state.current_player() != seat:
            raise ValueError(f"cannot advise seat {seat}: it is not that seat's turn")
        game = state.game
        self.simulations = 0
        config = search_config_for(game.name)
        self._simulations_per_ms: int = config.simulations_per_ms(game)
        self._actions = state.legal_actions()
        self._searcher: Searcher = config.make_searcher(game, load_evaluator(game))
        self._searcher.reset(state, Random(seed))
        self._state = state.clone()
        self._calibration = load_calibration(state)
        self._solver = make_solver(game)
        self._failed_limit = 0
        self._solution: list[ActionValue] = []
        self.run(self._simulations_per_ms)

    @property
    def complete(self) -> bool:
        """Whether more simulations would gain little or nothing."""
        forced = len(self._actions) == 1
        if forced or self._solution:
            return True
        return self.simulations >= MAX_SEARCH_MS * self._simulations_per_ms

    def run(self, simulations: int) -> None:
        """Run a number of simulations, or solve the decision instead."""
        self.simulations += simulations
        if not self._solution:
            self._solve()
        if not self._solution:
            self._searcher.run(simulations, explore_all=True)

    def run_action(self, action: int, simulations: int) -> None:
        """Run simulations that begin with a legal action, unless the decision is solved."""
        self.simulations += simulations
        if not self._solution:
            self._searcher.run_action(action, simulations)

    def run_for(self, seconds: float) -> None:
        """Run simulations until the time is over or the search is complete."""
        deadline = perf_counter() + seconds
        while not self.complete and perf_counter() < deadline:
            self.run(SIMULATIONS_PER_CLOCK_CHECK)

    def action_values(self) -> list[ActionValue]:
        """Return the values of the legal actions, in the order of ``State.legal_actions``."""
        if self._solution:
            return self._solution
        estimates = self.estimates()
        if (curve := self._calibration) is None:
            return [ActionValue(action, estimate) for action, estimate in estimates]
        probabilities = calibrate_actions([estimate for _, estimate in estimates], curve)
        return [
            ActionValue(action, probability, error=curve.error)
            for (action, _), probability in zip(estimates, probabilities, strict=True)
        ]

    def estimates(self) -> list[tuple[int, float]]:
        """Return the estimates of the search before they are calibrated, in the same order."""
        values = dict(self._searcher.action_values())
        return [(action, values[action]) for action in self._actions]

    def best(self) -> ActionValue:
        """Return the action with the highest win probability; the first one if several tie."""
        return max(self.action_values(), key=lambda value: value.win_probability)

    def _solve(self) -> None:
        """Solve the decision if that takes no longer than the simulations so far."""
        if self._solver is None:
            return
        limit = self._solver.find_limit(self._state, self.simulations)
        if limit > self._failed_limit:
            self._failed_limit = limit
            values = self._solver.solve(self._state, self.simulations)
            self._solution = [
                ActionValue(action, value, is_exact=True, error=0.0) for action, value in values
            ]
