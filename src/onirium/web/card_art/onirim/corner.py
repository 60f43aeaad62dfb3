"""Corner that identifies a card when others cover the rest, and its signs alone."""

from typing import Final

from onirium.web.card_art.onirim.palette import Place
from onirium.web.card_art.svg import circle, drawing, group, moved, path

_SIDE: Final = 100
"""Size of a picture of a badge or sign alone."""

_WIDE: Final = 60
_TALL: Final = 112
_SHORT: Final = 64
_SHADOW: Final = 3
_UPPER: Final = (33, 35)
_LOWER: Final = (33, 84)


def corner(place: Place, upper: str, lower: str = "") -> str:
    """Return the corner at the top left, of the frame's colour, with one or two signs."""
    tall = _TALL if lower else _SHORT
    return group(
        path(_plaque(_WIDE + _SHADOW, tall + _SHADOW), place.deep, opacity=".3"),
        path(_plaque(_WIDE, tall), place.frame),
        moved(*_UPPER, upper, scale=0.48),
        moved(*_LOWER, lower, scale=0.42) if lower else "",
    )


def _plaque(wide: int, tall: int) -> str:
    return f"M0 0H{wide}V{tall - 20}Q{wide} {tall} {wide - 20} {tall}H0Z"


def alone(sign: str, place: Place) -> str:
    """Return the file of a sign alone, on a disc that sets it off from any table."""
    middle = _SIDE / 2
    disc = circle(middle, middle, 47, place.frame, stroke=place.ink, stroke_width=4)
    return drawing(_SIDE, _SIDE, disc, moved(middle, middle, sign, scale=0.66))
