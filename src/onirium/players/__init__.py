"""Computer players: those of every game, and those that know one."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from onirium.kernel.game import Game
from onirium.players.player import Player, RandomPlayer

__all__ = ["Player", "RandomPlayer", "UnknownPlayer", "make_player", "player_names"]

_OF_A_GAME = ("greedy",)


class UnknownPlayer(ValueError):
    """A name that no computer player of the game bears; the text says which names there are."""


def player_names(game: Game) -> list[str]:
    """Return the names of the computer players of a game.

    >>> import onirium
    >>> player_names(onirium.load("onirim"))
    ['random', 'greedy']
    """
    return ["random", *_players_that_know(game.name)]


def make_player(name: str, game: Game) -> Player:
    """Return a computer player of a game.

    Raises:
        UnknownPlayer: naming those that there are.
    """
    if name not in player_names(game):
        there_are = ", ".join(player_names(game))
        raise UnknownPlayer(f"{game.name} has no player {name!r}; there are: {there_are}")
    if name == "random":
        return RandomPlayer()
    make: Any = import_module(f"{__name__}.{game.name}.{name}").make
    player: Player = make(game)
    return player


@cache
def _players_that_know(game: str) -> tuple[str, ...]:
    """Return the players for which the folder of a game has a module."""
    folder = f"{__name__}.{game}"
    if find_spec(folder) is None:
        return ()
    return tuple(name for name in _OF_A_GAME if find_spec(f"{folder}.{name}"))
