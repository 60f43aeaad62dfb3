"""Bots by name: lists, validates and creates the bots of a game."""

from functools import cache
from typing import Final, Protocol

from onirium.bots.base import MAX_SIMULATIONS, Bot, RandomBot
from onirium.bots.search_registry import has_networks, make_search_bot, simulations_in
from onirium.core.build import is_compiled
from onirium.core.extension_point import ExtensionPoint
from onirium.core.game import Game
from onirium.core.spelling import suggest

__all__ = [
    "SEARCH_BOTS",
    "Bot",
    "RandomBot",
    "UnknownBot",
    "bot_names",
    "check_bot",
    "default_simulations",
    "make_bot",
    "make_timed_bot",
    "runs_in_worker",
]


class BotModule(Protocol):
    """A module with a bot that is written for one game."""

    def make(self, game: Game) -> Bot:
        """Create the bot."""


_RULE_BASED_BOTS: Final = {"greedy": ExtensionPoint[BotModule]("onirium.bots.{game}.greedy")}

_TIME_BUDGET_MS: Final = {"quick": 1.0, "strong": 100.0}
"""The time that the simulations of one decision take, in milliseconds, by search bot."""

_INTERPRETED_LIMIT_MS: Final = {"quick": 80.0, "strong": 1000.0}
"""The time limits at tables if the rules are interpreted, in milliseconds."""

SEARCH_BOTS: Final = tuple(_TIME_BUDGET_MS)
"""The names of the search bots."""

_WORKER_BOTS: Final = ("strong",)


class UnknownBot(ValueError):
    """A bot name that the game does not have; the message lists the available names."""


def bot_names(game: Game) -> list[str]:
    """Return the names of the bots of a game, the weakest first.

    >>> import onirium
    >>> bot_names(onirium.load("onirim"))
    ['random', 'greedy', 'quick', 'strong']
    """
    search_bots = SEARCH_BOTS if has_networks(game.name) else ()
    return ["random", *_rule_based_bots(game.name), *search_bots]


def check_bot(name: str, game: Game) -> None:
    """Check that a game has a bot of this name.

    Raises:
        UnknownBot: if it does not; the message lists the available names.
    """
    if name not in bot_names(game):
        raise UnknownBot(f"{game.name} has no bot {name!r}; {suggest(name, bot_names(game))}")


def runs_in_worker(name: str) -> bool:
    """Return whether a bot is too slow to run in a server's event loop."""
    return name in _WORKER_BOTS


def default_simulations(name: str, game: Game) -> int:
    """Return the number of simulations of a search bot for one decision."""
    return simulations_in(game, _TIME_BUDGET_MS[name])


def make_bot(name: str, game: Game, simulations: int | None = None) -> Bot:
    """Create a bot for a game, whose decisions depend on the state and the rng alone.

    Args:
        name: the name of the bot.
        game: the game.
        simulations: the number of simulations of a search bot for one decision, instead of its
            default; other bots ignore it.

    Raises:
        UnknownBot: if the game has no bot of this name.
        ValueError: if the number of simulations is not between 1 and ``MAX_SIMULATIONS``.
        WeightsError: if the weights of its network are missing or damaged.
    """
    check_bot(name, game)
    if simulations is not None and not 1 <= simulations <= MAX_SIMULATIONS:
        raise ValueError(f"simulations: {simulations} is not between 1 and {MAX_SIMULATIONS}")
    if name == "random":
        return RandomBot()
    if name in SEARCH_BOTS:
        if simulations is None:
            simulations = default_simulations(name, game)
        return make_search_bot(game, simulations)
    return _RULE_BASED_BOTS[name].load(game.name).make(game)


def make_timed_bot(name: str, game: Game, budget_ms: float | None = None) -> Bot:
    """Create a bot for a table, where people wait: the clock ends a search on a slow machine.

    Args:
        name: the name of the bot.
        game: the game.
        budget_ms: the time limit of ``strong`` for one decision in milliseconds, from which its
            number of simulations follows, instead of its default; other bots ignore it.

    Raises:
        UnknownBot: if the game has no bot of this name.
        WeightsError: if the weights of its network are missing or damaged.
    """
    if name not in SEARCH_BOTS:
        return make_bot(name, game)
    check_bot(name, game)
    if budget_ms is None or not runs_in_worker(name):
        budget_ms = _TIME_BUDGET_MS[name]
        time_limit_ms = budget_ms if is_compiled() else _INTERPRETED_LIMIT_MS[name]
    else:
        time_limit_ms = budget_ms
    return make_search_bot(game, simulations_in(game, budget_ms), time_limit_ms)


@cache
def _rule_based_bots(game: str) -> tuple[str, ...]:
    """Return the names of the bots that have a module in the package of a game."""
    return tuple(name for name, point in _RULE_BASED_BOTS.items() if point.is_provided(game))
