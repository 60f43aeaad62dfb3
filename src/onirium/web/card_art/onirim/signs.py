"""Small plain signs around the origin, about 90 wide: for corners, buttons, towers."""

from typing import Final

from onirium.web.card_art.onirim.palette import PLACES
from onirium.web.card_art.svg import circle, line, moved, path, star

_LIGHT: Final = "#ffc93c"
_GLEAM: Final = "#ff5fa2"
_PIPS: Final = {
    3: ((0, -26), (-26, 20), (26, 20)),
    4: ((-25, -25), (25, -25), (-25, 25), (25, 25)),
    5: ((-29, -29), (29, -29), (0, 0), (-29, 29), (29, 29)),
}


def sign(name: str, ink: str) -> str:
    """Return a sign in one ink, optionally with one highlight."""
    return _SIGNS[name](ink)


def pips(count: int, ink: str) -> str:
    """Return a number of stars, arranged like the pips of a die."""
    return path("".join(star(x, y, 24, 5, 0.45) for x, y in _PIPS[count]), ink)


def _sun(ink: str) -> str:
    rays = path(star(0, 0, 50, 8, 0.62), ink)
    return rays + circle(0, 0, 22, _LIGHT, stroke="#fff", stroke_width=3)


def _moon(ink: str) -> str:
    return path("M14-46A46 46 0 1 0 40 30A40 40 0 0 1 14-46Z", ink) + path(star(26, -8, 20), ink)


def _key(ink: str) -> str:
    bow = circle(0, -28, 18, "none", stroke=ink, stroke_width=12)
    return moved(0, 0, bow, line("M0-8V46M0 24H18M0 42H22", ink, 12), turn=24)


def _door(ink: str) -> str:
    return (
        path("M-34 46V-10A34 34 0 0 1 34-10V46Z", ink)
        + path("M-4 46V-30A24 24 0 0 1 24-8V46Z", _LIGHT)
        + path("M-24 46V-8A24 24 0 0 1-10-30V46Z", "#fff", opacity=".25")
    )


def _nightmare(ink: str) -> str:
    return path(HORNED, ink) + path(EYES, _GLEAM)


HORNED: Final = (
    "M0-28C12-28 21-24 26-15C37-19 40-34 31-50C54-40 60-10 37 2C42 16 38 34 44 48"
    "Q34 50 28 40Q22 52 14 42Q8 54 0 44Q-8 54-14 42Q-22 52-28 40Q-34 50-44 48"
    "C-38 34-42 16-37 2C-60-10-54-40-31-50C-40-34-37-19-26-15C-21-24-12-28 0-28Z"
)
EYES: Final = "M-27-8Q-12-6-6 8Q-22 10-27-8ZM27-8Q12-6 6 8Q22 10 27-8Z"


def _dream(ink: str) -> str:
    return path(CLOUD, ink) + line("M-22-2Q-14 8-6-2M6-2Q14 8 22-2M-10 14Q0 24 10 14", "#fff", 5)


CLOUD: Final = "M-28 34C-52 34-52 4-32 0C-38-30-4-44 8-24C28-38 48-16 34 0C54 4 52 34 28 34Z"


def eyeball(ink: str) -> str:
    """Return an open eye without lashes."""
    return (
        path("M-48 4Q0-42 48 4Q0 46-48 4Z", "#fff", stroke=ink, stroke_width=7)
        + circle(0, 3, 18, ink)
        + circle(0, 3, 8, _LIGHT)
    )


def _eye(ink: str) -> str:
    return eyeball(ink) + line("M-34-28L-26-20M0-42V-30M34-28L26-20", ink, 6)


def _steps(ink: str) -> str:
    return path("M-44 44V22H-18V0H8V-22H34V-44H46V44Z", ink)


def _pair(ink: str) -> str:
    rings = (
        circle(x, y, 22, "none", stroke=ink, stroke_width=11) for x, y in ((-17, 10), (17, -10))
    )
    return "".join(rings)


def _rainbow(ink: str) -> str:
    bands = "".join(
        line(f"M{-radius} 24A{radius} {radius} 0 0 1 {radius} 24", place.colour, 11)
        for radius, place in zip((42, 32, 22, 12), PLACES.values(), strict=True)
    )
    return line("M-37 24A37 37 0 0 1 37 24", ink, 24) + bands


_SIGNS: Final = {
    "sun": _sun,
    "moon": _moon,
    "key": _key,
    "door": _door,
    "nightmare": _nightmare,
    "dream": _dream,
    "eye": _eye,
    "steps": _steps,
    "pair": _pair,
    "rainbow": _rainbow,
}
