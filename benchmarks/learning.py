"""Draws learning curves: the win rate in each iteration of training, by scenario.

``python benchmarks/learning.py DIR OUT.svg`` reads the tables ``GAME-NETWORK.csv`` that ``onirium
train`` writes, draws a panel for each and prints a Markdown table with games, decisions and time.
"""

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

WIDTH = 760
PLOT_LEFT = 44
PLOT_RIGHT = 500
LABELS_LEFT = 530
PANEL_HEIGHT = 300
PLOT_TOP = 40
PLOT_BOTTOM = 260
MIN_LABEL_DISTANCE = 15

COLUMNS = ("iteration", "games", "decisions", "loss", "seconds")
"""The columns before those of the scenarios."""

LINE_STYLE_COUNT = 4
"""Styles repeat; the label beside each line identifies it."""

STYLE = """
.learning { --paper: #fffdf8; --ink: #2b2733; --faint: #d9d3c7; }
.learning { --k0: #4a3aa7; --k1: #b3261e; --k2: #1b6e53; --k3: #8a5a00; }
@media (prefers-color-scheme: dark) {
  .learning { --paper: #17151d; --ink: #ece7f2; --faint: #3d3947; }
  .learning { --k0: #b9a7ff; --k1: #ff8a80; --k2: #7fd8b4; --k3: #f0c06a; }
}
.learning text { fill: var(--ink); font: 12px sans-serif; }
.learning .title { font-size: 15px; }
.learning .paper { fill: var(--paper); }
.learning .grid { stroke: var(--faint); }
.learning .lead { fill: none; stroke: var(--faint); }
.learning polyline { fill: none; stroke-width: 1.5; stroke-linejoin: round; }
.learning .k0 { stroke: var(--k0); stroke-width: 2.5; }
.learning .k1 { stroke: var(--k1); stroke-dasharray: 7 2; }
.learning .k2 { stroke: var(--k2); stroke-dasharray: 3 2; }
.learning .k3 { stroke: var(--k3); stroke-dasharray: 9 2 2 2; }
"""


class LearningCurve(NamedTuple):
    """The course of one training.

    Attributes:
        network: the game and the network.
        win_rates: the win rate in each iteration, by scenario.
        iterations: number of iterations.
        games: number of games in all iterations.
        decisions: number of decisions in all games.
        seconds: duration in seconds.
    """

    network: str
    win_rates: dict[str, list[float]]
    iterations: int
    games: int
    decisions: int
    seconds: float


def main() -> None:
    """Draw the tables of a folder."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="folder of the tables")
    parser.add_argument("picture", type=Path, help="SVG file to write")
    arguments = parser.parse_args()
    tables = sorted(arguments.folder.glob("*-*.csv"))
    if not tables:
        parser.error(f"{arguments.folder}: no tables such as onirim-alone.csv")
    curves = [read_curve(path) for path in tables]
    arguments.picture.write_text(draw_curves(curves), encoding="utf-8")
    print("| network | iterations | games | decisions | minutes |\n|---|---|---|---|---|")
    for curve in curves:
        cells = (
            curve.network,
            curve.iterations,
            f"{curve.games:,}",
            f"{curve.decisions:,}",
            f"{curve.seconds / 60:.0f}",
        )
        print(f"| {' | '.join(map(str, cells))} |")


def read_curve(path: Path) -> LearningCurve:
    """Read the table of a network."""
    with path.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    columns = [[float(number) for number in column] for column in zip(*rows, strict=True)]
    statistics = dict(zip(COLUMNS, columns, strict=False))
    scenarios = shorten_names(head[len(COLUMNS) :])
    return LearningCurve(
        path.stem.replace("-", ", ", 1),
        dict(zip(scenarios, columns[len(COLUMNS) :], strict=True)),
        iterations=len(rows),
        games=round(sum(statistics["games"])),
        decisions=round(sum(statistics["decisions"])),
        seconds=sum(statistics["seconds"]),
    )


def shorten_names(scenarios: Sequence[str]) -> list[str]:
    """Name scenarios by the options in which they differ.

    >>> shorten_names(["onirim seats=2", "onirim seats=2 expansions=book,towers"])
    ['default', 'book, towers']
    """
    options = [scenario.split()[1:] for scenario in scenarios]
    common = set.intersection(*map(set, options))
    return [
        ", ".join(describe_option(option) for option in own if option not in common) or "default"
        for own in options
    ]


def describe_option(option: str) -> str:
    """Return an option in words."""
    name, _, value = option.partition("=")
    if name == "opponents":
        return f"against {value}"
    return f"{value} {name}" if value.isdecimal() else value.replace(",", ", ")


def draw_curves(curves: Sequence[LearningCurve]) -> str:
    """Return the panels as SVG."""
    height = PANEL_HEIGHT * len(curves)
    size = {"width": str(WIDTH), "height": str(height), "viewBox": f"0 0 {WIDTH} {height}"}
    picture = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "class": "learning", **size})
    picture.attrib |= {"role": "img", "aria-label": "Win rate in each iteration"}
    SubElement(picture, "style").text = STYLE
    add_element(picture, "rect", "paper", width="100%", height="100%")
    for index, curve in enumerate(curves):
        panel = add_element(picture, "g", "panel", transform=f"translate(0 {PANEL_HEIGHT * index})")
        draw_panel(panel, curve)
    indent(picture)
    return tostring(picture, encoding="unicode") + "\n"


def draw_panel(panel: Element, curve: LearningCurve) -> None:
    """Draw the axes and the lines of one network."""
    draw_text(panel, PLOT_LEFT, 24, f"{curve.network}: win rate in each iteration", "title")
    for rate in (0.0, 0.25, 0.5, 0.75, 1.0):
        draw_line(panel, "grid", (PLOT_LEFT, y_of_rate(rate)), (PLOT_RIGHT, y_of_rate(rate)))
        draw_text(panel, PLOT_LEFT - 6, y_of_rate(rate) + 4, f"{rate:.0%}", "share", "end")
    for number in tick_iterations(curve.iterations):
        draw_text(
            panel,
            x_of_iteration(number, curve.iterations),
            PLOT_BOTTOM + 18,
            str(number),
            "round",
            "middle",
        )
    for index, rates in enumerate(curve.win_rates.values()):
        points = [
            (x_of_iteration(at, curve.iterations), y_of_rate(rate))
            for at, rate in enumerate(rates, start=1)
        ]
        draw_line(panel, f"k{index % LINE_STYLE_COUNT}", *points)
    draw_labels(panel, curve)


def tick_iterations(iterations: int) -> list[int]:
    """Return the labelled iterations: the first and every tenth, or every second of up to 20."""
    step = 10 if iterations > 20 else 2
    return [1, *range(step, iterations + 1, step)]


def draw_labels(panel: Element, curve: LearningCurve) -> None:
    """Write the name of each line at its end, without overlaps."""
    ends = sorted((y_of_rate(rates[-1]), name) for name, rates in curve.win_rates.items())
    for position, (end, name) in zip(separate([end for end, _ in ends]), ends, strict=True):
        lead = ((PLOT_RIGHT + 2, end), (LABELS_LEFT - 14, position), (LABELS_LEFT - 3, position))
        draw_line(panel, "lead", *lead)
        draw_text(
            panel, LABELS_LEFT, position + 4, f"{name}: {curve.win_rates[name][-1]:.0%}", "kind"
        )


def separate(ends: Sequence[float]) -> list[float]:
    """Move ascending positions apart: down first, then up from the bottom of the plot.

    >>> separate([100.0, 104.0, 200.0])
    [100.0, 115.0, 200.0]
    """
    positions: list[float] = []
    for end in ends:
        positions.append(max([end, *(last + MIN_LABEL_DISTANCE for last in positions[-1:])]))
    lowest = float(PLOT_BOTTOM + MIN_LABEL_DISTANCE)
    for index in reversed(range(len(positions))):
        positions[index] = min(positions[index], lowest)
        lowest = positions[index] - MIN_LABEL_DISTANCE
    return positions


def x_of_iteration(number: int, iterations: int) -> float:
    """Return the horizontal position of an iteration, in pixels."""
    return PLOT_LEFT + (PLOT_RIGHT - PLOT_LEFT) * (number - 1) / max(iterations - 1, 1)


def y_of_rate(rate: float) -> float:
    """Return the vertical position of a win rate, in pixels."""
    return PLOT_BOTTOM - (PLOT_BOTTOM - PLOT_TOP) * rate


def draw_line(parent: Element, kind: str, *points: tuple[float, float]) -> None:
    coordinates = " ".join(f"{across:.1f},{down:.1f}" for across, down in points)
    add_element(parent, "polyline", kind, points=coordinates)


def draw_text(
    parent: Element, across: float, down: float, text: str, kind: str, anchor: str = "start"
) -> None:
    position = {"x": f"{across:.1f}", "y": f"{down:.1f}", "text-anchor": anchor}
    add_element(parent, "text", kind, **position).text = text


def add_element(parent: Element, tag: str, kind: str, **attributes: str) -> Element:
    return SubElement(parent, tag, {"class": kind, **attributes})


if __name__ == "__main__":
    main()
