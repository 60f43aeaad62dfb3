"""Bots by name: lists, validates and creates the bots of a game."""

from functools import cache
from typing import Final, Protocol

from onirium.bots.base import Bot, RandomBot
from onirium.bots.search_registry import has_networks, make_search_bot
from onirium.core.extension_point import ExtensionPoint
from onirium.core.game import Game

__all__ = [
    "TIME_BUDGET_MS",
    "Bot",
    "RandomBot",
    "UnknownBot",
    "bot_names",
    "check_bot",
    "make_bot",
    "runs_in_worker",
]


class BotModule(Protocol):
    """A module with a bot that is written for one game."""

    def make(self, game: Game) -> Bot:
        """Create the bot."""


_RULE_BASED_BOTS: Final = {"greedy": ExtensionPoint[BotModule]("onirium.bots.{game}.greedy")}

TIME_BUDGET_MS: Final = {"quick": 1.0, "strong": 100.0}
"""The search bots, each with its time budget for one decision in milliseconds."""

_WORKER_BOTS = ("strong",)


class UnknownBot(ValueError):
    """A bot name that the game does not have; the message lists the available names."""


def bot_names(game: Game) -> list[str]:
    """Return the names of the bots of a game, the weakest first.

    >>> import onirium
    >>> bot_names(onirium.load("onirim"))
    ['random', 'greedy', 'quick', 'strong']
    """
    search_bots = TIME_BUDGET_MS if has_networks(game.name) else ()
    return ["random", *_rule_based_bots(game.name), *search_bots]


def check_bot(name: str, game: Game) -> None:
    """Check that a game has a bot of this name.

    Raises:
        UnknownBot: if it has not; the message lists the available names.
    """
    if name not in bot_names(game):
        available = ", ".join(bot_names(game))
        raise UnknownBot(f"{game.name} has no bot {name!r}; available: {available}")


def runs_in_worker(name: str) -> bool:
    """Return whether a bot is too slow to run in a server's event loop."""
    return name in _WORKER_BOTS


def make_bot(name: str, game: Game, budget_ms: float | None = None) -> Bot:
    """Create a bot for a game.

    Args:
        name: the name of the bot.
        game: the game.
        budget_ms: the time budget of ``strong`` for one decision in milliseconds, instead of its
            default; other bots ignore it.

    Raises:
        UnknownBot: if the game has no bot of this name.
        WeightsError: if the weights of its network are missing or damaged.
    """
    check_bot(name, game)
    if name == "random":
        return RandomBot()
    if name in TIME_BUDGET_MS:
        budget = budget_ms if runs_in_worker(name) else None
        return make_search_bot(game, budget or TIME_BUDGET_MS[name])
    return _RULE_BASED_BOTS[name].load(game.name).make(game)


@cache
def _rule_based_bots(game: str) -> tuple[str, ...]:
    """Return the names of the bots that have a module in the package of a game."""
    return tuple(name for name, point in _RULE_BASED_BOTS.items() if point.is_provided(game))
