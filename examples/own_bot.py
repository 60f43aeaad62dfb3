"""A custom bot: it always discards and never plays a room."""

import onirium
from onirium.bots.registry import Bot
from onirium.studies.simulation.game_loop import play_games


class DiscardBot(Bot):
    """Chooses the last legal action, which in a turn is a discard."""

    def choose(self, state: onirium.State, _: onirium.Random) -> int:
        """Return the last legal action."""
        return state.legal_actions()[-1]


game = onirium.load("onirim")
tally = play_games(game, [DiscardBot()], [1, 2], 0, 100)
print("won", tally.wins[0], "of", tally.games, "games of", tally.steps // tally.games, "steps")
