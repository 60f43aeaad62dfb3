"""The curves of an analysis as a picture: SVG, a panel for each seat."""

from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element

from onirium.i18n.catalog import Words
from onirium.studies.analysis.game_analysis import (
    Analysis,
    Decision,
    SeatSummary,
    costliest_decisions,
)
from onirium.studies.charts.svg import add, as_file, rule, sheet, ticks, write

WIDTH: Final = 760
LEFT: Final = 52
RIGHT: Final = 740
TOP: Final = 40
PANEL: Final = 210
CEILING: Final = 46
FLOOR: Final = 196
BOTTOM: Final = 34
"""Where things lie: the first panel begins at the top; its ceiling and floor are 100 and 0 %."""

MARK: Final = 9
"""The radius of a mark."""

STYLE: Final = """
.chances .curve { fill: none; stroke: var(--line); stroke-width: 2; stroke-linejoin: round; }
.chances .mark { fill: var(--paper); stroke: var(--mark); stroke-width: 2; }
.chances .lead { fill: none; stroke: var(--mark); }
"""


def draw(analysis: Analysis, words: Words) -> str:
    """Return the curves of an analysis as SVG.

    The decisions that cost most bear their numbers, 1 for the costliest of all.

    Args:
        analysis: what was found; at least one decision.
        words: the words of a language.
    """
    height = TOP + PANEL * len(analysis.seat_summaries) + BOTTOM
    title = words.text("analysis.curve")
    picture = sheet("chances", title, WIDTH, height, STYLE)
    write(picture, "title", LEFT, 24, title)
    for number, balance in enumerate(analysis.seat_summaries):
        panel = add(picture, "g", "panel", transform=f"translate(0 {TOP + PANEL * number})")
        _draw_panel(panel, balance, analysis, words)
    _name_steps(picture, analysis.steps, height - BOTTOM, words)
    return as_file(picture)


def _draw_panel(panel: Element, balance: SeatSummary, analysis: Analysis, words: Words) -> None:
    write(panel, "seat", LEFT, 14, words.text("player", number=balance.seat + 1))
    for chance in (0.0, 0.5, 1.0):
        rule(panel, LEFT, _y(chance), RIGHT, _y(chance))
        write(panel, "chance", LEFT - 6, _y(chance) + 4, f"{chance:.0%}", "end")
    for step in ticks(analysis.steps):
        x = _x(step, analysis.steps)
        rule(panel, x, CEILING, x, FLOOR)
    points = [f"{_x(step, analysis.steps):.1f},{_y(chance):.1f}" for step, chance in balance.curve]
    add(panel, "polyline", "curve", points=" ".join(points))
    _mark(panel, balance.seat, analysis)


def _mark(panel: Element, seat: int, analysis: Analysis) -> None:
    """Number the costliest decisions: above the curve, with a line down to where it fell."""
    ranked = enumerate(costliest_decisions(analysis), start=1)
    marks = sorted(
        ((decision, number) for number, decision in ranked if decision.seat == seat),
        key=lambda mark: mark[0].step,
    )
    feet = [_x(decision.step, analysis.steps) for decision, _ in marks]
    for (decision, number), foot, x in zip(marks, feet, apart(feet), strict=True):
        _hang(panel, decision, str(number), foot, x)


def _hang(panel: Element, decision: Decision, number: str, foot: float, x: float) -> None:
    y = CEILING - MARK - 8
    corners = f"{x:.1f},{y + MARK} {foot:.1f},{CEILING} {foot:.1f},{_y(decision.after):.1f}"
    add(panel, "polyline", "lead", points=corners)
    add(panel, "circle", "mark", cx=f"{x:.1f}", cy=f"{y}", r=f"{MARK}")
    write(panel, "number", x, y + 4, number, "middle")


def apart(places: Sequence[float]) -> list[float]:
    """Return where marks go that belong to places from left to right, so that none hides another.

    >>> apart([100, 104, 300, 731, 739])
    [100, 120, 300, 711, 731]
    """
    gap = 2 * MARK + 2
    moved: list[float] = []
    for place in places:
        moved.append(max(place, moved[-1] + gap) if moved else place)
    limits = [RIGHT - MARK - gap * after for after in reversed(range(len(moved)))]
    return [min(place, limit) for place, limit in zip(moved, limits, strict=True)]


def _name_steps(picture: Element, steps: int, y: float, words: Words) -> None:
    for step in ticks(steps):
        write(picture, "step", _x(step, steps), y, str(step), "middle")
    write(picture, "step", (LEFT + RIGHT) / 2, y + 20, words.text("analysis.step"), "middle")


def _x(step: int, steps: int) -> float:
    return LEFT + (RIGHT - LEFT) * step / steps


def _y(chance: float) -> float:
    return FLOOR - (FLOOR - CEILING) * chance
