"""The plots of a study, as SVG: interval plots, box plots, distributions and line plots."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from onirium.i18n.numbers import format_number
from onirium.studies.charts.svg import add_line, add_shape, add_text, create_svg, tick_values

# Lengths are in units of the view box, which are pixels at full size.
WIDTH_PX: Final = 760
AXIS_LEFT_PX: Final = 52
AXIS_RIGHT_PX: Final = 680
"""The ends of the horizontal axis; values are written to the right of it."""

HEADER_PX: Final = 10
ROW_PX: Final = 44
ROW_BASELINE_PX: Final = 30
"""The height of a row, and the distance of its mark from its top; the label is above the mark."""

FOOTER_PX: Final = 26
CELL_PX: Final = 20
LINE_PLOT_PX: Final = 260
LINE_PLOT_FLOOR_PX: Final = 240
"""The height of a line plot with its tick labels, and the position of 0 %."""

SHARE_TICKS: Final = tuple(n / 5 for n in range(6))
"""The labelled ticks of an axis of shares."""

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
"""The CSS of plots on a page that defines the colours; text has an outline to stay legible."""


class ShareInterval(NamedTuple):
    """A share with the ends of its interval."""

    name: str
    low: float
    share: float
    high: float


class QuantileSummary(NamedTuple):
    """Five quantiles of a distribution, in ascending order."""

    name: str
    quantiles: Sequence[int]


class ShareDistribution(NamedTuple):
    """The shares of consecutive values in a distribution; they sum to 1."""

    name: str
    shares: Sequence[float]


class CurvePoint(NamedTuple):
    """A share at a position on the horizontal axis, with the ends of its interval."""

    position: int
    low: float
    share: float
    high: float


class ShareCurve(NamedTuple):
    """A named curve of shares, from left to right."""

    name: str
    points: Sequence[CurvePoint]


def draw_intervals(title: str, rows: Sequence[ShareInterval], language: str) -> Element:
    """Return an interval plot: for each row a point on the line of its interval."""
    svg = _draw_rows(title, len(rows), _share_ticks(language), 1)
    for number, (name, low, share, high) in enumerate(rows):
        y = _draw_label(svg, number, name)
        add_line(svg, _x(low), y, _x(high), y, "span")
        add_shape(svg, "circle", "point", cx=f"{_x(share):.1f}", cy=f"{y:.1f}", r="5")
        add_text(svg, "number", WIDTH_PX - 4, y + 4, format_number(share, ".1%", language), "end")
    return svg


def draw_box_plot(title: str, rows: Sequence[QuantileSummary]) -> Element:
    """Return a box plot: for each row a line, a box and a mark between its quantiles."""
    maximum = max((row.quantiles[-1] for row in rows), default=1)
    ticks = {float(n): str(n) for n in tick_values(maximum)}
    svg = _draw_rows(title, len(rows), ticks, maximum)
    for number, (name, quantiles) in enumerate(rows):
        y = _draw_label(svg, number, name)
        least, low, middle, high, greatest = (_x(quantile, maximum) for quantile in quantiles)
        add_line(svg, least, y, greatest, y, "span")
        box = {"x": f"{low:.1f}", "width": f"{high - low:.1f}"}
        add_shape(svg, "rect", "box", **box, y=f"{y - 7:.1f}", height="14")
        add_line(svg, middle, y - 7, middle, y + 7, "middle")
        add_text(svg, "number", WIDTH_PX - 4, y + 4, str(quantiles[2]), "end")
    return svg


def draw_distributions(title: str, rows: Sequence[ShareDistribution], language: str) -> Element:
    """Return a heat map: a row for each distribution, larger shares are darker."""
    columns = max((len(row.shares) for row in rows), default=1)
    ticks = {n + 0.5: str(n) for n in range(columns)}
    svg = _draw_rows(title, len(rows), ticks, columns, grid=False)
    width = (AXIS_RIGHT_PX - AXIS_LEFT_PX) / columns
    for number, (name, shares) in enumerate(rows):
        y = _draw_label(svg, number, name) - CELL_PX / 2
        for column, share in enumerate(shares):
            x = AXIS_LEFT_PX + column * width
            cell = add_shape(svg, "rect", "cell", x=f"{x:.1f}", y=f"{y:.1f}", height=str(CELL_PX))
            cell.attrib |= {"width": f"{width:.1f}", "fill-opacity": f"{share / 2:.3f}"}
            text = format_number(share, ".0%", language)
            add_text(svg, "number", x + width / 2, y + 15, text, "middle")
    return svg


def draw_curves(
    title: str, curves: Sequence[ShareCurve], axis_title: str, language: str
) -> Element:
    """Return a line plot: curves with the bands of their intervals, each labelled at its end."""
    maximum = max((point.position for curve in curves for point in curve.points), default=1)
    svg = create_svg("plot", title, WIDTH_PX, LINE_PLOT_PX + FOOTER_PX)
    for share, label in _share_ticks(language).items():
        add_line(svg, AXIS_LEFT_PX, _y(share), AXIS_RIGHT_PX, _y(share))
        add_text(svg, "share", AXIS_LEFT_PX - 6, _y(share) + 4, label, "end")
    for position in tick_values(maximum):
        x = _x(position, maximum)
        add_line(svg, x, _y(1), x, _y(0))
        add_text(svg, "step", x, LINE_PLOT_PX, str(position), "middle")
    middle = (AXIS_LEFT_PX + AXIS_RIGHT_PX) / 2
    add_text(svg, "step", middle, LINE_PLOT_PX + 20, axis_title, "middle")
    for curve in curves:
        _draw_curve(svg, curve, maximum)
    for curve in curves:
        end = curve.points[-1]
        x = _x(end.position, maximum) + 5
        add_text(svg, "curve-name", x, _y(end.share) + 4, curve.name)
    return svg


def _draw_curve(svg: Element, curve: ShareCurve, maximum: int) -> None:
    upper = [(_x(point.position, maximum), _y(point.high)) for point in curve.points]
    lower = [(_x(point.position, maximum), _y(point.low)) for point in curve.points]
    middle = [(_x(point.position, maximum), _y(point.share)) for point in curve.points]
    add_shape(svg, "polygon", "band", points=_coordinates([*upper, *reversed(lower)]))
    add_shape(svg, "polyline", "curve", points=_coordinates(middle))


def _share_ticks(language: str) -> dict[float, str]:
    return {share: format_number(share, ".0%", language) for share in SHARE_TICKS}


def _draw_rows(
    title: str, count: int, ticks: Mapping[float, str], maximum: float, *, grid: bool = True
) -> Element:
    """Return an SVG element with the grid of some rows, and the axis below them."""
    floor = HEADER_PX + ROW_PX * count
    svg = create_svg("plot", title, WIDTH_PX, floor + FOOTER_PX)
    for value, label in ticks.items():
        x = _x(value, maximum)
        if grid:
            add_line(svg, x, HEADER_PX, x, floor)
        add_text(svg, "tick", x, floor + 17, label, "middle")
    return svg


def _draw_label(svg: Element, number: int, label: str) -> float:
    """Draw the label of a row; return the vertical position of its mark."""
    top = HEADER_PX + ROW_PX * number
    add_text(svg, "label", AXIS_LEFT_PX, top + 14, label)
    return top + ROW_BASELINE_PX


def _x(value: float, maximum: float = 1) -> float:
    return AXIS_LEFT_PX + (AXIS_RIGHT_PX - AXIS_LEFT_PX) * value / maximum


def _y(share: float) -> float:
    return LINE_PLOT_FLOOR_PX - (LINE_PLOT_FLOOR_PX - HEADER_PX) * share


def _coordinates(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
