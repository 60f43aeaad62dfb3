"""Card art of the games, drawn by code: each picture is an SVG file without text."""

from functools import cache
from typing import Final, Protocol

from onirium.core.extension_point import ExtensionPoint
from onirium.games import registry

VARIANTS: Final = 3
"""Number of different pictures for a card with several copies."""


class CardArt(Protocol):
    """The pictures of one game."""

    def card_svg(self, name: str) -> str:
        """Return a picture as an SVG file.

        Raises:
            KeyError: if there is no such picture.
        """

    def names(self) -> list[str]:
        """Return the names of all pictures."""


CARD_ART: Final = ExtensionPoint[CardArt]("onirium.web.card_art.{game}")


@cache
def card_svg(game: str, name: str) -> str:
    """Return a picture of a game.

    Raises:
        KeyError: if there is no such game or picture.
    """
    return _package(game).card_svg(name)


def names(game: str) -> list[str]:
    """Return the names of all pictures of a game.

    Raises:
        KeyError: if there is no such game.
    """
    return _package(game).names()


def _package(game: str) -> CardArt:
    if game not in registry.names():
        raise KeyError(game)
    return CARD_ART.load(game)
