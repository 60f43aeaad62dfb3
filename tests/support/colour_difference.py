"""CIEDE2000 difference of two colours, for normal and colour-blind vision."""

import math
from typing import Final, TypeAlias

Triple: TypeAlias = tuple[float, float, float]

VISION_TYPES: Final = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Transformations of linear RGB for each type of vision (Machado, Oliveira, Fernandes 2009)."""

_TO_XYZ: Final = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_DAYLIGHT: Final = (0.95047, 1.0, 1.08883)


def distance(colour: str, other: str, vision: str) -> float:
    """Return the CIEDE2000 difference of two colours for a type of vision."""
    return ciede2000(_lab(colour, vision), _lab(other, vision))


def _times(matrix: tuple[Triple, Triple, Triple], of: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, of, strict=True)) for row in matrix)
    return first, second, third


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _lab(colour: str, vision: str) -> Triple:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    seen = _times(VISION_TYPES[vision], (red, green, blue))
    light, dark, blueish = (min(max(channel, 0.0), 1.0) for channel in seen)
    x, y, z = (
        _root(part / white)
        for part, white in zip(_times(_TO_XYZ, (light, dark, blueish)), _DAYLIGHT, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def ciede2000(one: Triple, two: Triple) -> float:
    """Return the difference by Sharma, Wu and Dalal 2005."""
    chroma = (math.hypot(*one[1:]) + math.hypot(*two[1:])) / 2
    grey = 1.5 - 0.5 * math.sqrt(chroma**7 / (chroma**7 + 25**7))
    (c1, h1), (c2, h2) = (
        (math.hypot(a * grey, b), math.degrees(math.atan2(b, a * grey)) % 360)
        for _, a, b in (one, two)
    )
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    lightness, colourful = (one[0] + two[0]) / 2, (c1 + c2) / 2
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    across = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    off = (lightness - 50) ** 2
    wl = (two[0] - one[0]) / (1 + 0.015 * off / math.sqrt(20 + off))
    wc = (c2 - c1) / (1 + 0.045 * colourful)
    wh = across / (1 + 0.015 * colourful * _hue_weight(hue))
    bend = 60 * math.exp(-(((hue - 275) / 25) ** 2))
    tie = -2 * math.sqrt(colourful**7 / (colourful**7 + 25**7)) * math.sin(math.radians(bend))
    return math.sqrt(wl**2 + wc**2 + wh**2 + tie * wc * wh)


def _hue_weight(hue: float) -> float:
    waves = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.2, 4, -63))
    return 1 + sum(size * math.cos(math.radians(n * hue + by)) for size, n, by in waves)
