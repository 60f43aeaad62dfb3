"""The bot that generates training games while it imitates an expert."""

from typing import final

from librt.random import Random
from mypy_extensions import i64

from onirium.bots.base import Bot
from onirium.bots.network.evaluator import Evaluator
from onirium.bots.search.one_ply import OnePly
from onirium.core.game import Game, State


@final
class GuidedBot(Bot):
    """Plays the expert's action unless one-ply lookahead prefers another by a margin.

    A network overestimates states that are absent from its training. With a margin the bot seldom
    deviates from the expert and visits the states that correct those estimates. The training data
    come from the bot's own policy, not the expert's, as in DAgger (Ross, Gordon, Bagnell 2011).

    Args:
        game: the game.
        evaluator: estimates win probabilities.
        expert: the bot to imitate, or None to play the best action of the evaluator.
        advantage_margin: required difference in win probability.
    """

    def __init__(
        self, game: Game, evaluator: Evaluator, expert: Bot | None, advantage_margin: float
    ) -> None:
        self._ahead = OnePly(game, evaluator)
        self._seats: i64 = game.seats
        self._expert = expert
        self._advantage_margin = advantage_margin

    def choose(self, state: State, rng: Random) -> i64:
        """Return the selected action, looking ahead in a determinization of the state."""
        ahead = self._ahead
        determinization = state
        if self._seats > 1:
            determinization = state.determinize(state.current_player(), rng)
        best = ahead.best_action(determinization)
        if self._expert is None:
            return best
        expert_action = self._expert.choose(state, rng)
        if ahead.value - ahead.value_of(expert_action) > self._advantage_margin:
            return best
        return expert_action
