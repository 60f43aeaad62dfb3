"""The definition of a player: everything that a study needs to know before it plays."""

from typing import Protocol

from onirium.bots.base import Bot
from onirium.bots.player import Player
from onirium.core.game import Game


class PlayerDefinition(Protocol):
    """A kind of player, made from a name."""

    @property
    def is_slow(self) -> bool:
        """Whether a game may take seconds, so that jobs have few games."""

    def check(self, game: Game) -> None:
        """Check that the player can play a game.

        Raises:
            ValueError: if it cannot; the message names the player and the reason.
        """

    def make(self, game: Game) -> Bot | Player:
        """Create the player."""
