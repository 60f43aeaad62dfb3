"""The plots of a study, as SVG: shares with their intervals, lengths, where games end, curves."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from onirium.studies.drawing import add, rule, spacing, write

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
"""The height of a plot of curves."""

STYLE: Final = """
.plot { --paper: #fffdf8; --ink: #2b2733; --faint: #d9d3c7; --line: #4a3aa7; --mark: #b3261e; }
@media (prefers-color-scheme: dark) {
  .plot { --paper: #17151d; --ink: #ece7f2; --faint: #3d3947; --line: #b9a7ff; --mark: #ff8a80; }
}
.plot text { fill: var(--ink); font: 13px sans-serif; }
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


class Share(NamedTuple):
    """A share and the ends of its interval."""

    name: str
    low: float
    share: float
    high: float


class Spread(NamedTuple):
    """How a number is spread: five quantiles, in order."""

    name: str
    quantiles: Sequence[float]


class Curve(NamedTuple):
    """A line of shares: places along the axis, each with a share and the ends of its interval."""

    name: str
    points: Sequence[tuple[int, Share]]


def shares(title: str, rows: Sequence[Share]) -> Element:
    """Return shares side by side: a point each, on the line of its interval."""
    picture = _rows(title, len(rows), {n / 5: f"{n / 5:.0%}" for n in range(6)}, 1)
    for number, (name, low, share, high) in enumerate(rows):
        y = _label(picture, number, name)
        add(picture, "line", "span", **_line(_x(low), y, _x(high), y))
        add(picture, "circle", "point", cx=f"{_x(share):.1f}", cy=f"{y:.1f}", r="5")
        write(picture, "number", WIDTH - 4, y + 4, f"{share:.1%}", "end")
    return picture


def spreads(title: str, rows: Sequence[Spread]) -> Element:
    """Return how numbers are spread: a line, a box and a mark between the quantiles of each."""
    most = max((row.quantiles[-1] for row in rows), default=1)
    step = spacing(most)
    axis = {float(n): str(n) for n in range(0, int(most) + 1, step)}
    picture = _rows(title, len(rows), axis, most)
    for number, (name, quantiles) in enumerate(rows):
        y = _label(picture, number, name)
        least, low, middle, high, greatest = (_x(quantile, most) for quantile in quantiles)
        add(picture, "line", "span", **_line(least, y, greatest, y))
        place = {"x": f"{low:.1f}", "width": f"{high - low:.1f}"}
        add(picture, "rect", "box", **place, y=f"{y - 7:.1f}", height="14")
        add(picture, "line", "middle", **_line(middle, y - 7, middle, y + 7))
        write(picture, "number", WIDTH - 4, y + 4, f"{quantiles[2]:g}", "end")
    return picture


def cells(title: str, rows: Mapping[str, Sequence[float]]) -> Element:
    """Return how a whole is divided: a cell for each part, the larger the share the darker."""
    count = max(map(len, rows.values()), default=1)
    axis = {n + 0.5: str(n) for n in range(count)}
    picture = _rows(title, len(rows), axis, count, grid=False)
    width = (RIGHT - LEFT) / count
    for number, (name, parts) in enumerate(rows.items()):
        y = _label(picture, number, name) - CELL / 2
        for place, part in enumerate(parts):
            x = LEFT + place * width
            cell = add(picture, "rect", "cell", x=f"{x:.1f}", y=f"{y:.1f}", height=str(CELL))
            cell.attrib |= {"width": f"{width:.1f}", "fill-opacity": f"{part / 2:.3f}"}
            write(picture, "number", x + width / 2, y + 15, f"{part:.0%}", "middle")
    return picture


def curves(title: str, lines: Sequence[Curve], along: str) -> Element:
    """Return lines with the bands of their intervals, each named at its end."""
    places = [place for line in lines for place, _ in line.points]
    most = max(places, default=1)
    picture = _picture(title, PLOT + FOOT)
    for n in range(6):
        _tick(picture, n / 5)
    for place in range(0, most + 1, spacing(most)):
        x = _x(place, most)
        rule(picture, x, _height(1), x, _height(0))
        write(picture, "step", x, PLOT, str(place), "middle")
    write(picture, "step", (LEFT + RIGHT) / 2, PLOT + 20, along, "middle")
    for line in lines:
        _draw(picture, line, lambda place: _x(place, most))
    for line in lines:
        end, share = line.points[-1]
        write(picture, "curve-name", _x(end, most) + 5, _height(share.share) + 4, line.name)
    return picture


def _draw(picture: Element, line: Curve, x: Callable[[float], float]) -> None:
    above = [(x(place), _height(share.high)) for place, share in line.points]
    below = [(x(place), _height(share.low)) for place, share in line.points]
    add(picture, "polygon", "band", points=_points([*above, *reversed(below)]))
    middle = [(x(place), _height(share.share)) for place, share in line.points]
    add(picture, "polyline", "curve", points=_points(middle))


def _tick(picture: Element, share: float) -> None:
    y = _height(share)
    rule(picture, LEFT, y, RIGHT, y)
    write(picture, "share", LEFT - 6, y + 4, f"{share:.0%}", "end")


def _rows(
    title: str, count: int, axis: Mapping[float, str], most: float, *, grid: bool = True
) -> Element:
    """Return the frame of rows, and the axis below them."""
    floor = HEAD + ROW * count
    picture = _picture(title, floor + FOOT)
    for value, name in axis.items():
        x = _x(value, most)
        if grid:
            rule(picture, x, HEAD, x, floor)
        write(picture, "tick", x, floor + 17, name, "middle")
    return picture


def _picture(title: str, height: float) -> Element:
    size = {"viewBox": f"0 0 {WIDTH} {height:g}"}
    about = {"class": "plot", "role": "img", "aria-label": title}
    return Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **about, **size})


def _label(picture: Element, number: int, name: str) -> float:
    """Write the words of a row; return where it is drawn."""
    top = HEAD + ROW * number
    write(picture, "label", LEFT, top + 14, name)
    return top + BAR


def _x(value: float, most: float = 1) -> float:
    return LEFT + (RIGHT - LEFT) * value / most


def _height(share: float) -> float:
    return PLOT - 20 - (PLOT - 20 - HEAD) * share


def _line(x1: float, y1: float, x2: float, y2: float) -> dict[str, str]:
    return {"x1": f"{x1:.1f}", "y1": f"{y1:.1f}", "x2": f"{x2:.1f}", "y2": f"{y2:.1f}"}


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
