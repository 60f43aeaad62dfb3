"""How the table of each game is shown: the module that every game has for it."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol

from onirium.kernel.game import Game
from onirium.kernel.view import Choice
from onirium.terminal.screen import Row
from onirium.words import Words


class TableText(Protocol):
    """What a game tells a terminal: its views and choices in words."""

    def styles(self, words: Words) -> dict[str, str]:
        """Return the phrases that stand out, and the style of each."""

    def opening(self, game: Game, words: Words) -> list[str]:
        """Return what a game is about, as it is played with its options."""

    def is_private(self, view: Any, game: Game) -> bool:
        """Tell whether a view shows what people in other seats may not see."""

    def rows(self, view: Any, words: Words) -> Sequence[Row]:
        """Return the table, line by line: a label and what it labels, or pictures."""

    def label(self, choice: Choice, view: Any, words: Words) -> str:
        """Return what a choice does."""

    def note(self, choice: Choice, view: Any, words: Words) -> str:
        """Return what a choice brings with it, or nothing."""

    def help_on(self, view: Any, words: Words) -> list[str]:
        """Explain the choice at hand."""

    def ending(self, view: Any, words: Words) -> str:
        """Return how a game has ended."""


def table_of(game: str) -> TableText:
    """Return how the table of a game is shown."""
    table: Any = import_module(f"onirium.terminal.{game}.table")
    found: TableText = table
    return found
