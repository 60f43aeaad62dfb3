"""How the table of each game is shown in a terminal: the module that every game has for it."""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from onirium.core.extension_point import ExtensionPoint
from onirium.i18n.catalog import Words
from onirium.terminal.console import Row


class TableText(Protocol):
    """How a game is shown in a terminal: the rows of its table, and what stands out in them."""

    def styles(self, words: Words) -> dict[str, str]:
        """Return the phrases that stand out, and the style of each."""

    def rows(self, view: Any, words: Words) -> Sequence[Row]:
        """Return the table, line by line: a label and what it labels, or pictures."""


BOARDS: Final = ExtensionPoint[TableText]("onirium.terminal.{game}.board")


def table_of(game: str) -> TableText:
    """Return how the table of a game is shown."""
    return BOARDS.load(game)
