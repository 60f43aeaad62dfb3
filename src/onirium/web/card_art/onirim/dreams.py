"""Nightmares and Happy Dreams: the same spirit, dark and light."""

import random
from typing import Final

from onirium.web.card_art.onirim.corner import corner
from onirium.web.card_art.onirim.palette import Place
from onirium.web.card_art.onirim.signs import CLOUD, sign
from onirium.web.card_art.svg import (
    HEIGHT,
    WIDTH,
    around,
    card,
    circle,
    curve,
    downward,
    ellipse,
    facing,
    flipped,
    glow,
    group,
    hill,
    line,
    moved,
    path,
    rect,
    seeded_rng,
    sky,
    star,
    stars,
)

_DARK: Final = Place("#7a1fa0", "#d8c8f0", "#12061f", "#0a0314", "#3d0d55")
_DAWN: Final = Place("#ffb3c7", "#fff6e4", "#4a3a8a", "#5a4a9a", "#ffffff")
_X: Final = 140


def nightmare(variant: int) -> str:
    """Return a Nightmare's card."""
    rng = seeded_rng(f"nightmare {variant}")
    return card(
        sky("#1a0930", "#5a1568", "#c22d74", "#ff7d5f"),
        stars(rng, 40, 190, "#f3c6ff"),
        glow("halo", _X, 190, 150, "#ff4f8b", 0.85),
        _spirit(rng),
        hill(rng, 322, 5, "#0a0314"),
        _house("#0a0314", "#0a0314"),
        corner(_DARK, sign("nightmare", _DARK.ink)),
        frame=_DARK.frame,
    )


def _spirit(rng: random.Random) -> str:
    """Return the spirit as veils, one before the other, with a face in the innermost."""
    *outer, inner = (
        moved(_X, 340, path(_veil(rng), fill, stroke=rim, stroke_width=2.5), scale=size)
        for size, fill, rim in _VEILS
    )
    return group(*outer, _horns(), inner, _wisps(rng), moved(_X, 188, _face()))


_VEILS: Final = (
    (1.0, "#74208c", "#e070c8"),
    (0.89, "#521470", "#b04ac0"),
    (0.79, "#340b52", "#8a35a8"),
    (0.69, "#17052c", "#63248a"),
)


def _veil(rng: random.Random) -> str:
    """Return a hood that falls in folds and spreads over the ground."""
    half = [
        (0, -262),
        (44, -240),
        (72 + rng.uniform(-6, 6), -176),
        (74 + rng.uniform(-6, 8), -110),
        (92 + rng.uniform(-8, 8), -50),
        (126, 24),
    ]
    return curve(facing(half), closed=True)


def _horns() -> str:
    right = "M14 14C62 0 86-40 72-96C114-50 100 26 20 60Z"
    both = path(right, "#14042a") + flipped(path(right, "#14042a"))
    return moved(_X, 150, both)


def _face() -> str:
    return group(
        glow("gaze", 0, 0, 62, "#ff5fa2", 0.7),
        path("M-48-18Q-20-16-10 8Q-38 14-48-18ZM48-18Q20-16 10 8Q38 14 48-18Z", "#ffe3f0"),
        circle(-24, -2, 5, "#b3145f"),
        circle(24, -2, 5, "#b3145f"),
        path("M-38 34Q0 62 38 34Q30 52 24 50" + _TEETH + "L-24 50Q-30 52-38 34Z", "#ffb0d0"),
    )


_TEETH: Final = "L20 58L12 54L6 62L0 56L-6 62L-12 54L-20 58"


def _wisps(rng: random.Random) -> str:
    """Return curls of smoke that rise at both sides."""
    curls = "M0 0C-30-30 10-60-14-86C-30-100-46-82-34-72C-28-68-22-76-28-80"
    sides = ((52, group), (228, flipped))
    return "".join(
        moved(x, 322, side(line(curls, "#b04ad0", 4)), turn=rng.uniform(-10, 10))
        for x, side in sides
    )


def _house(wall: str, roof: str) -> str:
    """Return the small house of the sleeper, with a light in its window."""
    return moved(
        _X,
        318,
        path("M-15 8V-14H15V8Z", wall),
        path("M-22-11L0-31L22-11Z", roof),
        path("M-6-10H6V2H-6Z", "#ffd45c"),
        line("M0-10V2M-6-4H6", roof, 1.4),
    )


def happy_dream(variant: int) -> str:
    """Return a Happy Dream's card."""
    rng = seeded_rng(f"happy dream {variant}")
    return card(
        sky("#4f86f0", "#9c93f5", "#ffabcd", "#ffe2a3"),
        stars(rng, 40, 200, "#ffffff"),
        glow("halo", _X, 190, 150, "#fffbe0", 0.9),
        _rainbow(),
        _clouds(rng),
        moved(_X, 192, _friend()),
        hill(rng, 318, 6, "#5cc79a"),
        hill(rng, 334, 4, "#36a582"),
        _house("#fff6e4", "#e8604f"),
        corner(_DAWN, sign("dream", _DAWN.ink)),
        frame=_DAWN.frame,
    )


def _rainbow() -> str:
    width = 11
    bands = (
        circle(_X, 268, 136 - width * index, "none", stroke=band, stroke_width=width + 0.5)
        for index, band in enumerate(_BANDS)
    )
    return group(*bands, opacity=".9")


_BANDS: Final = ("#ff7f86", "#ffb763", "#ffe97a", "#7fe3a8", "#74b4ff", "#b48cff")


def _clouds(rng: random.Random) -> str:
    """Return banks of clouds, in which the rainbow ends, and a small one high up."""
    small = path(CLOUD, "#fff", opacity=".9")
    banks = _bank(rng, 292, 2.0, "#e9c6ff") + _bank(rng, 314, 1.7, "#ffdcea")
    return moved(218 + rng.uniform(-20, 6), 52, small, scale=0.5) + banks


def _bank(rng: random.Random, top: float, size: float, fill: str) -> str:
    cloud = path(CLOUD, fill)
    places = (x + rng.uniform(-12, 12) for x in (16, 132, 246))
    clouds = "".join(moved(x, top, cloud, scale=size) for x in places)
    return clouds + rect(0, top + 2, WIDTH, HEIGHT - top, fill)


def _friend() -> str:
    """Return the light spirit: a cloud that smiles in its sleep, under a crown of stars."""
    crown = "".join(star(*around(0, -4, 96, turn), 12, 5, 0.45) for turn in range(-50, 51, 25))
    return group(
        downward("down", "#ffffff", "#ffffff", "#dcd0ff"),
        path(crown, "#fff3b0", stroke="#f2a63c", stroke_width=2),
        path(CLOUD, "url(#down)", transform="scale(1.9)", stroke=_DAWN.ink, stroke_width=1.4),
        ellipse(-40, 24, 12, 8, "#ffa9c4"),
        ellipse(40, 24, 12, 8, "#ffa9c4"),
        line("M-42 2Q-29 18-16 2M16 2Q29 18 42 2M-17 24Q0 44 17 24", _DAWN.ink, 5),
    )
