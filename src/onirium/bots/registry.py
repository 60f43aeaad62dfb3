"""Computer players: those of every game, and those that know one."""

from functools import cache
from typing import Final, Protocol

from onirium.bots.base import Player, RandomPlayer
from onirium.bots.network.registry import has_networks, searching
from onirium.core.extension_point import ExtensionPoint
from onirium.core.game import Game

__all__ = [
    "BUDGETS_MS",
    "Player",
    "RandomPlayer",
    "UnknownPlayer",
    "check_player",
    "is_slow",
    "make_player",
    "player_names",
]


class BotModule(Protocol):
    """A module with a bot that is written for one game."""

    def make(self, game: Game) -> Player:
        """Return the bot."""


_OF_A_GAME: Final = {"greedy": ExtensionPoint[BotModule]("onirium.bots.{game}.greedy")}

BUDGETS_MS: Final = {"quick": 1.0, "strong": 100.0}
"""The players that search, and for how many milliseconds they think about a decision at most."""

_SLOW = ("strong",)


class UnknownPlayer(ValueError):
    """A name that no computer player of the game bears; the text says which names there are."""


def player_names(game: Game) -> list[str]:
    """Return the names of the computer players of a game.

    >>> import onirium
    >>> player_names(onirium.load("onirim"))
    ['random', 'greedy', 'quick', 'strong']
    """
    learned = BUDGETS_MS if has_networks(game.name) else ()
    return ["random", *_players_that_know(game.name), *learned]


def check_player(name: str, game: Game) -> None:
    """Make sure that a game has a computer player of a name.

    Raises:
        UnknownPlayer: naming those that there are.
    """
    if name not in player_names(game):
        there_are = ", ".join(player_names(game))
        raise UnknownPlayer(f"{game.name} has no player {name!r}; there are: {there_are}")


def is_slow(name: str) -> bool:
    """Tell whether a computer player takes its time: it had better think where nobody waits."""
    return name in _SLOW


def make_player(name: str, game: Game, budget_ms: float | None = None) -> Player:
    """Return a computer player of a game.

    Args:
        name: its name.
        game: the game.
        budget_ms: for how many milliseconds ``strong`` thinks at most; the others take no notice.

    Raises:
        UnknownPlayer: naming those that there are.
        WeightsError: if what a player has learned is missing or damaged.
    """
    check_player(name, game)
    if name == "random":
        return RandomPlayer()
    if name in BUDGETS_MS:
        given = budget_ms if is_slow(name) else None
        return searching(game, given or BUDGETS_MS[name])
    return _OF_A_GAME[name].load(game.name).make(game)


@cache
def _players_that_know(game: str) -> tuple[str, ...]:
    """Return the players for which the folder of a game has a module."""
    return tuple(name for name, point in _OF_A_GAME.items() if point.is_provided(game))
