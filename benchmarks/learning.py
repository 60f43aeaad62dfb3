"""Draws how networks have learned: the share of games won in each round, by kind of game.

``python benchmarks/learning.py DIR OUT.svg`` reads the tables that ``onirium train`` keeps in a
folder, ``GAME-NETWORK.csv``, draws a panel for each and prints what they took, in Markdown.
"""

import argparse
import csv
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

WIDTH = 760
LEFT = 44
RIGHT = 500
LABELS = 530
PANEL = 300
CEILING = 40
FLOOR = 260
GAP = 15
"""So far apart are labels at least."""

MEASURES = ("round", "games", "decisions", "loss", "seconds")
"""These a row has before the shares."""

LINES = 4
"""So many styles of line; the label beside each line says which it is."""

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


class Learned(NamedTuple):
    """How a network has learned: the shares won in each round, by kind of game, and what it took.

    Attributes:
        network: the game and the network.
        kinds: the shares by kind of game.
        rounds: how many rounds there were.
        games: how many games were played in all of them.
        decisions: how many decisions they had.
        seconds: how long it took.
    """

    network: str
    kinds: dict[str, list[float]]
    rounds: int
    games: int
    decisions: int
    seconds: float


def main() -> None:
    """Draw the tables of a folder."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the tables lie")
    parser.add_argument("picture", type=Path, help="the file to draw into")
    given = parser.parse_args()
    tables = sorted(given.folder.glob("*-*.csv"))
    if not tables:
        parser.error(f"{given.folder}: there are no tables such as onirim-alone.csv")
    networks = [read(path) for path in tables]
    given.picture.write_text(draw(networks), encoding="utf-8")
    print("| network | rounds | games | decisions | minutes |\n|---|---|---|---|---|")
    for learned in networks:
        cells = (
            learned.network,
            learned.rounds,
            f"{learned.games:,}",
            f"{learned.decisions:,}",
            f"{learned.seconds / 60:.0f}",
        )
        print(f"| {' | '.join(map(str, cells))} |")


def read(path: Path) -> Learned:
    """Read the table of a network."""
    with path.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    columns = [[float(number) for number in column] for column in zip(*rows, strict=True)]
    took = dict(zip(MEASURES, columns, strict=False))
    return Learned(
        path.stem.replace("-", ", "),
        dict(zip(shortened(head[len(MEASURES) :]), columns[len(MEASURES) :], strict=True)),
        rounds=len(rows),
        games=round(sum(took["games"])),
        decisions=round(sum(took["decisions"])),
        seconds=sum(took["seconds"]),
    )


def shortened(kinds: Sequence[str]) -> list[str]:
    """Name kinds of games by what sets them apart.

    >>> shortened(["onirim seats=2", "onirim seats=2 expansions=book,towers"])
    ['usual', 'book, towers']
    """
    options = [kind.split()[1:] for kind in kinds]
    common = set.intersection(*map(set, options))
    return [
        ", ".join(told(option) for option in chosen if option not in common) or "usual"
        for chosen in options
    ]


def told(option: str) -> str:
    name, _, value = option.partition("=")
    if name == "opponents":
        return f"against {value}"
    return f"{value} {name}" if value.isdecimal() else value.replace(",", ", ")


def draw(networks: Sequence[Learned]) -> str:
    """Return the panels as SVG."""
    height = PANEL * len(networks)
    size = {"width": str(WIDTH), "height": str(height), "viewBox": f"0 0 {WIDTH} {height}"}
    picture = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "class": "learning", **size})
    picture.attrib |= {"role": "img", "aria-label": "Games won, round by round"}
    SubElement(picture, "style").text = STYLE
    add(picture, "rect", "paper", width="100%", height="100%")
    for number, learned in enumerate(networks):
        panel = add(picture, "g", "panel", transform=f"translate(0 {PANEL * number})")
        draw_panel(panel, learned)
    indent(picture)
    return tostring(picture, encoding="unicode") + "\n"


def draw_panel(panel: Element, learned: Learned) -> None:
    write(panel, LEFT, 24, f"{learned.network}: games won in each round", "title")
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        line(panel, "grid", (LEFT, y(share)), (RIGHT, y(share)))
        write(panel, LEFT - 6, y(share) + 4, f"{share:.0%}", "share", "end")
    for number in ticks(learned.rounds):
        write(panel, x(number, learned.rounds), FLOOR + 18, str(number), "round", "middle")
    for number, shares in enumerate(learned.kinds.values()):
        places = [(x(at, learned.rounds), y(share)) for at, share in enumerate(shares, start=1)]
        line(panel, f"k{number % LINES}", *places)
    label(panel, learned)


def ticks(rounds: int) -> list[int]:
    """Return the rounds that are named: the first and every tenth, or every second of a few."""
    step = 10 if rounds > 20 else 2
    return [1, *range(step, rounds + 1, step)]


def label(panel: Element, learned: Learned) -> None:
    """Name each line at its end, from above to below, with room between the names."""
    ends = sorted((y(shares[-1]), name) for name, shares in learned.kinds.items())
    for place, (end, name) in zip(spread([end for end, _ in ends]), ends, strict=True):
        line(panel, "lead", (RIGHT + 2, end), (LABELS - 14, place), (LABELS - 3, place))
        write(panel, LABELS, place + 4, f"{name}: {learned.kinds[name][-1]:.0%}", "kind")


def spread(ends: Sequence[float]) -> list[float]:
    """Move ascending places apart, downwards first, then up from where there is no room left.

    >>> spread([100.0, 104.0, 200.0])
    [100.0, 115.0, 200.0]
    """
    places: list[float] = []
    for end in ends:
        places.append(max([end, *(place + GAP for place in places[-1:])]))
    lowest = float(FLOOR + GAP)
    for number in reversed(range(len(places))):
        places[number] = min(places[number], lowest)
        lowest = places[number] - GAP
    return places


def x(number: int, rounds: int) -> float:
    return LEFT + (RIGHT - LEFT) * (number - 1) / max(rounds - 1, 1)


def y(share: float) -> float:
    return FLOOR - (FLOOR - CEILING) * share


def line(parent: Element, kind: str, *places: tuple[float, float]) -> None:
    points = " ".join(f"{across:.1f},{down:.1f}" for across, down in places)
    add(parent, "polyline", kind, points=points)


def write(
    parent: Element, across: float, down: float, text: str, kind: str, anchor: str = "start"
) -> None:
    place = {"x": f"{across:.1f}", "y": f"{down:.1f}", "text-anchor": anchor}
    add(parent, "text", kind, **place).text = text


def add(parent: Element, tag: str, kind: str, **attributes: str) -> Element:
    return SubElement(parent, tag, {"class": kind, **attributes})


if __name__ == "__main__":
    main()
