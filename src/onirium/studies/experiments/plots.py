"""The plots of a study, as SVG: shares with their intervals, lengths, where games end, curves."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from onirium.studies.charts.svg import add, canvas, rule, ticks, write

WIDTH: Final = 760
LEFT: Final = 52
RIGHT: Final = 680
"""Where axes begin and end; numbers stand to the right."""

HEAD: Final = 10
ROW: Final = 44
BAR: Final = 30
"""A row has its words above, and what is drawn this far below its top."""

FOOT: Final = 26
CELL: Final = 20
PLOT: Final = 260
FLOOR: Final = 240
"""A plot of curves is so high, numbers included, and 0 % lies there."""

FIFTHS: Final = {n / 5: f"{n / 5:.0%}" for n in range(6)}
"""The shares that an axis names."""

STYLE: Final = """
.plot text { fill: var(--ink); font: 13px sans-serif; }
.plot .label, .plot .curve-name { stroke: var(--paper); stroke-width: 4; paint-order: stroke; }
.plot .grid { stroke: var(--faint); }
.plot .span { stroke: var(--line); stroke-width: 2; }
.plot .point { fill: var(--line); }
.plot .box { fill: var(--faint); stroke: var(--line); }
.plot .middle { stroke: var(--mark); stroke-width: 3; }
.plot .cell { fill: var(--line); stroke: var(--faint); }
.plot .band { fill: var(--line); fill-opacity: 0.12; }
.plot .curve { fill: none; stroke: var(--line); stroke-width: 2; stroke-linejoin: round; }
.plot .curve-name { font-weight: bold; }
"""
"""What the plots of a page look like, which has set the colours; lines do not strike words out."""


class Share(NamedTuple):
    """A share and the ends of its interval."""

    name: str
    low: float
    share: float
    high: float


class Spread(NamedTuple):
    """How a number is spread: five quantiles, in order."""

    name: str
    quantiles: Sequence[int]


class Division(NamedTuple):
    """How a whole is divided: its parts, as shares of it."""

    name: str
    parts: Sequence[float]


class Point(NamedTuple):
    """A place along an axis, with a share there and the ends of its interval."""

    place: int
    low: float
    share: float
    high: float


class Curve(NamedTuple):
    """How a share goes along an axis, from left to right."""

    name: str
    points: Sequence[Point]


def shares(title: str, rows: Sequence[Share]) -> Element:
    """Return shares side by side: a point each, on the line of its interval."""
    picture = _rows(title, len(rows), FIFTHS, 1)
    for number, (name, low, share, high) in enumerate(rows):
        y = _label(picture, number, name)
        rule(picture, _x(low), y, _x(high), y, "span")
        add(picture, "circle", "point", cx=f"{_x(share):.1f}", cy=f"{y:.1f}", r="5")
        write(picture, "number", WIDTH - 4, y + 4, f"{share:.1%}", "end")
    return picture


def spreads(title: str, rows: Sequence[Spread]) -> Element:
    """Return how numbers are spread: a line, a box and a mark between the quantiles of each."""
    most = max((row.quantiles[-1] for row in rows), default=1)
    axis = {float(n): str(n) for n in ticks(most)}
    picture = _rows(title, len(rows), axis, most)
    for number, (name, quantiles) in enumerate(rows):
        y = _label(picture, number, name)
        least, low, middle, high, greatest = (_x(quantile, most) for quantile in quantiles)
        rule(picture, least, y, greatest, y, "span")
        place = {"x": f"{low:.1f}", "width": f"{high - low:.1f}"}
        add(picture, "rect", "box", **place, y=f"{y - 7:.1f}", height="14")
        rule(picture, middle, y - 7, middle, y + 7, "middle")
        write(picture, "number", WIDTH - 4, y + 4, str(quantiles[2]), "end")
    return picture


def divisions(title: str, rows: Sequence[Division]) -> Element:
    """Return how wholes are divided: a cell for each part, the larger the share the darker."""
    count = max((len(row.parts) for row in rows), default=1)
    axis = {n + 0.5: str(n) for n in range(count)}
    picture = _rows(title, len(rows), axis, count, grid=False)
    width = (RIGHT - LEFT) / count
    for number, (name, parts) in enumerate(rows):
        y = _label(picture, number, name) - CELL / 2
        for place, part in enumerate(parts):
            x = LEFT + place * width
            cell = add(picture, "rect", "cell", x=f"{x:.1f}", y=f"{y:.1f}", height=str(CELL))
            cell.attrib |= {"width": f"{width:.1f}", "fill-opacity": f"{part / 2:.3f}"}
            write(picture, "number", x + width / 2, y + 15, f"{part:.0%}", "middle")
    return picture


def curves(title: str, lines: Sequence[Curve], along: str) -> Element:
    """Return lines with the bands of their intervals, each named at its end."""
    most = max((point.place for line in lines for point in line.points), default=1)
    picture = canvas("plot", title, WIDTH, PLOT + FOOT)
    for share, name in FIFTHS.items():
        rule(picture, LEFT, _height(share), RIGHT, _height(share))
        write(picture, "share", LEFT - 6, _height(share) + 4, name, "end")
    for place in ticks(most):
        x = _x(place, most)
        rule(picture, x, _height(1), x, _height(0))
        write(picture, "step", x, PLOT, str(place), "middle")
    write(picture, "step", (LEFT + RIGHT) / 2, PLOT + 20, along, "middle")
    for line in lines:
        _draw(picture, line, most)
    for line in lines:
        end = line.points[-1]
        x = _x(end.place, most) + 5
        write(picture, "curve-name", x, _height(end.share) + 4, line.name)
    return picture


def _draw(picture: Element, line: Curve, most: int) -> None:
    above = [(_x(point.place, most), _height(point.high)) for point in line.points]
    below = [(_x(point.place, most), _height(point.low)) for point in line.points]
    middle = [(_x(point.place, most), _height(point.share)) for point in line.points]
    add(picture, "polygon", "band", points=_corners([*above, *reversed(below)]))
    add(picture, "polyline", "curve", points=_corners(middle))


def _rows(
    title: str, count: int, axis: Mapping[float, str], most: float, *, grid: bool = True
) -> Element:
    """Return the frame of rows, and the axis below them."""
    floor = HEAD + ROW * count
    picture = canvas("plot", title, WIDTH, floor + FOOT)
    for value, name in axis.items():
        x = _x(value, most)
        if grid:
            rule(picture, x, HEAD, x, floor)
        write(picture, "tick", x, floor + 17, name, "middle")
    return picture


def _label(picture: Element, number: int, name: str) -> float:
    """Write the words of a row; return where it is drawn."""
    top = HEAD + ROW * number
    write(picture, "label", LEFT, top + 14, name)
    return top + BAR


def _x(value: float, most: float = 1) -> float:
    return LEFT + (RIGHT - LEFT) * value / most


def _height(share: float) -> float:
    return FLOOR - (FLOOR - HEAD) * share


def _corners(corners: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
