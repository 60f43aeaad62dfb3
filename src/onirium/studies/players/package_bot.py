"""The bots of the package as players: ``greedy``, or ``strong@500`` with 500 simulations."""

from typing import Final, NamedTuple

from onirium.bots.base import Bot
from onirium.bots.player import PlayerError
from onirium.bots.registry import SEARCH_BOTS, check_bot, default_simulations, make_bot
from onirium.core.game import Game

SIMULATIONS_SIGN: Final = "@"
"""Separates the name of a search bot and its number of simulations."""


class PackageBot(NamedTuple):
    """A bot of the package.

    Attributes:
        bot: its name.
        simulations: the number of simulations for one decision, or None for its default.
    """

    bot: str
    simulations: int | None = None

    @property
    def is_slow(self) -> bool:
        """Whether it searches."""
        return self.bot in SEARCH_BOTS

    def check(self, game: Game) -> None:
        """Check that the game has the bot, and that its weights can be read."""
        self.make(game)

    def make(self, game: Game) -> Bot:
        """Create the bot."""
        check_bot(self.bot, game)
        if self.simulations is not None and not self.is_slow:
            raise PlayerError(f"{self.bot} does not search: omit {SIMULATIONS_SIGN}")
        return make_bot(self.bot, game, self.simulations)

    def simulations_per_decision(self, game: Game) -> int | None:
        """Return the number of simulations for one decision, or None without a search."""
        if not self.is_slow:
            return None
        return self.simulations or default_simulations(self.bot, game)


def parse_package_bot(name: str) -> PackageBot:
    """Parse the name of a bot, with or without a number of simulations.

    Raises:
        PlayerError: if the number is not a positive integer.

    >>> parse_package_bot("strong@500")
    PackageBot(bot='strong', simulations=500)
    """
    bot, sign, number = name.partition(SIMULATIONS_SIGN)
    if not sign:
        return PackageBot(bot)
    if not (number.isascii() and number.isdecimal() and int(number)):
        raise PlayerError(f"{name}: write a number of simulations after {sign}, as {bot}@500")
    return PackageBot(bot, int(number))


def with_simulations(name: str, simulations: int | None) -> str:
    """Return the name of a search bot with a number of simulations, unless it has one.

    Other names are returned as they are.

    >>> [with_simulations(name, 500) for name in ("quick", "strong@20", "greedy")]
    ['quick@500', 'strong@20', 'greedy']
    """
    if simulations is None or name not in SEARCH_BOTS:
        return name
    return f"{name}{SIMULATIONS_SIGN}{simulations}"
