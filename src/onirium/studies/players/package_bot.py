"""The bots of the package as players: ``greedy``, or ``strong@500`` with 500 simulations."""

from typing import Final, NamedTuple

from onirium.bots.base import Bot
from onirium.bots.player import PlayerError
from onirium.bots.registry import SEARCH_BOTS, check_bot, default_simulations, make_bot
from onirium.core.game import Game
from onirium.studies.players.definition import PlayerProvenance

SIMULATIONS_SIGN: Final = "@"
"""Separates the name of a search bot and its number of simulations."""


class PackageBot(NamedTuple):
    """A bot of the package.

    Attributes:
        name: its name in the study.
        bot: the name of the bot.
        simulations: the number of simulations for one decision, or None for its default.
    """

    name: str
    bot: str
    simulations: int | None = None

    @property
    def is_slow(self) -> bool:
        """Whether it searches."""
        return self.bot in SEARCH_BOTS

    def check(self, game: Game) -> None:
        """Check that the game has the bot, and that its weights can be read.

        Raises:
            ValueError: as ``make``.
        """
        self.make(game)

    def make(self, game: Game) -> Bot:
        """Create the bot.

        Raises:
            UnknownBot: if the game has no such bot.
            PlayerError: if a number of simulations is given and the bot does not search.
            WeightsError: if the weights of its network are missing or damaged.
        """
        check_bot(self.bot, game)
        if self.simulations is not None and not self.is_slow:
            raise PlayerError(f"{self.name}: {self.bot} does not search; write {self.bot}")
        return make_bot(self.bot, game, self.simulations)

    def hash(self) -> None:
        """Return no hash: the hashes of the package include the bot."""
        return

    def describe(self, game: Game) -> PlayerProvenance:
        """Return its provenance, with the number of simulations of a search bot."""
        simulations = self.simulations
        if self.is_slow and simulations is None:
            simulations = default_simulations(self.bot, game)
        return PlayerProvenance(name=self.name, simulations=simulations)


def parse_package_bot(name: str) -> PackageBot:
    """Parse the name of a bot, with or without a number of simulations.

    Raises:
        PlayerError: if the number is not a positive integer.

    >>> parse_package_bot("strong@500")
    PackageBot(name='strong@500', bot='strong', simulations=500)
    """
    bot, sign, number = name.partition(SIMULATIONS_SIGN)
    if not sign:
        return PackageBot(name, bot)
    if not (number.isascii() and number.isdecimal() and int(number)):
        raise PlayerError(
            f"{name}: write a positive number of simulations after {sign}, such as strong@500"
        )
    return PackageBot(name, bot, int(number))


def with_simulations(name: str, simulations: int | None) -> str:
    """Return the name of a search bot with a number of simulations, unless it has one.

    Other names are returned as they are.

    >>> [with_simulations(name, 500) for name in ("quick", "strong@20", "greedy")]
    ['quick@500', 'strong@20', 'greedy']
    """
    if simulations is None or name not in SEARCH_BOTS:
        return name
    return f"{name}{SIMULATIONS_SIGN}{simulations}"
