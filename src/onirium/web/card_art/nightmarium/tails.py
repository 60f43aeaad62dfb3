"""Tails, seen on the right behind the legs."""

from collections.abc import Callable
from typing import Final

from onirium.web.card_art.nightmarium.palette import BLOOD, METAL, Palette
from onirium.web.card_art.nightmarium.strokes import SKIN, dots, flat, mark, shape, taper
from onirium.web.card_art.svg import circle, darker, lighter


def _brush(palette: Palette) -> str:
    tail = "M150 70q60 30 64-10q-14-30 16-56q34 20 30 62q-14 66-112 40Z"
    tip = "M230 4q-26 22-18 44l12-6 4 12 12-10 10 8 8-10q0-28-28-38Z"
    return shape(tail) + shape(tip, lighter(palette.skin, 0.6))


def _fan(palette: Palette) -> str:
    plumes = "".join(
        shape(taper([(150, 60), (196, end - 4), (226, end - 14)], 12, 26), palette.trim)
        for end in (96, 68, 40)
    )
    return plumes + dots(((228, 26), (228, 54), (228, 82)), 10, lighter(palette.trim, 0.5))


def _lizard(palette: Palette) -> str:
    tail = taper([(140, 70), (184, 100), (224, 100), (240, 70), (226, 46), (240, 26)], 40, 5)
    return shape("M196 84l10-20 10 20ZM218 80l2-22 16 16Z", palette.trim) + shape(tail)


def _serpent(palette: Palette) -> str:
    body = taper([(140, 70), (178, 106), (214, 98), (218, 62), (200, 36), (212, 18)], 34, 20)
    face = "M196 22q-2-22 22-22q30 4 32 20q-10 12-28 10q-20 4-26-8Z"
    tongue = mark("M246 18l12 2 5-5m-5 5l5 6", 4, BLOOD)
    return tongue + shape(body) + shape(face) + circle(222, 11, 5, palette.glow, stroke_width=3)


def _bob(palette: Palette) -> str:
    return shape(
        "M170 64l18-16 2 12 16-8-4 14 16 2-12 10 10 10-18 0-2 12-26-14Z", lighter(palette.skin, 0.6)
    )


def _chain(palette: Palette) -> str:
    del palette
    links = "".join(
        circle(x, y, 8, "none", stroke_width=9)
        + circle(x, y, 8, "none", stroke=METAL, stroke_width=4)
        for x, y in ((176, 92), (188, 102), (202, 110))
    )
    return (
        links
        + circle(226, 120, 22, darker(METAL, 0.5))
        + flat("M212 112q4-10 14-10q-8 4-10 12Z", "#fff", 0.5)
    )


def _fluke(palette: Palette) -> str:
    tail = taper([(140, 70), (190, 108), (228, 92), (236, 64)], 36, 12)
    return shape(tail) + shape(
        "M236 68q-30-8-32-34q20 0 32 16q10-20 32-20q0 28-32 38Z", palette.trim
    )


def _drops(palette: Palette) -> str:
    del palette
    return circle(226, 78, 10, SKIN) + circle(208, 60, 6, SKIN) + circle(34, 84, 7, SKIN)


def _imp(palette: Palette) -> str:
    cord = "M150 76q50 50 72 8q4-30 12-40"
    return mark(cord, 15) + mark(cord, 6, palette.skin) + shape("M234 50l-18 2 20-34 18 34Z")


def _stinger(palette: Palette) -> str:
    tail = "".join(
        circle(x, y, r, SKIN)
        for x, y, r in ((166, 92, 20), (192, 100, 18), (216, 92, 16), (228, 70, 14), (226, 48, 12))
    )
    return shape("M216 46q-14-22 6-40q-2 18 14 30Z", palette.glow) + tail


TAILS: Final[dict[str, Callable[[Palette], str]]] = {
    "bob": _bob,
    "brush": _brush,
    "chain": _chain,
    "drops": _drops,
    "fan": _fan,
    "fluke": _fluke,
    "imp": _imp,
    "lizard": _lizard,
    "serpent": _serpent,
    "stinger": _stinger,
}
