"""The chart of an analysis: SVG with a panel of win probabilities for each seat."""

from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element

from onirium.i18n.catalog import Words
from onirium.i18n.numbers import format_number
from onirium.studies.analysis.game_analysis import (
    Analysis,
    Decision,
    SeatSummary,
    costliest_decisions,
)
from onirium.studies.charts.svg import (
    add_line,
    add_shape,
    add_text,
    create_standalone_svg,
    tick_values,
    to_document,
)

# Lengths are in units of the view box, which are pixels at full size.
WIDTH_PX: Final = 760
AXIS_LEFT_PX: Final = 52
AXIS_RIGHT_PX: Final = 740
HEADER_PX: Final = 40
PANEL_PX: Final = 210
PANEL_CEILING_PX: Final = 46
PANEL_FLOOR_PX: Final = 196
"""The positions of 100 % and 0 % within a panel."""
FOOTER_PX: Final = 34

MARKER_RADIUS_PX: Final = 9
MARKER_MARGIN_PX: Final = 8
MARKER_GAP_PX: Final = 2

STYLE: Final = """
.analysis .curve { fill: none; stroke: var(--line); stroke-width: 2; stroke-linejoin: round; }
.analysis .mark { fill: var(--paper); stroke: var(--mark); stroke-width: 2; }
.analysis .lead { fill: none; stroke: var(--mark); }
"""


def draw_analysis(analysis: Analysis, words: Words) -> str:
    """Return the win probabilities of an analysis as SVG.

    The costliest decisions have numbered markers, 1 for the costliest of all seats.

    Args:
        analysis: an analysis with at least one decision.
        words: the texts of a language.
    """
    height = HEADER_PX + PANEL_PX * len(analysis.seat_summaries) + FOOTER_PX
    title = words.text("analysis.curve")
    svg = create_standalone_svg("analysis", title, WIDTH_PX, height, STYLE)
    add_text(svg, "title", AXIS_LEFT_PX, 24, title)
    for number, summary in enumerate(analysis.seat_summaries):
        top = HEADER_PX + PANEL_PX * number
        panel = add_shape(svg, "g", "panel", transform=f"translate(0 {top})")
        _draw_panel(panel, summary, analysis, words)
    _draw_step_axis(svg, analysis.steps, height - FOOTER_PX, words)
    return to_document(svg)


def _draw_panel(panel: Element, summary: SeatSummary, analysis: Analysis, words: Words) -> None:
    seat_name = words.text("player", number=summary.seat + 1)
    add_text(panel, "seat", AXIS_LEFT_PX, 14, seat_name)
    for probability in (0.0, 0.5, 1.0):
        y = _y(probability)
        add_line(panel, AXIS_LEFT_PX, y, AXIS_RIGHT_PX, y)
        label = format_number(probability, ".0%", words.language)
        add_text(panel, "probability", AXIS_LEFT_PX - 6, y + 4, label, "end")
    for step in tick_values(analysis.steps):
        x = _x(step, analysis.steps)
        add_line(panel, x, PANEL_CEILING_PX, x, PANEL_FLOOR_PX)
    points = [
        f"{_x(step, analysis.steps):.1f},{_y(probability):.1f}"
        for step, probability in summary.curve
    ]
    add_shape(panel, "polyline", "curve", points=" ".join(points))
    _draw_markers(panel, summary.seat, analysis)


def _draw_markers(panel: Element, seat: int, analysis: Analysis) -> None:
    """Draw a numbered marker above the curve for each of the costliest decisions of a seat."""
    ranked = enumerate(costliest_decisions(analysis), start=1)
    markers = sorted(
        ((decision, rank) for rank, decision in ranked if decision.seat == seat),
        key=lambda marker: marker[0].step,
    )
    targets = [_x(decision.step, analysis.steps) for decision, _ in markers]
    for (decision, rank), target, x in zip(markers, targets, spread_markers(targets), strict=True):
        _draw_marker(panel, decision, str(rank), target, x)


def _draw_marker(panel: Element, decision: Decision, label: str, target: float, x: float) -> None:
    """Draw a marker and the line from it to the curve.

    Args:
        panel: the panel of the seat.
        decision: the decision.
        label: the text of the marker.
        target: the horizontal position of the decision on the curve.
        x: the horizontal position of the marker.
    """
    y = PANEL_CEILING_PX - MARKER_RADIUS_PX - MARKER_MARGIN_PX
    points = (
        f"{x:.1f},{y + MARKER_RADIUS_PX} {target:.1f},{PANEL_CEILING_PX} "
        f"{target:.1f},{_y(decision.after):.1f}"
    )
    add_shape(panel, "polyline", "lead", points=points)
    add_shape(panel, "circle", "mark", cx=f"{x:.1f}", cy=f"{y}", r=f"{MARKER_RADIUS_PX}")
    add_text(panel, "number", x, y + 4, label, "middle")


def spread_markers(targets: Sequence[float]) -> list[float]:
    """Return the positions of markers, near their ascending targets but without overlaps.

    >>> spread_markers([100, 104, 300, 731, 739])
    [100, 120, 300, 711, 731]
    """
    spacing = 2 * MARKER_RADIUS_PX + MARKER_GAP_PX
    positions: list[float] = []
    for target in targets:
        positions.append(max(target, positions[-1] + spacing) if positions else target)
    rightmost = AXIS_RIGHT_PX - MARKER_RADIUS_PX
    limits = [rightmost - spacing * following for following in reversed(range(len(positions)))]
    return [min(position, limit) for position, limit in zip(positions, limits, strict=True)]


def _draw_step_axis(svg: Element, steps: int, y: float, words: Words) -> None:
    for step in tick_values(steps):
        add_text(svg, "step", _x(step, steps), y, str(step), "middle")
    middle = (AXIS_LEFT_PX + AXIS_RIGHT_PX) / 2
    add_text(svg, "step", middle, y + 20, words.text("analysis.step"), "middle")


def _x(step: int, steps: int) -> float:
    return AXIS_LEFT_PX + (AXIS_RIGHT_PX - AXIS_LEFT_PX) * step / steps


def _y(probability: float) -> float:
    return PANEL_FLOOR_PX - (PANEL_FLOOR_PX - PANEL_CEILING_PX) * probability
