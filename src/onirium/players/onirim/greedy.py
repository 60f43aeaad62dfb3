"""A rule-of-thumb player."""

from onirium.kernel.game import Game
from onirium.players.player import Player, RandomPlayer


def make(game: Game) -> Player:
    return RandomPlayer()
