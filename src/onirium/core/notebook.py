"""Pictures of states and views in notebooks, drawn by a package above the core if installed."""

from importlib import import_module
from typing import Final

BOARD_MODULE: Final = "onirium.notebook.board"


def draw(function: str, value: object) -> str | None:
    """Return the SVG file that a function of the board module draws.

    Returns:
        None for a game without pictures, or where only the packages of the core are installed; then
        a notebook shows the text.
    """
    try:
        svg: str | None = getattr(import_module(BOARD_MODULE), function)(value)
    except ModuleNotFoundError:
        return None
    return svg
