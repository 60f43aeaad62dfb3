"""The standings of a tournament as a picture: SVG, ratings above, pairings below."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element

from onirium.i18n.catalog import Words
from onirium.studies.charts.svg import add, as_file, rule, sheet, spacing, write
from onirium.studies.tournaments.tournament import TournamentResult

WIDTH: Final = 760
MARGIN: Final = 20
LEFT: Final = 300
RIGHT: Final = 736
"""Names stand from the margin on, numbers end before the left end of the axis."""

TOP: Final = 40
HEAD: Final = 30
ROW: Final = 28
FOOT: Final = 46
"""A panel has a heading, its rows, and an axis under them."""

MARGIN_OF_RATINGS: Final = 0.06
"""The axis of ratings goes on beyond them by this part."""

DOT: Final = 5
TIP: Final = 8
"""The radius of a dot, and the length of an arrow where nothing bounds an interval."""

STYLE: Final = """
.standings .heading { font-weight: bold; }
.standings .even { stroke: var(--ink); }
.standings .interval { stroke: var(--line); stroke-width: 3; stroke-linecap: round; }
.standings .tip, .standings .dot { fill: var(--line); }
"""


class Row(NamedTuple):
    """A value with its interval, an end of which is None if it is nowhere."""

    name: str
    number: str
    value: float
    low: float | None
    high: float | None


class Axis(NamedTuple):
    """From where to where values go, which of them are named and how, and which means equality."""

    low: float
    high: float
    ticks: Sequence[tuple[float, str]]
    even: float
    title: str

    def x(self, value: float) -> float:
        """Return where a value lies."""
        return LEFT + (RIGHT - LEFT) * (value - self.low) / (self.high - self.low)


def draw(tournament: TournamentResult, words: Words) -> str:
    """Return the standings of a tournament as SVG.

    Args:
        tournament: what was found.
        words: the words of a language.
    """
    ratings, pairings = _ratings(tournament), _pairings(tournament)
    height = TOP + sum(HEAD + ROW * len(rows) + FOOT for rows in (ratings, pairings))
    title = words.text("tournament.title", game=words.text("name"))
    axis = _of_ratings(ratings, words.text("tournament.elo_axis", player=tournament.seats[0]))
    picture = sheet("standings", title, WIDTH, height, STYLE)
    write(picture, "title", MARGIN, 24, title)
    _draw_panel(picture, TOP, words.text("tournament.ratings"), ratings, axis)
    below = TOP + HEAD + ROW * len(ratings) + FOOT
    _draw_panel(picture, below, words.text("tournament.pairings"), pairings, _of_shares(words))
    return as_file(picture)


def _ratings(tournament: TournamentResult) -> list[Row]:
    return [
        Row(
            standing.player,
            format_elo(standing.elo),
            standing.elo,
            standing.elo_low,
            standing.elo_high,
        )
        for standing in tournament.standings
    ]


def _pairings(tournament: TournamentResult) -> list[Row]:
    return [
        Row(
            f"{pairing.first} – {pairing.second}",
            f"{pairing.share:.1%}",
            pairing.share,
            pairing.share_low,
            pairing.share_high,
        )
        for pairing in tournament.pairings
    ]


def format_elo(elo: float) -> str:
    """Return Elo points as they are read.

    >>> format_elo(12.4), format_elo(-0.3), format_elo(-120)
    ('+12', '0', '−120')
    """
    return f"{round(elo):+d}".replace("-", "−") if round(elo) else "0"


def _of_ratings(rows: Sequence[Row], title: str) -> Axis:
    """Return an axis on which all ratings lie, and the ends of their intervals."""
    ends = [end for row in rows for end in (row.value, row.low, row.high) if end is not None]
    beyond = max((max(ends) - min(ends)) * MARGIN_OF_RATINGS, 1.0)
    low, high = min(ends) - beyond, max(ends) + beyond
    step = spacing(high - low)
    ticks = range(math.ceil(low / step) * step, math.floor(high / step) * step + 1, step)
    named = [(float(tick), format_elo(tick)) for tick in ticks]
    return Axis(low, high, named, 0.0, title)


def _of_shares(words: Words) -> Axis:
    ticks = [(part / 4, f"{part / 4:.0%}") for part in range(5)]
    return Axis(0.0, 1.0, ticks, 0.5, words.text("tournament.share_axis"))


def _draw_panel(picture: Element, top: int, heading: str, rows: Sequence[Row], axis: Axis) -> None:
    panel = add(picture, "g", "panel", transform=f"translate(0 {top})")
    write(panel, "heading", MARGIN, HEAD - 12, heading)
    floor = HEAD + ROW * len(rows)
    for value, name in axis.ticks:
        rule(panel, axis.x(value), HEAD, axis.x(value), floor)
        write(panel, "tick", axis.x(value), floor + 16, name, "middle")
    rule(panel, axis.x(axis.even), HEAD, axis.x(axis.even), floor, "even")
    write(panel, "axis", (LEFT + RIGHT) / 2, floor + 34, axis.title, "middle")
    for number, row in enumerate(rows):
        _draw_row(panel, HEAD + ROW * (number + 0.5), row, axis)


def _draw_row(panel: Element, y: float, row: Row, axis: Axis) -> None:
    write(panel, "name", MARGIN, y + 4, row.name)
    write(panel, "number", LEFT - 14, y + 4, row.number, "end")
    start = LEFT + TIP if row.low is None else axis.x(row.low)
    end = RIGHT - TIP if row.high is None else axis.x(row.high)
    rule(panel, start, y, end, y, "interval")
    if row.low is None:
        _point(panel, LEFT, start, y)
    if row.high is None:
        _point(panel, RIGHT, end, y)
    add(panel, "circle", "dot", cx=f"{axis.x(row.value):.1f}", cy=f"{y:.1f}", r=f"{DOT}")


def _point(panel: Element, tip: float, foot: float, y: float) -> None:
    """Draw the head of an arrow."""
    corners = f"{tip:.1f},{y:.1f} {foot:.1f},{y - DOT:.1f} {foot:.1f},{y + DOT:.1f}"
    add(panel, "polygon", "tip", points=corners)
