"""Recording of self-play games as training data: active features and targets of each decision."""

from typing import final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i32, i64

from onirium.bots.base import Bot
from onirium.bots.network.evaluator import Evaluator, FeatureEncoder
from onirium.bots.network.feature_writer import FeatureWriter
from onirium.core.buffers import action_buffer
from onirium.core.chance import reseed
from onirium.core.game import TERMINAL, Game


@final
class SelfPlayRecorder:
    """Plays games and records a training example for each decision.

    An example is the afterstate of the decision (before its chance outcomes) as one randomly drawn
    seat observes it, and a TD(lambda) target (Sutton 1988): a mixture of the evaluator's estimates
    of the following afterstates and the result. The return is cut at exploratory actions, as in
    Watkins's Q(lambda): the target before a random action is the estimate alone.

    Args:
        game: the game.
        encoder: encodes states as active features.
        evaluator: estimates win probabilities.
        td_lambda: lambda of the targets.
        epsilon: probability of a uniformly random action.

    Attributes:
        feature_indices: active features of all examples, concatenated.
        row_ends: for each example the end of its features in ``feature_indices``.
        targets: win probabilities to predict.
        wins: sum of the returns of the first bot.
    """

    def __init__(
        self,
        game: Game,
        encoder: FeatureEncoder,
        evaluator: Evaluator,
        td_lambda: float,
        epsilon: float,
    ) -> None:
        self.feature_indices = vec[i32]()
        self.row_ends = vec[i64]()
        self.targets = vec[float]()
        self.wins = 0.0
        self._td_lambda = td_lambda
        self._epsilon = epsilon
        self._initial_state = game.new_state()
        self._state = game.new_state()
        self._seats: i64 = game.seats
        self._encoder = encoder
        self._evaluator = evaluator
        self._writer = FeatureWriter()
        self._actions = action_buffer()
        self._observers = vec[i64]()
        self._explored = vec[i64]()
        self._estimates = vec[float]()

    def play(self, key: i64, first: i64, games: i64, bots: list[Bot]) -> None:
        """Play games, rotating the bots by one seat after each.

        Args:
            key: key from which each game derives a random stream of its own.
            first: index of the first game.
            games: number of games.
            bots: one bot for each seat.
        """
        rng = Random(key)
        game: i64
        for game in range(first, first + games):
            reseed(rng, key, game)
            self._play_game(rng, bots, game)

    def _play_game(self, rng: Random, bots: list[Bot], game: i64) -> None:
        state = self._state
        state.copy_from(self._initial_state)
        self._observers = vec[i64]()
        self._explored = vec[i64]()
        self._estimates = vec[float]()
        while True:
            state.resolve_chance(rng)
            seat = state.current_player()
            if seat == TERMINAL:
                break
            state.apply_unchecked(self._choose(bots[(seat + game) % self._seats], rng))
            self._record(rng.randrange(self._seats))
        returns = state.returns()
        for seat in range(self._seats):
            self._set_targets(seat, returns[seat])
            if (seat + game) % self._seats == 0:
                self.wins += returns[seat]

    def _choose(self, bot: Bot, rng: Random) -> i64:
        """Return a random action with probability epsilon, otherwise that of the bot."""
        if rng.random() < self._epsilon:
            self._explored = append(self._explored, 1)
            return self._actions[rng.randrange(self._state.legal_actions_into(self._actions))]
        self._explored = append(self._explored, 0)
        return bot.choose(self._state, rng)

    def _record(self, seat: i64) -> None:
        """Append the example of a seat, and the estimates of all seats."""
        writer = self._writer
        self._encoder.encode(self._state, seat, writer)
        index: i64
        for index in range(writer.count):
            self.feature_indices = append(self.feature_indices, i32(writer.indices[index]))
        self.row_ends = append(self.row_ends, i64(len(self.feature_indices)))
        self.targets = append(self.targets, 0.0)
        self._observers = append(self._observers, seat)
        observer: i64
        for observer in range(self._seats):
            self._estimates = append(self._estimates, self._evaluator.value(self._state, observer))

    def _set_targets(self, seat: i64, result: float) -> None:
        """Compute the targets of the examples of a seat, from the end of the game backwards."""
        decision: i64 = i64(len(self._observers)) - 1
        example: i64 = i64(len(self.targets)) - 1
        target = result
        while decision >= 0:
            estimate = self._estimates[decision * self._seats + seat]
            if decision + 1 < i64(len(self._explored)) and self._explored[decision + 1] == 1:
                target = estimate
            if self._observers[decision] == seat:
                self.targets[example] = target
            target = self._td_lambda * target + (1.0 - self._td_lambda) * estimate
            decision -= 1
            example -= 1
