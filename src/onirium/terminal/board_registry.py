"""The extension point for rendering the boards of the games as text."""

from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeVar

from onirium.core.extension_point import ExtensionPoint
from onirium.core.view import View
from onirium.i18n.catalog import Words
from onirium.terminal.console import Row

ViewT_contra = TypeVar("ViewT_contra", bound=View, contravariant=True)


class BoardRenderer(Protocol[ViewT_contra]):
    """A module that renders the board of one game as labelled rows."""

    def styles(self, words: Words) -> dict[str, str]:
        """Return the phrases to highlight with their rich styles."""

    def rows(self, view: ViewT_contra, words: Words) -> Sequence[Row]:
        """Return the rows of the board as one seat sees it."""


BOARDS: Final = ExtensionPoint[BoardRenderer[Any]]("onirium.terminal.{game}.board")


def board_renderer(game: str) -> BoardRenderer[Any]:
    """Return the renderer of a game.

    Args:
        game: the name of the game.
    """
    return BOARDS.load(game)
