"""The reliability plot: SVG with the share of games won against the estimated win probability."""

from collections.abc import Mapping, Sequence
from typing import Final
from xml.etree.ElementTree import Element

from onirium.studies.calibration.fit import ReliabilityBin
from onirium.studies.charts.svg import (
    add_line,
    add_shape,
    add_text,
    create_standalone_svg,
    to_document,
)
from onirium.studies.statistics import Z_95

# Lengths are in units of the view box, which are pixels at full size.
PANEL_PX: Final = 300
LEFT_PX: Final = 60
TOP_PX: Final = 60
GAP_PX: Final = 70
FOOTER_PX: Final = 50
DOT_RADIUS_PX: Final = 4
TICKS: Final = (0, 20, 40, 60, 80, 100)

STYLE: Final = """
.reliability .ideal { stroke: var(--ink); stroke-dasharray: 4 4; }
.reliability .interval { stroke: var(--line); stroke-width: 2; }
.reliability .dot { fill: var(--line); }
"""


def draw_reliability(panels: Mapping[str, Sequence[ReliabilityBin]]) -> str:
    """Return a panel for each list of bins, by its title; dots on the diagonal are calibrated."""
    width = LEFT_PX + len(panels) * (PANEL_PX + GAP_PX)
    height = TOP_PX + PANEL_PX + FOOTER_PX
    title = "Games won (%) by estimated win probability"
    svg = create_standalone_svg("reliability", title, width, height, STYLE)
    add_text(svg, "title", LEFT_PX, 24, title)
    for number, (name, bins) in enumerate(panels.items()):
        left = LEFT_PX + number * (PANEL_PX + GAP_PX)
        panel = add_shape(svg, "g", "panel", transform=f"translate({left} {TOP_PX})")
        add_text(panel, "name", 0, -10, name)
        _draw_grid(panel)
        for each in bins:
            _draw_bin(panel, each)
        add_text(panel, "axis", PANEL_PX / 2, PANEL_PX + 38, "estimated", "middle")
    return to_document(svg)


def _draw_grid(panel: Element) -> None:
    """Draw the labelled grid of a panel, and the diagonal of calibrated estimates."""
    for tick in TICKS:
        offset = PANEL_PX * tick / TICKS[-1]
        add_line(panel, offset, 0, offset, PANEL_PX)
        add_line(panel, 0, offset, PANEL_PX, offset)
        add_text(panel, "tick", offset, PANEL_PX + 18, str(tick), "middle")
        add_text(panel, "tick", -8, PANEL_PX - offset + 4, str(tick), "end")
    add_line(panel, 0, PANEL_PX, PANEL_PX, 0, "ideal")


def _draw_bin(panel: Element, each: ReliabilityBin) -> None:
    """Draw the share of games won in a bin, with its 95 % interval."""
    x, margin = PANEL_PX * each.estimated, Z_95 * each.error
    low, high = max(0.0, each.won - margin), min(1.0, each.won + margin)
    add_line(panel, x, _y(low), x, _y(high), "interval")
    dot = {"cx": f"{x:.1f}", "cy": f"{_y(each.won):.1f}", "r": f"{DOT_RADIUS_PX}"}
    add_shape(panel, "circle", "dot", **dot)


def _y(share: float) -> float:
    return PANEL_PX * (1.0 - share)
