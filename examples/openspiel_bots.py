"""A search of OpenSpiel plays Nightmarium against a computer player of Onirium."""

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot

import onirium
from onirium.bots.registry import make_bot
from onirium.envs.openspiel import OniriumState, PlayerBot

GAMES = 2
SIMULATIONS = 5
JUDGE = "random"


class Playouts:
    """Judges a state by playing it to its end, inside Onirium, where that is quickest."""

    def __init__(self, player: str, game: onirium.Game) -> None:
        self.player = make_bot(player, game)
        self.dice = onirium.Random(1)

    def evaluate(self, state: OniriumState) -> list[float]:
        """Return what each seat wins if the player decides for all of them."""
        world = state.state.clone()
        world.resolve_chance(self.dice)
        while not world.is_terminal():
            world.apply_unchecked(self.player.choose(world, self.dice))
            world.resolve_chance(self.dice)
        return world.returns()

    def prior(self, state: OniriumState) -> list[tuple[int, float]]:
        """Return the same weight for each action."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


game = pyspiel.load_game("python_nightmarium")
won = [0.0, 0.0]
for number in range(GAMES):
    dice = np.random.RandomState(number)
    search = ISMCTSBot(game, Playouts(JUDGE, game.game), 1.0, SIMULATIONS, random_state=dice)
    greedy = PlayerBot(make_bot("greedy", game.game), number)
    results = pyspiel.evaluate_bots(game.new_initial_state(), [search, greedy], number)
    won = [sum(pair) for pair in zip(won, results, strict=True)]
print("won by the search:", won[0], "by greedy:", won[1], "of", GAMES, "games")
