"""A custom bot that always discards and never plays a card."""

import onirium
from onirium.bots.registry import Bot
from onirium.studies.simulation.game_loop import play_games


class DiscardingBot(Bot):
    """Takes the last legal action, which is a discard in a turn."""

    def choose(self, state: onirium.State, _: onirium.Random) -> int:
        """Return the last legal action."""
        return state.legal_actions()[-1]


game = onirium.load("onirim")
tally = play_games(game, [DiscardingBot()], [1, 2], 0, 100)
print("won", tally.wins[0], "of", tally.games, "games of", tally.steps // tally.games, "steps")
