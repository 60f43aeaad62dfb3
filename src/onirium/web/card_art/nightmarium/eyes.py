"""Eyes, one to five, and the lids that make them cross, sad or sleepy."""

import math
from collections.abc import Callable
from typing import Final, NamedTuple

from onirium.web.card_art.nightmarium.frame import INK, MIDDLE
from onirium.web.card_art.nightmarium.palette import BONE, BRASS, Palette
from onirium.web.card_art.nightmarium.strokes import dots, flat, flow, mark, shape
from onirium.web.card_art.svg import around, at, circle, darker, ellipse, moved, number, star


class Eye(NamedTuple):
    """Position and size of an eye, and the side to which its lid falls (-1, 0, 1)."""

    x: float
    y: float
    size: float
    side: int


_PLACES: Final = {
    1: ((0, 0, 1.75, 0),),
    2: ((-1, 0, 1.2, -1), (1, 0, 1.2, 1)),
    3: ((-1.25, 0.25, 0.95, -1), (1.25, 0.25, 0.95, 1), (0, -0.65, 1.15, 0)),
    4: (
        (-1.35, 0.35, 0.85, -1),
        (1.35, 0.35, 0.85, 1),
        (-0.62, -0.6, 0.95, -1),
        (0.62, -0.6, 0.95, 1),
    ),
    5: (
        (-1.6, 0.2, 0.7, -1),
        (1.6, 0.2, 0.7, 1),
        (-0.85, -0.6, 0.8, -1),
        (0.85, -0.6, 0.8, 1),
        (0, 0.15, 1.05, 0),
    ),
}
"""Positions (in units of the face's spread), sizes and sides, by number of eyes."""
_RADIUS: Final = 17
_TILTS: Final = {"angry": 22, "sad": -20, "sleepy": 0}
_FALLS: Final = {"angry": 0.28, "sad": 0.25, "sleepy": 0.02}


def _pupil(x: float, y: float, size: float) -> str:
    """Return a pupil with a highlight."""
    light = circle(x - size * 0.6, y - size, size * 0.5, "#fff", stroke="none")
    return circle(x, y, size, INK, stroke="none") + light


def _ball(size: float, side: int, palette: Palette) -> str:
    x, y = -0.18 * side * size, 0.12 * size
    iris = circle(x, y, size * 0.56, palette.glow, stroke="none")
    return circle(0, 0, size, BONE) + iris + _pupil(x, y, size * 0.32)


def _slit(size: float, side: int, palette: Palette) -> str:
    pupil = ellipse(-2 * side, 1, size * 0.22, size * 0.75, INK, stroke="none")
    light = circle(-size * 0.4, -size * 0.4, size * 0.17, "#fff", stroke="none")
    return circle(0, 0, size, palette.glow) + pupil + light


def _socket(size: float, side: int, palette: Palette) -> str:
    del side
    return (
        ellipse(0, 0, size * 1.05, size * 1.15, "#120a24")
        + circle(0, 3, size * 0.55, palette.glow, stroke="none", opacity=0.35)
        + circle(0, 3, size * 0.28, palette.glow, stroke="none")
    )


def _porthole(size: float, side: int, palette: Palette) -> str:
    rivets = [around(0, 0, size * 1.12, turn) for turn in range(30, 390, 60)]
    rim = circle(0, 0, size * 1.35, BRASS) + dots(rivets, 4, INK)
    return rim + circle(0, 0, size * 0.9, "#17324a") + _ball(size * 0.62, side, palette)


def _facet(size: float, side: int, palette: Palette) -> str:
    net = "M-20-7q20-11 40 0M-20 8q20 11 40 0M0-26v52M-10-23q-6 23 0 46M10-23q6 23 0 46"
    dome = (
        ellipse(0, 0, 22, 29, palette.glow)
        + mark(net, 2, darker(palette.glow, 0.45))
        + ellipse(-7, -13, 6, 8, "#fff", stroke="none", opacity=0.75)
    )
    return moved(0, 0, dome, turn=18 * side, scale=size / 20)


def _bead(size: float, side: int, palette: Palette) -> str:
    del side
    return (
        circle(0, 0, size * 0.85, INK)
        + circle(0, 0, size * 0.5, palette.glow, stroke="none", opacity=0.55)
        + circle(-size * 0.25, -size * 0.3, size * 0.24, "#fff", stroke="none")
    )


def _owl(size: float, side: int, palette: Palette) -> str:
    rays = "".join(
        f"M{at(around(0, 0, size * 1.15, turn))}L{at(around(0, 0, size * 1.4, turn))}"
        for turn in range(0, 360, 40)
    )
    return circle(0, 0, size * 1.5, BONE) + mark(rays, 2, "#a08a70") + _ball(size, side, palette)


def _swirl(size: float, side: int, palette: Palette) -> str:
    del side
    turns = [around(0, 0, size * 0.8 * step / 14, 60 * step) for step in range(15)]
    return circle(0, 0, size, BONE) + mark(flow(turns), 3, darker(palette.skin, 0.3))


def _star(size: float, side: int, palette: Palette) -> str:
    del side
    return circle(0, 0, size, palette.glow) + flat(star(0, 1, size * 0.72), INK)


def _stitched(size: float, side: int, palette: Palette) -> str:
    del side, palette
    arm = round(size * 0.7)
    return mark(f"M{-arm} {-arm}L{arm} {arm}M{-arm} {arm}L{arm} {-arm}", 6)


EYES: Final[dict[str, Callable[[float, int, Palette], str]]] = {
    "ball": _ball,
    "bead": _bead,
    "facet": _facet,
    "owl": _owl,
    "porthole": _porthole,
    "slit": _slit,
    "socket": _socket,
    "star": _star,
    "stitched": _stitched,
    "swirl": _swirl,
}
"""Functions that draw an eye of a size around the origin: left (-1), middle (0) or right (1)."""


def eye(kind: str, anchor: Eye, palette: Palette) -> str:
    """Return an eye without a lid."""
    return moved(anchor.x, anchor.y, EYES[kind](anchor.size, anchor.side, palette))


def _lid(anchor: Eye, mood: str) -> str:
    """Return the upper lid, which falls towards the nose if cross and away from it if sad."""
    tilt = _TILTS[mood] * anchor.side
    fall = math.degrees(math.asin(_FALLS[mood]))
    left = around(anchor.x, anchor.y, anchor.size, 270 + fall - tilt)
    right = around(anchor.x, anchor.y, anchor.size, 90 - fall - tilt)
    size = number(anchor.size)
    return shape(f"M{at(left)}A{size} {size} 0 0 1 {at(right)}Z")


def eyes(kinds: tuple[str, ...], mood: str, y: float, spread: float, palette: Palette) -> str:
    """Return the eyes of a face.

    Args:
        kinds: one kind for each eye, from the outer ones to the middle.
        mood: "angry", "sad", "sleepy", or "wide" for eyes without lids; "mad" for two sizes.
        y: the height of the eyes.
        spread: distance of two eyes from the middle.
        palette: the legion's colours.
    """
    drawn = []
    for kind, (x, h, size, side) in zip(kinds, _PLACES[len(kinds)], strict=True):
        odd = 1 + 0.28 * side * (mood == "mad")
        anchor = Eye(MIDDLE + x * spread, y + h * spread, _RADIUS * size * odd, side)
        drawn.append(eye(kind, anchor, palette))
        if mood in _TILTS and kind in {"ball", "slit", "star", "swirl"}:
            drawn.append(_lid(anchor, mood))
    return "".join(drawn)
