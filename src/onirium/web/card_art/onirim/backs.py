"""The backs: a dream turns inwards."""

import math
from typing import Final

from onirium.web.card_art.onirim.palette import GOLD
from onirium.web.card_art.onirim.signs import sign
from onirium.web.card_art.svg import (
    Point,
    around,
    card,
    curve,
    glow,
    moved,
    path,
    rect,
    seeded_rng,
    sky,
    star,
    stars,
)

_X: Final = 125
_Y: Final = 175
_ARMS: Final = 6
_CRESCENT: Final = "M9-30A31 31 0 1 0 27 20A27 27 0 0 1 9-30Z"


def back() -> str:
    """Return the back of the deck."""
    moon = path(_CRESCENT, GOLD[1]) + path(star(17, -6, 13), GOLD[0])
    return _back(("#1b1450", "#2c1f7a", "#150b3d"), "#b9a6ff", moon)


def back_goal() -> str:
    """Return the back of the goals."""
    door = moved(0, 0, sign("door", "#fff4bd"), scale=0.6)
    return _back(("#0f3a4a", "#1c5f6b", "#0a2433"), "#9fe8e0", door)


def _back(night: tuple[str, ...], light: str, middle: str) -> str:
    arms = "".join(_arm(360 * arm / _ARMS) for arm in range(_ARMS))
    return card(
        sky(*night),
        stars(seeded_rng("back"), 60, 345, light),
        glow("halo", _X, _Y, 150, light, 0.5),
        path(arms, light, opacity=".35"),
        glow("heart", _X, _Y, 60, "#fff4d0", 0.6),
        moved(_X, _Y, middle),
        rect(17, 17, 216, 316, "none", rx=9, stroke=light, stroke_width=1.6, opacity=".8"),
        *(path(star(x, y, 9), light) for x in (28, 222) for y in (28, 322)),
        frame="#efe6ff",
    )


def _arm(turn: float) -> str:
    """Return an arm of the spiral, which widens outwards."""
    way = [(30 * math.exp(step * 0.28), turn + 24 * step) for step in range(8)]
    outer = [around(_X, _Y, radius, angle) for radius, angle in way]
    inner = [
        around(_X, _Y, radius * 0.96, angle + 16 + step) for step, (radius, angle) in enumerate(way)
    ]
    points: list[Point] = [*outer, *reversed(inner)]
    return curve(points) + "Z"
