"""The chart of a tournament: SVG with a panel of ratings and a panel of pairings."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from onirium.i18n.catalog import Words
from onirium.i18n.numbers import format_number
from onirium.studies.charts.svg import (
    add_line,
    add_shape,
    add_text,
    create_standalone_svg,
    tick_spacing,
    to_document,
)
from onirium.studies.tournaments.tournament import TournamentResult

# Lengths are in units of the view box, which are pixels at full size.
WIDTH_PX: Final = 760
MARGIN_PX: Final = 20
AXIS_LEFT_PX: Final = 300
AXIS_RIGHT_PX: Final = 736
"""The ends of the axis; names start at the margin, and values end left of the axis."""

HEADER_PX: Final = 40
HEADING_PX: Final = 30
ROW_PX: Final = 28
PANEL_FOOTER_PX: Final = 46
"""The heights of the title, the heading of a panel, a row, and the axis below the rows."""

RATING_MARGIN_RATIO: Final = 0.06
"""Extra length of the axis of ratings at either end, relative to the range of ratings."""

DOT_RADIUS_PX: Final = 5
ARROW_PX: Final = 8
"""The length of the arrow head at an infinite end of an interval."""

STYLE: Final = """
.standings .heading { font-weight: bold; }
.standings .even { stroke: var(--ink); }
.standings .interval { stroke: var(--line); stroke-width: 3; stroke-linecap: round; }
.standings .tip, .standings .dot { fill: var(--line); }
"""


class ChartRow(NamedTuple):
    """A named value with its text and its interval; an infinite end is None."""

    name: str
    text: str
    value: float
    low: float | None
    high: float | None


class Axis(NamedTuple):
    """A horizontal axis: its range, its labelled ticks, the value of equality and its title."""

    low: float
    high: float
    ticks: Sequence[tuple[float, str]]
    equality: float
    title: str

    def x(self, value: float) -> float:
        """Return the horizontal position of a value."""
        ratio = (value - self.low) / (self.high - self.low)
        return AXIS_LEFT_PX + (AXIS_RIGHT_PX - AXIS_LEFT_PX) * ratio


def draw_standings(result: TournamentResult, words: Words) -> str:
    """Return the standings of a tournament as SVG.

    Args:
        result: the result of the tournament.
        words: the texts of a language.
    """
    ratings, shares = _rating_rows(result), _share_rows(result, words.language)
    height = HEADER_PX + sum(
        HEADING_PX + ROW_PX * len(rows) + PANEL_FOOTER_PX for rows in (ratings, shares)
    )
    title = words.text("tournament.title", game=words.text("name"))
    axis_title = words.text("tournament.elo_axis", player=result.players[0])
    svg = create_standalone_svg("standings", title, WIDTH_PX, height, STYLE)
    add_text(svg, "title", MARGIN_PX, 24, title)
    heading = words.text("tournament.ratings")
    _draw_panel(svg, HEADER_PX, heading, ratings, _rating_axis(ratings, axis_title))
    top = HEADER_PX + HEADING_PX + ROW_PX * len(ratings) + PANEL_FOOTER_PX
    _draw_panel(svg, top, words.text("tournament.pairings"), shares, _share_axis(words))
    return to_document(svg)


def _rating_rows(result: TournamentResult) -> list[ChartRow]:
    return [
        ChartRow(
            standing.player,
            format_elo(standing.elo),
            standing.elo,
            standing.elo_low,
            standing.elo_high,
        )
        for standing in result.standings
    ]


def _share_rows(result: TournamentResult, language: str) -> list[ChartRow]:
    return [
        ChartRow(
            f"{pairing.first} – {pairing.second}",
            format_number(pairing.share, ".1%", language),
            pairing.share,
            pairing.share_low,
            pairing.share_high,
        )
        for pairing in result.pairings
    ]


def format_elo(elo: float) -> str:
    """Return an Elo difference as text, with its sign and without decimals.

    >>> format_elo(12.4), format_elo(-0.3), format_elo(-120)
    ('+12', '0', '−120')
    """
    return f"{round(elo):+d}".replace("-", "−") if round(elo) else "0"


def _rating_axis(rows: Sequence[ChartRow], title: str) -> Axis:
    """Return an axis that includes all ratings and the finite ends of their intervals."""
    ends = [end for row in rows for end in (row.value, row.low, row.high) if end is not None]
    margin = max((max(ends) - min(ends)) * RATING_MARGIN_RATIO, 1.0)
    low, high = min(ends) - margin, max(ends) + margin
    spacing = tick_spacing(high - low)
    ticks = range(
        math.ceil(low / spacing) * spacing, math.floor(high / spacing) * spacing + 1, spacing
    )
    return Axis(low, high, [(float(tick), format_elo(tick)) for tick in ticks], 0.0, title)


def _share_axis(words: Words) -> Axis:
    shares = [quarter / 4 for quarter in range(5)]
    ticks = [(share, format_number(share, ".0%", words.language)) for share in shares]
    return Axis(0.0, 1.0, ticks, 0.5, words.text("tournament.share_axis"))


def _draw_panel(svg: Element, top: int, heading: str, rows: Sequence[ChartRow], axis: Axis) -> None:
    panel = add_shape(svg, "g", "panel", transform=f"translate(0 {top})")
    add_text(panel, "heading", MARGIN_PX, HEADING_PX - 12, heading)
    floor = HEADING_PX + ROW_PX * len(rows)
    for value, label in axis.ticks:
        add_line(panel, axis.x(value), HEADING_PX, axis.x(value), floor)
        add_text(panel, "tick", axis.x(value), floor + 16, label, "middle")
    add_line(panel, axis.x(axis.equality), HEADING_PX, axis.x(axis.equality), floor, "even")
    middle = (AXIS_LEFT_PX + AXIS_RIGHT_PX) / 2
    add_text(panel, "axis", middle, floor + 34, axis.title, "middle")
    for number, row in enumerate(rows):
        _draw_row(panel, HEADING_PX + ROW_PX * (number + 0.5), row, axis)


def _draw_row(panel: Element, y: float, row: ChartRow, axis: Axis) -> None:
    add_text(panel, "name", MARGIN_PX, y + 4, row.name)
    add_text(panel, "number", AXIS_LEFT_PX - 14, y + 4, row.text, "end")
    start = AXIS_LEFT_PX + ARROW_PX if row.low is None else axis.x(row.low)
    end = AXIS_RIGHT_PX - ARROW_PX if row.high is None else axis.x(row.high)
    add_line(panel, start, y, end, y, "interval")
    if row.low is None:
        _draw_arrow_head(panel, AXIS_LEFT_PX, start, y)
    if row.high is None:
        _draw_arrow_head(panel, AXIS_RIGHT_PX, end, y)
    x = axis.x(row.value)
    add_shape(panel, "circle", "dot", cx=f"{x:.1f}", cy=f"{y:.1f}", r=f"{DOT_RADIUS_PX}")


def _draw_arrow_head(panel: Element, tip: float, base: float, y: float) -> None:
    """Draw a triangle from its base to its tip, both horizontal positions."""
    points = (
        f"{tip:.1f},{y:.1f} {base:.1f},{y - DOT_RADIUS_PX:.1f} {base:.1f},{y + DOT_RADIUS_PX:.1f}"
    )
    add_shape(panel, "polygon", "tip", points=points)
