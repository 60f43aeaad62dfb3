"""An environment shown as the terminal shows the game."""

from io import StringIO
from typing import Final

from rich.console import Console

from onirium.envs.episode import Episodes
from onirium.i18n.catalog import Words
from onirium.terminal.board_registry import table_of
from onirium.terminal.console import Screen

WIDTH: Final = 100
"""A line of text has no more letters than this."""


def as_text(episodes: Episodes, seat: int) -> str:
    """Return the table as a seat sees it, below what was decided last."""
    text = StringIO()
    _show(episodes, seat, Console(file=text, width=WIDTH))
    return text.getvalue()


def show(episodes: Episodes, seat: int) -> None:
    """Print the table as a seat sees it, below what was decided last."""
    _show(episodes, seat, None)


def _show(episodes: Episodes, seat: int, console: Console | None) -> None:
    words = Words("en", episodes.game.name)
    table = table_of(episodes.game.name)
    screen = Screen(table.styles(words), console)
    if episodes.decisions:
        screen.say(f"> {episodes.game.notation(episodes.decisions[-1])}")
    screen.say_rows(table.rows(episodes.state.view(seat), words))
    screen.say()
