"""Games played to learn from: what was seen after each decision, and what came of it."""

from typing import final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i32, i64

from onirium.bots.base import Bot
from onirium.bots.network.evaluator import Evaluator, FeatureEncoder
from onirium.bots.network.feature_writer import FeatureWriter
from onirium.core.chance import reseed
from onirium.core.game import TERMINAL, Game, action_buffer


@final
class Episodes:
    """Plays games and keeps what a network shall learn of them.

    After each decision one of the seats is looked at. What it shall expect there is in part what it
    expects after the next decision, and in part what really came of that one: ``trust`` says how
    large this part is. What comes of an action taken at random counts for nothing that was before.

    Attributes:
        on: the inputs that are on after each decision, one decision behind the other.
        ends: for each decision where its inputs end.
        targets: what the network shall say there.
        games: how many games were played.
        won: how many of them the first player won.
    """

    def __init__(
        self, game: Game, inputs: FeatureEncoder, evaluator: Evaluator, trust: float, explore: float
    ) -> None:
        self.on = vec[i32]()
        self.ends = vec[i64]()
        self.targets = vec[float]()
        self.games: i64 = 0
        self.won = 0.0
        self._trust = trust
        self._explore = explore
        self._start = game.new_state()
        self._state = game.new_state()
        self._seats: i64 = game.seats
        self._inputs = inputs
        self._evaluator = evaluator
        self._pen = FeatureWriter()
        self._actions = action_buffer()
        self._looked = vec[i64]()
        self._strays = vec[i64]()
        self._expected = vec[float]()

    def play(self, key: i64, first: i64, games: i64, players: list[Bot]) -> None:
        """Play some games; after each everybody moves one seat on.

        Args:
            key: the key of the random stream.
            first: the number of the first game.
            games: how many.
            players: who plays.
        """
        dice = Random(key)
        game: i64
        for game in range(first, first + games):
            reseed(dice, key, game)
            self._play_game(dice, players, game)

    def _play_game(self, dice: Random, players: list[Bot], game: i64) -> None:
        state = self._state
        state.copy_from(self._start)
        self._looked = vec[i64]()
        self._strays = vec[i64]()
        self._expected = vec[float]()
        while True:
            state.resolve_chance(dice)
            seat = state.current_player()
            if seat == TERMINAL:
                break
            state.apply_unchecked(self._choose(players[(seat + game) % self._seats], dice))
            self._look(dice.randrange(self._seats))
        returns = state.returns()
        self.games += 1
        for seat in range(self._seats):
            self._go_back(seat, returns[seat])
            if (seat + game) % self._seats == 0:
                self.won += returns[seat]

    def _choose(self, player: Bot, dice: Random) -> i64:
        """Choose an action, now and then any."""
        if dice.random() < self._explore:
            self._strays = append(self._strays, 1)
            return self._actions[dice.randrange(self._state.legal_actions_into(self._actions))]
        self._strays = append(self._strays, 0)
        return player.choose(self._state, dice)

    def _look(self, seat: i64) -> None:
        """Keep what a seat sees after a decision, and what each expects."""
        writer = self._pen
        self._inputs.encode(self._state, seat, writer)
        place: i64
        for place in range(writer.count):
            self.on = append(self.on, i32(writer.indices[place]))
        self.ends = append(self.ends, i64(len(self.on)))
        self.targets = append(self.targets, 0.0)
        self._looked = append(self._looked, seat)
        each: i64
        for each in range(self._seats):
            self._expected = append(self._expected, self._evaluator.value(self._state, each))

    def _go_back(self, seat: i64, result: float) -> None:
        """Go back over a game and say what a seat had to expect after each decision."""
        decision: i64 = i64(len(self._looked)) - 1
        at: i64 = i64(len(self.targets)) - 1
        target = result
        while decision >= 0:
            expected = self._expected[decision * self._seats + seat]
            if decision + 1 < i64(len(self._strays)) and self._strays[decision + 1] == 1:
                target = expected
            if self._looked[decision] == seat:
                self.targets[at] = target
            target = self._trust * target + (1.0 - self._trust) * expected
            decision -= 1
            at -= 1
