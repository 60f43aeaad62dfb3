"""The shapes of the four colours: diamond, drop, leaf and book."""

from typing import Final

from onirium.web.card_art.onirim.palette import PLACES, Place
from onirium.web.card_art.svg import line, path

_DIAMOND: Final = "M0-46L36 0L0 46L-36 0Z"
_DIAMOND_LIGHT: Final = "M0-30L0 0L-23 0Z"
_DROP: Final = "M0-48C6-30 34-8 34 14A34 34 0 0 1-34 14C-34-8-6-30 0-48Z"
_DROP_LIGHT: Final = "M-18 12Q-17 27-3 31"
_LEAF: Final = "M-38 40C-46-14-12-46 42-42C48 10 18 46-24 34Z"
_LEAF_VEINS: Final = "M-40 42Q-12 6 24-24M-18 16L-20-8M-18 16L8 16M-1 0L-3-20M-1 0L20-1"
_BOOK: Final = "M-46-30Q-20-40 0-26Q20-40 46-30V32Q20 22 0 36Q-20 22-46 32Z"
_PAGES: Final = "M-38-23Q-18-30-3-19V25Q-18 17-38 23ZM38-23Q18-30 3-19V25Q18 17 38 23Z"


def badge(colour: str) -> str:
    """Return the shape of a colour around the origin, about 90 wide."""
    return _BADGES[colour](PLACES[colour])


def _filled(d: str, place: Place) -> str:
    return path(d, place.colour, stroke=place.ink, stroke_width=6)


def _diamond(place: Place) -> str:
    return _filled(_DIAMOND, place) + path(_DIAMOND_LIGHT, "#ffb39c")


def _drop(place: Place) -> str:
    return _filled(_DROP, place) + line(_DROP_LIGHT, "#a9c8ff", 7)


def _leaf(place: Place) -> str:
    return _filled(_LEAF, place) + line(_LEAF_VEINS, place.ink, 5)


def _book(place: Place) -> str:
    return _filled(_BOOK, place) + path(_PAGES, "#f3d9a4")


_BADGES: Final = {"red": _diamond, "blue": _drop, "green": _leaf, "brown": _book}
