"""Colours of the four legions, distinguishable with any colour vision by their lightness."""

from typing import Final, NamedTuple

from onirium.web.card_art.svg import darker, lighter, mix

BONE: Final = "#f6efd9"
METAL: Final = "#8f98ad"
BRASS: Final = "#e0b04a"
MAW: Final = "#4a1030"
TONGUE: Final = "#f0718a"
BLOOD: Final = "#e2405c"


class Palette(NamedTuple):
    """Paints of the monsters of a legion.

    Attributes:
        skin: the legion's colour.
        trim: matching cloth, chitin or fur.
        glow: eyes and lights.
        night: the dark of a card behind them, of the complementary hue.
        dusk: the light of it.
    """

    skin: str
    trim: str
    glow: str
    night: str
    dusk: str


PALETTES: Final = {
    "necronaut": Palette("#4a64cc", "#8a3440", "#ffd75e", "#26120f", "#b8602e"),
    "homunculus": Palette("#ab2436", "#5b6478", "#c8f04e", "#06201f", "#2f8f80"),
    "insektoid": Palette("#cc9138", "#5e2f14", "#ff5a4a", "#120f33", "#4a56b4"),
    "chimerid": Palette("#96edc4", "#7b4ab8", "#ffb52e", "#1f0a2b", "#8a3a86"),
}

_TONES: Final = ("#ffffff", "#ffb070", "#2a1a70")
"""Colours mixed into a legion's colour, so that its monsters differ in skin."""


def skin(palette: Palette, tone: int) -> tuple[str, str, str]:
    """Return a monster's skin in the light, in its own colour, and in the shade."""
    itself = mix(palette.skin, _TONES[tone], 0.14)
    return lighter(itself, 0.38), itself, darker(itself, 0.42)
