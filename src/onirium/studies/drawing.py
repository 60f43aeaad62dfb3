"""What the pictures of studies are drawn with: lines, words and round numbers along an axis."""

from typing import Final
from xml.etree.ElementTree import Element, SubElement

MOST_TICKS: Final = 10


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
