"""Computer players: those of every game, and those that know one."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from onirium.bots.base import Player, RandomPlayer
from onirium.bots.network.registry import has_networks, searching
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

_OF_A_GAME = ("greedy",)

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
    make: Any = import_module(f"onirium.bots.{game.name}.{name}").make
    player: Player = make(game)
    return player


@cache
def _players_that_know(game: str) -> tuple[str, ...]:
    """Return the players for which the folder of a game has a module."""
    folder = f"onirium.bots.{game}"
    if find_spec(folder) is None:
        return ()
    return tuple(name for name in _OF_A_GAME if find_spec(f"{folder}.{name}"))
