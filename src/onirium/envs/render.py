"""Text rendering of an environment with the boards of the terminal."""

from io import StringIO
from typing import Final

from rich.console import Console as RichConsole

from onirium.envs.episode import Episodes
from onirium.i18n.catalog import Words
from onirium.terminal.board_registry import board_renderer
from onirium.terminal.console import Console

LINE_LENGTH: Final = 100
"""The maximum length of a line in characters."""


def render_text(episodes: Episodes, seat: int) -> str:
    """Return the last decision and the board from the viewpoint of a seat."""
    text = StringIO()
    _render(episodes, seat, RichConsole(file=text, width=LINE_LENGTH))
    return text.getvalue()


def print_board(episodes: Episodes, seat: int) -> None:
    """Print the last decision and the board from the viewpoint of a seat."""
    _render(episodes, seat, None)


def _render(episodes: Episodes, seat: int, rich_console: RichConsole | None) -> None:
    words = Words("en", episodes.game.name)
    renderer = board_renderer(episodes.game.name)
    console = Console(renderer.styles(words), rich_console)
    if episodes.decisions:
        console.print(f"> {episodes.game.notation(episodes.decisions[-1])}")
    console.print_rows(renderer.rows(episodes.state.view(seat), words))
    console.print()
