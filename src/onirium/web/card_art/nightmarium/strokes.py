"""Drawing primitives of monsters: inked shapes, tapering limbs, marks and glints."""

import math
import re
from collections.abc import Iterable, Sequence
from typing import Final

from onirium.web.card_art.nightmarium.frame import INK, MIDDLE, OUTLINE
from onirium.web.card_art.svg import Point, mirrored, number, path, tag

SKIN: Final = "url(#skin)"
_HANDLE: Final = 6
"""Length of a Bézier handle, as a share of the way between the neighbouring points."""


def shape(d: str, fill: str = SKIN) -> str:
    """Return a filled shape with the outline of its group."""
    return path(d, fill)


def mark(d: str, width: float = 3, colour: str = INK) -> str:
    """Return a line on a body, within an inked group."""
    pen = {} if colour == INK else {"stroke": colour}
    return tag("path", d=d, **pen, stroke_width=width)


def flat(d: str, fill: str, opacity: float = 1) -> str:
    """Return a shape without an outline."""
    faint = {} if opacity == 1 else {"opacity": opacity}
    return path(d, fill, stroke="none", **faint)


def glint(d: str) -> str:
    """Return a highlight."""
    return flat(d, "#fff", 0.3)


def inked(*layers: str) -> str:
    """Return layers whose shapes share one outline, and whose lines are not filled."""
    return tag("g", *layers, fill="none", stroke=INK, stroke_width=OUTLINE)


def at(x: float, y: float, d: str) -> str:
    """Return a path around the origin, translated to a point.

    >>> at(100, 50, "M-5 0l10 4L8-8Z")
    'M95 50l10 4L108 42Z'
    """

    def brought(found: re.Match[str]) -> str:
        numbers = [float(written) for written in re.findall(r"-?[\d.]+", found[2])]
        places = zip(numbers[::2], numbers[1::2], strict=True)
        return found[1] + packed(*((across + x, down + y) for across, down in places))

    return re.sub("([A-Z])([^A-Za-z]+)", brought, d)


def both(name: str, *layers: str) -> str:
    """Return a shape on the right and its mirror image on the left."""
    twin = tag("use", href=f"#{name}", transform="matrix(-1 0 0 1 250 0)")
    return tag("g", *layers, id=name) + twin


def sides(left: str, right: str) -> str:
    """Return one shape on the right and another on the left, both drawn for the right."""
    return mirrored(left) + right


def flow(points: Sequence[Point], *, closed: bool = False) -> str:
    """Return the path of a smooth line through points, in whole numbers.

    >>> flow([(0, 0), (6, 6), (12, 0)])
    'M0 0c1 1 4 6 6 6c2 0 5-5 6-6'
    """
    given = [(round(x), round(y)) for x, y in points]
    ends = [given[-1], *given, *given[:2]] if closed else [given[0], *given, given[-1]]
    way = "".join(
        "c"
        + packed(
            ((end[0] - before[0]) / _HANDLE, (end[1] - before[1]) / _HANDLE),
            (
                end[0] - start[0] - (after[0] - start[0]) / _HANDLE,
                end[1] - start[1] - (after[1] - start[1]) / _HANDLE,
            ),
            (end[0] - start[0], end[1] - start[1]),
        )
        for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False)
    )
    return f"M{packed(given[0])}{way}{'Z' * closed}"


def packed(*points: Point) -> str:
    """Return points in whole numbers, as close together as a path allows.

    >>> packed((1, -2), (3.4, 4))
    '1-2 3 4'
    """
    written = " ".join(f"{round(value)}" for point in points for value in point)
    return written.replace(" -", "-")


def contour(half: Sequence[Point], start: float, end: float) -> str:
    """Return the curve of a body with two equal halves, open below.

    Args:
        half: its right half from above, as distances from the middle.
        start: height of the open ends.
        end: half the width at the open ends.
    """
    right = [(MIDDLE + x, y) for x, y in half]
    left = [(MIDDLE - x, y) for x, y in reversed(half) if x]
    _, _, way = flow([*left, *right]).partition("c")
    return f"M{packed((MIDDLE - end, start))}L{packed(left[0])}c{way}V{round(start)}"


def taper(points: Sequence[Point], thick: float, thin: float) -> str:
    """Return the path of a limb along points that grows thinner towards its round end."""
    last = len(points) - 1
    right: list[Point] = []
    left: list[Point] = []
    for index, (x, y) in enumerate(points):
        before, after = points[max(index - 1, 0)], points[min(index + 1, last)]
        along = math.atan2(after[1] - before[1], after[0] - before[0])
        half = (thick + (thin - thick) * index / last) / 2
        across = half * math.sin(along), half * math.cos(along)
        right.append((x - across[0], y + across[1]))
        left.append((x + across[0], y - across[1]))
    tip = (points[-1][0] + thin / 2 * math.cos(along), points[-1][1] + thin / 2 * math.sin(along))
    return flow([*right, tip, *reversed(left)], closed=True)


def dots(points: Iterable[Point], size: float, colour: str) -> str:
    """Return round spots."""
    d = "".join(f"M{number(x)} {number(y)}h0" for x, y in points)
    return mark(d, size, colour)
