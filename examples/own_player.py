"""A player of one's own that always discards and never plays a card.

From the command line: onirium simulate onirim --seat examples.own_player:DiscardingPlayer
"""

import onirium
from onirium.studies.simulation.game_loop import play_games


class DiscardingPlayer(onirium.Player):
    """Takes the last legal action, which is a discard in a turn."""

    def choose(self, information: onirium.InformationSet, _: onirium.Random) -> int:
        """Return the last legal action."""
        return information.legal_actions()[-1]


if __name__ == "__main__":
    game = onirium.load("onirim")
    tally = play_games(game, [DiscardingPlayer()], [1, 2], 0, 100)
    print("won", tally.wins[0], "of", tally.games, "games of", tally.steps // tally.games, "steps")
