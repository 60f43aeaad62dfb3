"""Determinized rollouts: perfect-information Monte Carlo with truncated rollouts.

First the network evaluates the state after every action in a few determinizations: the prior. Then
a bandit at the root distributes simulations over the actions. A simulation plays the action in a
determinization and continues by one-ply lookahead for every seat, until the searching seat has
acted once in one of its next turns. There the rollout is truncated and the network evaluates the
state.

The n-th visit of every action uses the n-th determinization and the same random numbers (common
random numbers), which removes luck from the comparison of actions.
"""

from typing import Final, NamedTuple, final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.evaluator import Evaluator
from onirium.bots.search.one_ply import OnePly
from onirium.bots.search.root_bandit import BanditSearcher
from onirium.bots.search.truncated_rollout import TruncatedRollout
from onirium.core.buffers import MAX_ACTIONS
from onirium.core.chance import reseed
from onirium.core.game import Game, State

DETERMINIZATIONS_PER_SIMULATION: Final[i64] = 2
"""Evaluating all actions in this many determinizations takes about as long as one rollout."""

KEY_RANGE: Final[i64] = 4611686018427387904
"""The keys of random streams lie below 2 to the power of 62."""


class PriorConfig(NamedTuple):
    """The initialization of the action values.

    Attributes:
        determinizations: the number of determinizations in which every action is evaluated. One is
            enough if the network sees only the information of its seat, which all of them share.
        weight: the number of rollouts that the prior counts for.
    """

    determinizations: int
    weight: float


@final
class DeterminizedRollouts(BanditSearcher):
    """Compares the root actions by rollouts in many determinizations.

    Args:
        game: the game.
        policy: the rollout policy of all seats.
        evaluator: evaluates the prior and the ends of truncated rollouts.
        prior: the initialization of the action values.
        turns: the number of the seat's next turn in which rollouts end, counted from 1.
    """

    def __init__(
        self, game: Game, policy: OnePly, evaluator: Evaluator, prior: PriorConfig, turns: i64
    ) -> None:
        super().__init__()
        self._root = game.new_state()
        self._after = game.new_state()
        self._truncated = TruncatedRollout(policy, turns)
        self._evaluator = evaluator
        self._prior_size: i64 = prior.determinizations
        self._prior_weight = prior.weight
        self._rng = Random(0)
        self._key: i64 = 0
        self._seat: i64 = 0
        self._prior_count: i64 = 0
        self._prior_sums = vec[float]([0.0] * int(MAX_ACTIONS))
        self._rollout_sums = vec[float]([0.0] * int(MAX_ACTIONS))

    def reset(self, state: State, rng: Random) -> None:
        """Start a new search; values are win probabilities of the seat to move in ``state``."""
        self._root.copy_from(state)
        self._seat = state.current_player()
        self._key = rng.randrange(KEY_RANGE)
        self._simulations = 0
        self._prior_count = 0
        self._bandit.reset(state)
        index: i64
        for index in range(self._bandit.count):
            self._prior_sums[index] = 0.0
            self._rollout_sums[index] = 0.0

    def _simulate(self, index: i64) -> None:
        """Compute more of the prior, or play an action out."""
        if self._prior_count < self._prior_size:
            self._evaluate_all()
        else:
            self._rollout(index)

    def _evaluate_all(self) -> None:
        """Evaluate the states after all actions in the next determinizations of the prior."""
        bandit = self._bandit
        end = min(self._prior_count + DETERMINIZATIONS_PER_SIMULATION, self._prior_size)
        index: i64
        while self._prior_count < end:
            state = self._determinization(self._prior_count)
            for index in range(bandit.count):
                self._after.copy_from(state)
                self._after.apply_unchecked(bandit.actions[index])
                self._prior_sums[index] += self._evaluator.value(self._after, self._seat)
            self._prior_count += 1
        for index in range(bandit.count):
            self._update(index)

    def _rollout(self, index: i64) -> None:
        """Play an action out in its next determinization and evaluate the end of the rollout."""
        bandit = self._bandit
        state = self._determinization(i64(bandit.visits[index]))
        state.apply_unchecked(bandit.actions[index])
        self._truncated.play(state, self._seat, self._rng)
        self._rollout_sums[index] += self._evaluator.value(state, self._seat)
        bandit.visits[index] += 1
        self._update(index)

    def _determinization(self, number: i64) -> State:
        """Return the determinization of a number, and reseed the generator for its rollout."""
        reseed(self._rng, self._key, number)
        return self._root.determinize(self._seat, self._rng)

    def _update(self, index: i64) -> None:
        """Recompute the value of an action: the weighted mean of its prior and its rollouts."""
        bandit = self._bandit
        prior = self._prior_weight * self._prior_sums[index] / float(self._prior_count)
        weight = self._prior_weight + float(i64(bandit.visits[index]))
        bandit.values[index] = (prior + self._rollout_sums[index]) / weight
