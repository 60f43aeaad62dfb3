"""The definition of a player: its provenance, its check for a game, and its creation."""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Protocol

import msgspec

from onirium.bots.base import Bot
from onirium.bots.player import Player
from onirium.core.game import Game


class PlayerProvenance(msgspec.Struct, frozen=True, kw_only=True):
    """The origin of a player.

    Attributes:
        name: its name in the study.
        information: ``seat`` if it has the information of its seat, ``state`` if it sees all.
        simulations: the number of simulations for one decision of a search bot, otherwise None.
        game: the game with that number of simulations, in a study, which may have several games;
            otherwise None.
        hash: the hash of its program, or None for a bot of the package.
    """

    name: str
    information: str = "seat"
    simulations: int | None = None
    game: str | None = None
    hash: str | None = None


class PlayerDefinition(Protocol):
    """A kind of player, made from a name."""

    @property
    def is_slow(self) -> bool:
        """Whether a game may take seconds, so that jobs have few games."""

    def hash(self) -> str | None:
        """Return the hash of its program, or None if it belongs to the package."""

    def describe(self, game: Game) -> PlayerProvenance:
        """Return its provenance, without a hash."""

    def check(self, game: Game) -> None:
        """Check that the player can play a game.

        Raises:
            ValueError: if it cannot; the message names the player and the reason.
        """

    def make(self, game: Game) -> Bot | Player:
        """Create the player."""


@dataclass(frozen=True)
class ExternalPlayer:
    """A player that is not part of the package.

    Attributes:
        name: its name in the study.
        source: the address or command in its name.
    """

    name: str
    source: str

    @property
    def is_slow(self) -> bool:
        """True: the speed of such a player is unknown."""
        return True

    @abstractmethod
    def hash(self) -> str:
        """Return the hash of its program."""

    def describe(self, game: Game) -> PlayerProvenance:
        """Return its provenance, without a hash."""
        del game
        return PlayerProvenance(name=self.name)
