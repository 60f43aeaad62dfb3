"""The goals: steps lead out of a book, up to a door."""

from typing import Final

from onirium.web.card_art.onirim.badges import badge
from onirium.web.card_art.onirim.corner import corner
from onirium.web.card_art.onirim.palette import PLACES, Place
from onirium.web.card_art.onirim.rooms import scene
from onirium.web.card_art.onirim.signs import sign
from onirium.web.card_art.onirim.symbols import HALOES
from onirium.web.card_art.svg import (
    card,
    ellipse,
    flipped,
    glow,
    lighter,
    line,
    mix,
    moved,
    path,
    polygon,
)

_X: Final = 131
_TOP: Final = 148
_RISE: Final = 23
_TREAD: Final = 14
_WINDING: Final = (0, 14, 20, 8, -12, -14)
"""Distance of the steps to the right of the door."""
_PAPER: Final = "#fff3d6"


def goal(colour: str) -> str:
    """Return a goal's card."""
    place = PLACES[colour]
    far, _ = scene(colour, "goal", 0)
    return card(
        far,
        glow("halo", _X, 110, 150, HALOES[colour], 1),
        _door(place, colour),
        _book(place),
        *(_step(place, number) for number in range(len(_WINDING))),
        corner(place, badge(colour), sign("steps", place.ink)),
        frame=place.frame,
    )


def _door(place: Place, colour: str) -> str:
    pen = {"stroke": place.ink, "stroke_width": "2.5"}
    return moved(
        _X,
        _TOP,
        path("M-56 0V-64A56 56 0 0 1 56-64V0Z", place.stone, **pen),
        path("M-44 0V-64A44 44 0 0 1 44-64V0Z", _PAPER, **pen),
        moved(0, -56, badge(colour), scale=0.68),
    )


def _step(place: Place, number: int) -> str:
    """Return a step of the winding stairs, with a footprint; the uppermost has number 0."""
    half = 32 + 5 * number
    tread = polygon([(-half, 0), (half, 0), (half + 7, _TREAD), (-half - 7, _TREAD)])
    side = -1 if number % 2 else 1
    pen = {"stroke": place.ink, "stroke_width": "2"}
    return moved(
        _X + _WINDING[number],
        _TOP + _RISE * number,
        path(f"M{-half - 7} {_TREAD}H{half + 7}V{_TREAD + 7}H{-half - 7}Z", place.stone, **pen),
        path(tread, lighter(place.stone, 0.55), **pen),
        moved(side * 13, _TREAD / 2, _footprint(place.ink), turn=side * 12),
    )


def _footprint(ink: str) -> str:
    """Return a sole and a heel, as seen from above and afar."""
    return ellipse(0, -2, 5.5, 3.4, ink) + ellipse(0, 4, 4, 2, ink)


def _book(place: Place) -> str:
    """Return the open book at the foot."""
    return moved(
        _X,
        0,
        path("M-114 290Q-58 266 0 290Q58 266 114 290V352H-114Z", place.deep),
        path("M-108 284Q-54 262 0 286V340Q-54 318-108 338Z", _PAPER),
        path("M108 284Q54 262 0 286V340Q54 318 108 338Z", mix(_PAPER, place.ink, 0.12)),
        line(_LINES, place.ink, 2, opacity=".4"),
        flipped(line(_LINES, place.ink, 2, opacity=".4")),
    )


_LINES: Final = "M-96 296Q-76 287-56 288M-96 310Q-76 301-56 302M-96 324Q-70 313-46 317"
