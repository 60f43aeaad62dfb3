"""Collars and hems, which hide a joint; each is drawn around the origin."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final

from onirium.web.card_art.nightmarium.frame import MIDDLE
from onirium.web.card_art.nightmarium.palette import BONE, BRASS, METAL, Palette
from onirium.web.card_art.nightmarium.strokes import at, dots, flat, glint, mark, packed, shape
from onirium.web.card_art.svg import Point, darker, lighter, moved

_SAG: Final = 9
"""Sag of a band in its middle."""
_OVER: Final = 14
"""Overhang on each side."""


def _edge(half: float, steps: int) -> list[Point]:
    """Return points along a hanging line, from left to right."""
    shares = [2 * step / steps - 1 for step in range(steps + 1)]
    return [(half * share, _SAG * (1 - share**2)) for share in shares]


def _along(d: str, points: list[Point]) -> str:
    """Return a path repeated at each point."""
    return "".join(at(x, y, d) for x, y in points)


def _band(half: int, up: int) -> str:
    """Return a plain hanging band with given heights above and below its middle."""
    top = f"M{-half} {-up}Q0 {2 * _SAG - up} {half} {-up}q5 {up} 0 {2 * up}"
    return f"{top}Q0 {2 * _SAG + up} {-half} {up}q-5-{up} 0-{2 * up}Z"


def _zigzag(half: int, steps: int, up: float) -> str:
    """Return a band with a jagged lower and upper edge."""
    points = list(enumerate(_edge(half, 2 * steps)))
    low = [(x, y + (22 if index % 2 else 4)) for index, (x, y) in points]
    high = [(x, y - (up if index % 2 else 4)) for index, (x, y) in reversed(points)]
    return f"M{packed(*low, *high)}Z"


def _scallops(half: int, count: int, swell: float) -> str:
    """Return a band whose edges swell between evenly spaced points."""
    points = _edge(half, count)
    low = [(x, y + 6) for x, y in points]
    high = [(x, y - 6) for x, y in reversed(points)]
    across = f"{_waves(low, swell + 2)}L{packed(high[0])}{_waves(high, 8 - swell)}"
    return f"M{packed(low[0])}{across}Z"


def _waves(points: list[Point], swell: float) -> str:
    """Return the continuation of a curve through points, bulging between them."""
    return "".join(
        f"Q{packed(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + swell), b)}" for a, b in pairwise(points)
    )


def _rags(half: int, palette: Palette) -> str:
    """Return torn cloth."""
    torn = shape(_zigzag(half, max(4, half // 9), 8), palette.trim)
    folds = _along("M0-6l4 14", [(-half / 2, 6), (0, 9), (half / 2, 4)])
    return torn + mark(folds, 3, darker(palette.trim, 0.45))


def _rope(half: int, palette: Palette) -> str:
    """Return a thick rope."""
    del palette
    turns = _along("M-4-7l8 15", _edge(half - 6, half // 5))
    return shape(_band(half, 10), "#c9a56b") + mark(turns, 3, "#6f4f28")


def _ring(half: int, palette: Palette) -> str:
    """Return metal with rivets."""
    del palette
    light = mark(f"M{8 - half}-3Q0 12 {half - 8}-3", 3, "#d5dbe8")
    return shape(_band(half, 12), METAL) + light + dots(_edge(half - 7, 6), 6, "#3b4152")


def _plates(half: int, palette: Palette) -> str:
    """Return two plates of chitin that meet in the middle."""
    chest = half // 2
    band = (
        f"M{-half}-12Q{-half - 8} 14 {-chest} 16Q0 16 0 30Q0 16 {chest} 16"
        f"Q{half + 8} 14 {half}-12Q0 4 {-half}-12Z"
    )
    return shape(band, palette.trim) + mark("M0 0v20", 3, lighter(palette.trim, 0.3))


def _fur(half: int, palette: Palette) -> str:
    """Return a ruff of fur."""
    tufts = shape(_zigzag(half + 5, max(5, half // 8), 10), lighter(palette.skin, 0.55))
    hairs = _along("M0 0l4 9 4-9", _edge(half * 0.6, 3))
    return tufts + mark(hairs, 3, darker(palette.skin, 0.2))


def _feathers(half: int, palette: Palette) -> str:
    """Return a row of feathers."""
    count = max(5, half // 8)
    points = _edge(half, 2 * count)[1::2]
    leaves = _along("M-8-10q8-8 16 0q4 24-8 34q-12-10-8-34Z", points)
    quills = mark(_along("M0-4v14", points), 3, lighter(palette.trim, 0.45))
    return shape(leaves, palette.trim) + quills


def _drip(half: int, palette: Palette) -> str:
    """Return dripping goo."""
    lengths = (4, 22, 6, 14, 5, 30, 6, 18, 4, 24, 4)
    low = [(x, y + more) for (x, y), more in zip(_edge(half, 10), lengths, strict=True)]
    runs = "".join(
        f"Q{packed(((a[0] + b[0]) / 2, max(a[1], b[1]) + 3), b)}" for a, b in pairwise(low)
    )
    goo = f"M{-half}-12L{packed(low[0])}{runs}L{half}-12Q0 4 {-half}-12Z"
    return shape(goo, palette.glow) + glint(f"M{9 - half}-4q10 7 22 8v5q-16-1-22-8Z")


def _ruff(half: int, palette: Palette) -> str:
    """Return a frilled collar of cloth, once white."""
    del palette
    folds = _along("M0-8v16", _edge(half, 6)[1:-1])
    return shape(_scallops(half + 4, 6, 20), BONE) + mark(folds, 3, "#a99c86")


def _belt(half: int, palette: Palette) -> str:
    """Return a belt with a buckle."""
    strap = shape(_band(half, 10), darker(palette.trim, 0.35))
    return strap + shape("M-13-5h26v24h-26Z", BRASS) + flat("M-6 2h12v10h-12Z", "#2a1d3d")


def _studs(half: int, palette: Palette) -> str:
    """Return a dark strap with spikes."""
    spikes = _along("M-8 4l8 24 8-24Z", _edge(half - 9, max(4, half // 10)))
    return shape(spikes, BONE) + shape(_band(half, 8), darker(palette.trim, 0.5))


def _scales(half: int, palette: Palette) -> str:
    """Return two rows of scales."""
    low = moved(0, 10, shape(_scallops(half, 5, 14), darker(palette.skin, 0.2)))
    return low + shape(_scallops(half + 4, 6, 14), lighter(palette.skin, 0.18))


TRIMS: Final[dict[str, Callable[[int, Palette], str]]] = {
    "belt": _belt,
    "drip": _drip,
    "feathers": _feathers,
    "fur": _fur,
    "plates": _plates,
    "rags": _rags,
    "ring": _ring,
    "rope": _rope,
    "ruff": _ruff,
    "scales": _scales,
    "studs": _studs,
}


def trim(name: str, joint: int, y: float, palette: Palette) -> str:
    """Return the band that hides a joint at a height, given half its width."""
    return moved(MIDDLE, y, TRIMS[name](joint + _OVER, palette))
