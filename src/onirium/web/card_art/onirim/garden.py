"""The green place: a garden in the morning mist."""

import random
from typing import Final

from onirium.web.card_art.onirim.trees import cypress
from onirium.web.card_art.svg import circle, ellipse, group, hill, line, moved, path, sky, stars

_SKY: Final = ("#1f9479", "#48cca6", "#79f5d3", "#d2ffe6")
_INK: Final = "#053226"
_MIST: Final = ((226, 12, "#8fe9c4"), (250, 12, "#4fc79c"), (276, 10, "#1f9270"))
_FRONT: Final = "#0a4a39"
_BLOOMS: Final = ("#ffffff", "#ffd1e0", "#fff2a8")


def scene(rng: random.Random, variant: int) -> tuple[str, str]:
    """Return the sky and the land."""
    ground = [hill(rng, *layer) for layer in _MIST]
    land = group(
        ground[0],
        *(cypress(x, 264, rng.randint(52, 78), "#2fa583") for x in (20, 40, 196, 214, 234)),
        ground[1],
        moved(rng.randint(150, 180), 272, (_pavilion, _pavilion, _fountain)[variant]()),
        moved(rng.randint(40, 66), 288, _round_tree()),
        ground[2],
        _way(),
        moved(224, 306, _round_tree(), scale=0.9),
        _front(rng),
        _bough(),
    )
    far = sky(*_SKY) + stars(rng, 36, 150, "#f4fff0")
    return far, land


def _round_tree() -> str:
    """Return a clipped tree around the foot of its trunk, about 80 high."""
    return group(
        path("M-3-26H3L5 8H-5Z", _INK),
        circle(0, -46, 27, "#0f6b50"),
        circle(-7, -52, 17, "#1f9270"),
        circle(-11, -57, 8, "#54c99f"),
    )


def _pavilion() -> str:
    """Return a garden temple around the middle of its foot, about 64 wide."""
    return group(
        path("M-30-34Q-26-58 0-64Q26-58 30-34Z", "#f4fff4"),
        path("M-30-34Q-26-58 0-64Q-14-54-14-34Z", "#ffffff"),
        circle(0, -66, 4, "#ffe08a"),
        path("M-33-36H33V-29H-33Z", "#cdeedd"),
        *(path(f"M{x}-29H{x + 7}V4H{x}Z", "#f4fff4") for x in (-28, -10, 3, 21)),
        path("M-36 2H36V9H-36Z", "#cdeedd"),
    )


def _fountain() -> str:
    """Return a fountain around the middle of its foot, about 72 wide."""
    jets = "M0-64V-30M0-62C-8-76-22-70-24-44M0-62C8-76 22-70 24-44"
    falls = "M-14-32C-30-40-32-22-34-6M14-32C30-40 32-22 34-6"
    return group(
        line(jets + falls, "#f4fffb", 3.5, opacity=".9"),
        path("M-4-34H4L7 0H-7Z", "#cdeedd"),
        path("M-22-40Q0-34 22-40Q16-26 0-26Q-16-26-22-40Z", "#f4fff4"),
        path("M-42-6Q0 4 42-6L36 9H-36Z", "#f4fff4"),
        ellipse(0, -5, 38, 5, "#8fe3e8"),
    )


def _way() -> str:
    """Return a path that winds to the pavilion."""
    left = "M166 276C140 288 176 296 128 312C96 322 86 340 84 352"
    right = "H170C160 336 150 326 172 310C196 294 156 288 178 276Z"
    return path(left + right, "#d8f7dc")


def _front(rng: random.Random) -> str:
    """Return bushes at both sides of the foot, in bloom."""
    bushes = "".join(circle(x, y, radius, _FRONT) for x, y, radius in _BUSHES)
    blooms = "".join(
        circle(
            x + rng.uniform(-10, 10),
            y - radius + rng.uniform(6, 22),
            4,
            rng.choice(_BLOOMS),
        )
        for x, y, radius in _BUSHES
        for _ in range(2)
    )
    return bushes + blooms


_BUSHES: Final = (
    (8, 336, 30),
    (40, 346, 24),
    (70, 354, 16),
    (190, 352, 20),
    (218, 342, 26),
    (246, 330, 28),
)


def _bough() -> str:
    """Return a bough that hangs into the picture at the top right."""
    leaves = (moved(x, y, ellipse(0, 0, 13, 6, fill), turn=turn) for x, y, turn, fill in _LEAVES)
    return line("M252 26Q228 24 214 44Q206 56 192 58", _INK, 4) + "".join(leaves)


_LEAVES: Final = (
    (238, 14, 30, "#0f6b50"),
    (226, 40, -50, "#0a4a39"),
    (236, 48, 70, "#0f6b50"),
    (212, 34, 20, "#1f9270"),
    (216, 62, 80, "#0a4a39"),
    (200, 70, 60, "#0f6b50"),
    (196, 48, 10, "#0a4a39"),
    (182, 60, -20, "#1f9270"),
    (244, 72, 60, "#0a4a39"),
)
