"""An environment shown as the terminal shows the game."""

from io import StringIO
from typing import Final

from rich.console import Console as RichConsole

from onirium.envs.episode import Episodes
from onirium.i18n.catalog import Words
from onirium.terminal.board_registry import board_renderer
from onirium.terminal.console import Console

WIDTH: Final = 100
"""A line of text has no more letters than this."""


def as_text(episodes: Episodes, seat: int) -> str:
    """Return the table as a seat sees it, below what was decided last."""
    text = StringIO()
    _show(episodes, seat, RichConsole(file=text, width=WIDTH))
    return text.getvalue()


def show(episodes: Episodes, seat: int) -> None:
    """Print the table as a seat sees it, below what was decided last."""
    _show(episodes, seat, None)


def _show(episodes: Episodes, seat: int, rich_console: RichConsole | None) -> None:
    words = Words("en", episodes.game.name)
    table = board_renderer(episodes.game.name)
    console = Console(table.styles(words), rich_console)
    if episodes.decisions:
        console.print(f"> {episodes.game.notation(episodes.decisions[-1])}")
    console.print_rows(table.rows(episodes.state.view(seat), words))
    console.print()
