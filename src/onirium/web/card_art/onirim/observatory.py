"""The red place: an observatory on a hill above a glowing evening."""

import random
from typing import Final

from onirium.web.card_art.onirim.trees import cypress
from onirium.web.card_art.svg import (
    circle,
    group,
    hill,
    line,
    moved,
    path,
    polygon,
    rect,
    sky,
    star,
    stars,
)

_SKY: Final = ("#b81f48", "#f04848", "#fe5842", "#ff9a62", "#ffd79a")
_RANGES: Final = ((236, 14, "#e0433f"), (258, 14, "#b92545"), (282, 12, "#861541"))
_FRONT: Final = "#3b0a20"
_WALL: Final = "#5a0f33"
_LIT: Final = "#ffcf70"
_LAST: Final = 2


def scene(rng: random.Random, variant: int) -> tuple[str, str]:
    """Return the sky and the land."""
    right = rng.choice((150, 164, 178))
    land = group(
        *(hill(rng, top, swing, fill) for top, swing, fill in _RANGES),
        moved(right, 278, _dome()),
        moved(right - 92, 295, _dome(), scale=0.42),
        _front(rng),
    )
    sign = _comet() if variant == _LAST else _constellation(rng)
    far = sky(*_SKY) + stars(rng, 60, 170, "#ffe9c9") + sign
    return far, land


def _constellation(rng: random.Random) -> str:
    """Return some stars joined by a fine line, as on a chart of the sky."""
    points = [(70 + 38 * step + rng.uniform(-9, 9), 26 + rng.uniform(-10, 14)) for step in range(5)]
    joints = "".join(circle(x, y, 2.2, "#fff") for x, y in points)
    return group(path(polygon(points)[:-1], stroke="#ffe9c9", stroke_width=1), joints, opacity=".7")


def _comet() -> str:
    """Return a comet with its tail."""
    tail = path("M222 40Q160 22 84 30Q160 34 219 49Z", "#fff1d6", opacity=".6")
    return tail + path(star(222, 45, 15, 5, 0.5), "#fff8e4")


def _dome() -> str:
    """Return the observatory around the middle of its dome's foot, about 110 wide."""
    return group(
        moved(-18, -36, _telescope(), turn=-38),
        path("M-50 0A50 50 0 0 1 50 0Z", "#a81f48"),
        path("M-50 0A50 50 0 0 1-8-49.4Q-34-32-38 0Z", "#d23a4d"),
        path("M-33-2Q-30-42-14-48L2-50Q-18-36-18-2Z", "#2c0618"),
        line("M14-2Q14-32 4-49M32-2Q30-26 10-48", "#7d143c", 2),
        rect(-56, -4, 112, 10, "#d23a4d", rx=3),
        rect(-48, 6, 96, 70, _WALL),
        rect(-48, 6, 22, 70, "#7d143c"),
        *(path(f"M{x} 46V28a7 7 0 0 1 14 0V46Z", _LIT) for x in (-36, -7, 22)),
    )


def _telescope() -> str:
    """Return a telescope that points upwards."""
    return group(
        rect(-8, -34, 16, 44, "#2c0618", rx=3),
        rect(-10, -46, 20, 16, "#4a0d22", rx=3),
        rect(-10, -46, 20, 4, _LIT, rx=2),
        rect(-8, -22, 16, 3, "#d23a4d"),
    )


def _front(rng: random.Random) -> str:
    """Return the ground at the foot with dark cypresses on it."""
    heights = ((rng.randint(14, 24), 58), (rng.randint(36, 48), 40), (236, 46))
    trees = (cypress(x, 320, height, _FRONT) for x, height in heights)
    return hill(rng, 318, 7, _FRONT) + "".join(trees)
