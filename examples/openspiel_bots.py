"""ISMCTS of OpenSpiel plays Nightmarium against the greedy bot of Onirium."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot

import onirium
from onirium.bots.registry import make_bot
from onirium.envs.openspiel import OniriumBot, OniriumState

GAME_COUNT = 2
SIMULATIONS = 5
ROLLOUT_BOT = "random"


class RolloutEvaluator:
    """Evaluates a state by a rollout inside Onirium, which is faster than one in OpenSpiel."""

    def __init__(self, bot: str, game: onirium.Game) -> None:
        self.bot = make_bot(bot, game)
        self.rng = onirium.Random(1)

    def evaluate(self, state: OniriumState) -> list[float]:
        """Return the returns of all seats after a rollout with the bot in every seat."""
        rollout = state.state.clone()
        rollout.resolve_chance(self.rng)
        while not rollout.is_terminal():
            rollout.apply_unchecked(self.bot.choose(rollout, self.rng))
            rollout.resolve_chance(self.rng)
        return rollout.returns()

    def prior(self, state: OniriumState) -> list[tuple[int, float]]:
        """Return the same weight for each action."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


game = pyspiel.load_game("python_nightmarium")
won = [0.0, 0.0]
for number in range(GAME_COUNT):
    rng = np.random.RandomState(number)
    search = ISMCTSBot(
        game, RolloutEvaluator(ROLLOUT_BOT, game.game), 1.0, SIMULATIONS, random_state=rng
    )
    greedy = OniriumBot(make_bot("greedy", game.game), number)
    results = pyspiel.evaluate_bots(game.new_initial_state(), [search, greedy], number)
    won = [sum(pair) for pair in zip(won, results, strict=True)]
print("won by the search:", won[0], "by greedy:", won[1], "of", GAME_COUNT, "games")
