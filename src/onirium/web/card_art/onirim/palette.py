"""Colours of the places, different in lightness too for people who confuse red and green."""

from typing import Final, NamedTuple


class Place(NamedTuple):
    """The colours of a place: its own, the frame of its cards, the ink of its outlines."""

    colour: str
    frame: str
    ink: str
    deep: str
    """The darkest ground."""
    stone: str
    """Colour of walls."""


PLACES: Final = {
    "red": Place("#fe5842", "#ffe8d4", "#4a0d22", "#3b0a20", "#f0a07a"),
    "blue": Place("#3757af", "#dcebff", "#0e1748", "#0b1240", "#8fb2ee"),
    "green": Place("#79f5d3", "#e6fff0", "#07402f", "#053226", "#d6f2df"),
    "brown": Place("#3e2614", "#fae6c1", "#2a1709", "#1d0f06", "#c3945c"),
}

GOLD: Final = ("#fff4bd", "#ffd45c", "#f29a2e")
"""The light of suns and keys, from its middle outwards."""
SILVER: Final = ("#ffffff", "#eef0ff", "#b9bfea")
NIGHT: Final = Place("#8f6bff", "#e6dcff", "#150b33", "#0d0722", "#b9a6e8")
"""Palette of cards that belong to no place."""
