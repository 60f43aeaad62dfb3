"""Ornaments on the arches of the doors of each place."""

from collections.abc import Sequence
from typing import Final

from onirium.web.card_art.onirim.palette import GOLD, PLACES
from onirium.web.card_art.svg import (
    Point,
    circle,
    ellipse,
    flipped,
    group,
    line,
    moved,
    path,
    rect,
    star,
)

_SIDE: Final = 84
"""Distance from the middle of the objects at the sides of a door."""


def ornament(colour: str, arch: Sequence[Point], foot: float) -> str:
    """Return a place's ornament, at points along an arch and at the foot of the door."""
    return _ALONG[colour](arch) + moved(0, foot, *_BESIDE.get(colour, _nothing)())


def _stars(arch: Sequence[Point]) -> str:
    stars = "".join(star(x, y, 8.5, 5, 0.45) for x, y in arch)
    return path(stars, GOLD[1], stroke=PLACES["red"].ink, stroke_width=1.6)


def _pearls(arch: Sequence[Point]) -> str:
    ink = PLACES["blue"].ink
    return "".join(circle(x, y, 6, "#f6fbff", stroke=ink, stroke_width=1.8) for x, y in arch)


def _ivy(arch: Sequence[Point]) -> str:
    shades = ("#1f9270", "#0f6b50", "#35b98c")
    leaves = (
        moved(x, y, ellipse(0, 0, 11, 6, shades[index % 3]), turn=35 + 110 * (index % 2))
        for index, (x, y) in enumerate(arch)
    )
    return "".join(leaves)


def _nails(arch: Sequence[Point]) -> str:
    ink = PLACES["brown"].ink
    return "".join(circle(x, y, 4.5, GOLD[1], stroke=ink, stroke_width=1.6) for x, y in arch)


_ALONG: Final = {"red": _stars, "blue": _pearls, "green": _ivy, "brown": _nails}


def _nothing() -> tuple[str, ...]:
    return ()


def _corals() -> tuple[str, ...]:
    sprig = moved(_SIDE, 0, line("M0 0V-34M0-14L-11-30M0-8L12-26M12-26V-34", "#ff8fa0", 5.5))
    return sprig, flipped(sprig)


def _bushes() -> tuple[str, ...]:
    bush = moved(
        _SIDE,
        0,
        path("M-20 2A14 14 0 0 1-10-22A15 15 0 0 1 17-20A14 14 0 0 1 24 2Z", "#0a4a39"),
        *(circle(x, y, 4, "#ffd1e0") for x, y in ((-8, -12), (6, -22), (13, -7))),
    )
    return bush, flipped(bush)


def _books() -> tuple[str, ...]:
    pile = (
        moved(left, -12 * index, rect(0, -12, width, 11, leather, rx=2), line(_GILT, GOLD[1], 2))
        for index, (left, width, leather) in enumerate(_PILE)
    )
    whole = moved(_SIDE, 0, group(*pile, stroke=PLACES["brown"].ink, stroke_width=1.2))
    return whole, flipped(whole)


_PILE: Final = ((-24, 46, "#8c3b22"), (-20, 42, "#7a6a35"), (-22, 38, "#b9762f"))
_GILT: Final = "M6-10v7M31-10v7"
_BESIDE: Final = {"blue": _corals, "green": _bushes, "brown": _books}
