"""What the pictures of studies are drawn with: paper, lines, words, round numbers of an axis."""

from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

MOST_TICKS: Final = 10

LIGHT: Final = (
    "--paper: #fffdf8; --ink: #2b2733; --faint: #d9d3c7; --line: #4a3aa7; --mark: #b3261e;"
)
DARK: Final = (
    "--paper: #17151d; --ink: #ece7f2; --faint: #3d3947; --line: #b9a7ff; --mark: #ff8a80;"
)

COMMON: Final = (
    "text { fill: var(--ink); font: 13px sans-serif; }",
    ".title { font-size: 16px; }",
    ".paper { fill: var(--paper); }",
    ".grid { stroke: var(--faint); }",
)
"""The style of what is in every picture that stands alone."""


def colours(place: str) -> str:
    """Return the style that gives its colours to a place of a page, as its reader's system has it.

    Args:
        place: the place, as a selector of CSS.
    """
    dark = f"@media (prefers-color-scheme: dark) {{ {place} {{ {DARK} }} }}"
    return f"\n{place} {{ {LIGHT} }}\n{dark}\n"


def canvas(kind: str, title: str, width: float, height: float) -> Element:
    """Return an empty picture of a kind, with a title for those who do not see it."""
    about = {"class": kind, "role": "img", "aria-label": title}
    size = {"viewBox": f"0 0 {width:g} {height:g}"}
    return Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **about, **size})


def sheet(kind: str, title: str, width: float, height: float, style: str) -> Element:
    """Return a picture that stands alone: on paper, with a style for what is drawn."""
    picture = canvas(kind, title, width, height)
    picture.attrib |= {"width": f"{width:g}", "height": f"{height:g}"}
    place = f".{kind}"
    common = "".join(f"{place} {line}\n" for line in COMMON)
    SubElement(picture, "style").text = colours(place) + common + style.lstrip()
    add(picture, "rect", "paper", width="100%", height="100%")
    return picture


def as_file(picture: Element) -> str:
    """Return a picture as the content of a file."""
    indent(picture)
    return tostring(picture, encoding="unicode") + "\n"


def add(parent: Element, tag: str, kind: str, **attributes: str) -> Element:
    """Add a shape of a kind, which the style of the picture knows as its class."""
    return SubElement(parent, tag, {"class": kind, **attributes})


def rule(parent: Element, x1: float, y1: float, x2: float, y2: float, kind: str = "grid") -> None:
    """Draw a straight line."""
    add(parent, "line", kind, x1=f"{x1:.1f}", y1=f"{y1:.1f}", x2=f"{x2:.1f}", y2=f"{y2:.1f}")


def write(parent: Element, kind: str, x: float, y: float, text: str, anchor: str = "start") -> None:
    """Write words that begin, end or have their middle at a place."""
    place = {"x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor}
    SubElement(parent, "text", {"class": kind, **place}).text = text


def spacing(span: float) -> int:
    """Return how far apart the numbers along an axis are: 1, 2 or 5 and noughts.

    >>> spacing(7), spacing(130), spacing(2400)
    (1, 20, 500)
    """
    size = 1
    while True:
        for times in (1, 2, 5):
            if span <= size * times * MOST_TICKS:
                return size * times
        size *= 10


def ticks(steps: int) -> list[int]:
    """Return the steps that an axis names: round numbers, at most eleven with 0.

    >>> ticks(7), ticks(130)
    ([0, 1, 2, 3, 4, 5, 6, 7], [0, 20, 40, 60, 80, 100, 120])
    """
    return list(range(0, steps + 1, spacing(steps)))
