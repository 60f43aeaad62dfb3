"""A value function that samples the next turns: more accurate than a network, and slower."""

from typing import Final, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.evaluator import Evaluator
from onirium.bots.search.truncated_rollout import TruncatedRollout
from onirium.bots.search_registry import load_evaluator, search_config_for
from onirium.core.chance import reseed
from onirium.core.game import TERMINAL, Game, State
from onirium.studies.luck.value_function import ValueFunction

ROLLOUT_TURNS: Final = 2
"""Rollouts end in this turn of the deciding seat, counted from its next one."""

ROLLOUT_KEY: Final[i64] = 9
"""Key of common random numbers: the rollouts of all outcomes of a chance node share them."""

ESTIMATE_WEIGHT: Final = 16.0
"""The number of rollouts that the estimate counts for."""


@final
class RolloutValue(ValueFunction):
    """Averages an estimate with truncated rollouts of the true state.

    The network sees the information of one seat, so that its value also changes when another seat
    reveals its cards. Rollouts use all hands, and show the effects of an outcome in the next turns.

    Args:
        game: the game, for several players.
        estimate: the value function that is averaged with the rollouts.
        evaluator: evaluates the state at the end of each rollout.
        rollout: plays the rollouts.
        count: the number of rollouts, at least 1.
    """

    def __init__(
        self,
        game: Game,
        estimate: ValueFunction,
        evaluator: Evaluator,
        rollout: TruncatedRollout,
        count: i64,
    ) -> None:
        self._seats: i64 = game.seats
        self._estimate = estimate
        self._evaluator = evaluator
        self._rollout = rollout
        self._count = count
        self._end = game.new_state()
        self._rng = Random(0)

    def values_into(self, state: State, values: vec[float]) -> None:
        """Write the value of a state for each seat into a buffer."""
        self._estimate.values_into(state, values)
        if state.current_player() == TERMINAL:
            return
        seat: i64
        for seat in range(self._seats):
            values[seat] *= ESTIMATE_WEIGHT
        number: i64
        for number in range(self._count):
            self._play(state, number)
            for seat in range(self._seats):
                values[seat] += self._evaluator.value(self._end, seat)
        for seat in range(self._seats):
            values[seat] /= ESTIMATE_WEIGHT + float(self._count)

    def _play(self, state: State, number: i64) -> None:
        """Play a rollout from a state."""
        reseed(self._rng, ROLLOUT_KEY, number)
        self._end.copy_from(state)
        self._end.resolve_chance(self._rng)
        self._rollout.play(self._end, self._end.current_player(), self._rng)


def load_rollout_value(game: Game, estimate: ValueFunction, count: int) -> RolloutValue:
    """Return the value function with rollouts by the network and policy of a game.

    Raises:
        WeightsError: if there is no network for the game, or its weights cannot be used.
        ValueError: if the number of rollouts is not positive, or the game has one seat: its
            rollouts would have no end before the game's.
    """
    if count < 1:
        raise ValueError(f"the number of luck rollouts must be at least 0, not {count}")
    if game.seats == 1:
        raise ValueError(f"luck rollouts need several seats, but {game.name} has 1 seat here")
    evaluator = load_evaluator(game)
    policy = search_config_for(game.name).make_rollout_policy(game, evaluator)
    rollout = TruncatedRollout(policy, ROLLOUT_TURNS)
    return RolloutValue(game, estimate, evaluator, rollout, count)
