"""The pictures of the games, drawn by our own code: each is an SVG file without a word in it."""

from functools import cache
from importlib import import_module
from typing import Any, Final

from onirium.games import registry

VARIANTS: Final = 3
"""So many pictures there are of a card of which there are several."""


@cache
def card_svg(game: str, name: str) -> str:
    """Return a picture of a game.

    Raises:
        KeyError: if there is no such game or picture.
    """
    found: str = _package(game).card_svg(name)
    return found


def names(game: str) -> list[str]:
    """Return the names of all pictures of a game.

    Raises:
        KeyError: if there is no such game.
    """
    found: list[str] = _package(game).names()
    return found


def _package(game: str) -> Any:
    if game not in registry.names():
        raise KeyError(game)
    return import_module(f"{__name__}.{game}")
