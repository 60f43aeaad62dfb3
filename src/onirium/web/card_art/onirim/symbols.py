"""Sun, moon and key: large and luminous for a room, small and plain for a corner."""

from typing import Final

from onirium.web.card_art.onirim.badges import badge
from onirium.web.card_art.onirim.palette import GOLD, PLACES, SILVER
from onirium.web.card_art.svg import (
    around,
    at,
    circle,
    glow,
    group,
    line,
    moved,
    outward,
    path,
    polygon,
    star,
)

_RAYS: Final = 12
_FACE: Final = 43
_BLUSH: Final = "#ff8a5c"

_CRESCENT: Final = (
    "M27-62A66 66 0 1 0 27 62"
    "C14 56 4 46 1 37C-1 31 2 27-1 23C3 20 4 16 0 13C5 10 5 6 1 4C9 4 14 1 11-3"
    "C6-11-2-16-1-23C1-38 12-54 27-62Z"
)
_BIT: Final = "M5 34H33V44H24V51H33V67H22V60H14V67H5Z"


def symbol(name: str, colour: str) -> str:
    """Return a symbol around the origin, about 160 high, as rooms of a colour show it."""
    return _SYMBOLS[name](colour)


def _sun(colour: str) -> str:
    ink = PLACES[colour].ink
    pen = {"stroke": ink, "stroke_width": "2.5"}
    return group(
        outward("gold", *GOLD),
        path(_flames(), GOLD[2], **pen),
        path(_spikes(), GOLD[1], **pen),
        circle(0, 0, _FACE + 3, GOLD[2], **pen),
        circle(0, 0, _FACE - 1, "url(#gold)"),
        _sunny_face(ink),
    )


def _spikes() -> str:
    step = 360 / _RAYS
    return "".join(
        polygon([around(0, 0, 40, turn - 10), around(0, 0, 80, turn), around(0, 0, 40, turn + 10)])
        for turn in (step * ray for ray in range(_RAYS))
    )


def _flames() -> str:
    step = 360 / _RAYS
    return "".join(_flame(step * (ray + 0.5)) for ray in range(_RAYS))


def _flame(turn: float) -> str:
    """Return a ray that licks sideways like fire."""
    way = ((42, -9), (60, -6), (71, 6), (58, 5), (44, 9))
    foot, bend, tip, back, end = (at(around(0, 0, radius, turn + by)) for radius, by in way)
    return f"M{foot}Q{bend} {tip}Q{back} {end}Z"


def _sunny_face(ink: str) -> str:
    cheeks = circle(-25, 9, 8, _BLUSH, opacity=".55") + circle(25, 9, 8, _BLUSH, opacity=".55")
    brows = line("M-28-15Q-18-25-7-16C-4-8-7 0-9 8Q-4 14 4 10M9-16Q19-25 29-15", ink, 2.6)
    eyes = circle(-17, -4, 4.6, ink) + circle(18, -4, 4.6, ink)
    sparks = circle(-15.5, -5.5, 1.5, "#fff") + circle(19.5, -5.5, 1.5, "#fff")
    lids = line("M-26-4Q-17-12-8-4M9-4Q18-12 27-4", ink, 3)
    mouth = path("M-15 19Q-6 16 0 19Q7 16 16 18Q2 34-15 19Z", "#d9482f")
    smile = line("M-19 17Q-15 20-13 20Q2 25 15 19Q18 18 19 16", ink, 2.4)
    return cheeks + brows + eyes + sparks + lids + mouth + smile


def _moon(colour: str) -> str:
    ink = PLACES[colour].ink
    return group(
        outward("silver", *SILVER, x=0.3, y=0.4, radius=0.8),
        path(_CRESCENT, "url(#silver)", stroke=ink, stroke_width="2.5"),
        *(circle(x, y, size, SILVER[2], opacity=".5") for x, y, size in _CRATERS),
        circle(-19, 12, 8, "#ff9db0", opacity=".5"),
        line("M-31-8Q-21 2-11-7M-29-4L-33 0M-22-1L-23 5M-14-3L-11 2", ink, 2.8),
        line("M-31-24Q-21-31-11-27M-2 14Q-9 19-14 14", ink, 2.4),
        line("M27-62L40-28", ink, 1.4, opacity=".6"),
        path(star(43, -14, 19), GOLD[1], stroke=ink, stroke_width="2"),
        path(star(54, 26, 10), SILVER[0], stroke=ink, stroke_width="1.6"),
    )


_CRATERS: Final = ((-46, -18, 7), (-50, 14, 4.5), (-34, 40, 8), (-14, 50, 3.5), (-16, -48, 4.5))


def _key(colour: str) -> str:
    ink = PLACES[colour].ink
    pen = {"stroke": ink, "stroke_width": "2.5"}
    knobs = (around(0, -44, 34, turn) for turn in (-90, 0, 90))
    whole = group(
        outward("gold", *GOLD, x=0.3, y=0.2, radius=0.9),
        *(circle(x, y, 9, GOLD[1], **pen) for x, y in knobs),
        path(_BIT, "url(#gold)", **pen),
        path("M-6-14H6V72Q0 80-6 72Z", "url(#gold)", **pen),
        _ring(ink),
        *(path(f"M-11 {top}H11V{top + 7}H-11Z", GOLD[1], **pen) for top in (-14, 20)),
        line("M-2.5-4V16M-2.5 32V68", GOLD[0], 2),
        moved(0, -44, badge(colour), scale=0.33),
    )
    return moved(2, -5, whole, turn=24, scale=1.14)


def _ring(ink: str) -> str:
    return group(
        circle(0, -44, 31, ink),
        circle(0, -44, 28.5, "url(#gold)"),
        circle(0, -44, 22, ink),
        circle(0, -44, 20, "#fff6dc"),
    )


_SYMBOLS: Final = {"sun": _sun, "moon": _moon, "key": _key}


def halo(colour: str, x: float, y: float) -> str:
    """Return the light around a symbol."""
    return glow("halo", x, y, 115, HALOES[colour], 0.8)


HALOES: Final = {"red": "#ffd08a", "blue": "#9fdcff", "green": "#f4ffd8", "brown": "#f0a038"}
