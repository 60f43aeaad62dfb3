"""Renders an environment: text with the boards of the terminal, pixels with the card art."""

from io import StringIO
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rich.console import Console as RichConsole

from onirium.envs.episode import Episodes
from onirium.i18n.catalog import Words
from onirium.notebook.board import view_to_svg
from onirium.notebook.pixels import to_pixels
from onirium.terminal.board_registry import board_renderer
from onirium.terminal.console import Console

FRAME_HEIGHT_PX: Final = 760
"""The height of a frame, equal to its width, with room for the longest rows."""

LANGUAGE: Final = "en"
"""The language of all renderings, so that they depend on the state alone."""

LINE_LENGTH: Final = 100
"""The maximum length of a line in characters."""


def render_text(episodes: Episodes, seat: int) -> str:
    """Return the last decision and the board from the viewpoint of a seat."""
    text = StringIO()
    _render(episodes, seat, RichConsole(file=text, width=LINE_LENGTH))
    return text.getvalue()


def render_pixels(episodes: Episodes, seat: int) -> NDArray[np.uint8]:
    """Return the cards that a seat sees as rows and columns of red, green and blue.

    All frames of a game have one size, as videos need.

    Raises:
        ModuleNotFoundError: if the extra ``render`` is not installed.
    """
    view = episodes.state.view(seat)
    return to_pixels(view_to_svg(view, height_px=FRAME_HEIGHT_PX, language=LANGUAGE) or "")


def print_board(episodes: Episodes, seat: int) -> None:
    """Print the last decision and the board from the viewpoint of a seat."""
    _render(episodes, seat, None)


def _render(episodes: Episodes, seat: int, rich_console: RichConsole | None) -> None:
    words = Words(LANGUAGE, episodes.game.name)
    renderer = board_renderer(episodes.game.name)
    console = Console(renderer.styles(words), rich_console)
    if episodes.decisions:
        console.print(f"> {episodes.game.notation(episodes.decisions[-1])}")
    console.print_rows(renderer.rows(episodes.state.view(seat), words))
    console.print()
