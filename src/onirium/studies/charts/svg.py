"""Drawing primitives for SVG charts: documents, colour schemes, lines, text and axis ticks."""

from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

MAX_TICK_INTERVALS: Final = 10

LIGHT: Final = (
    "--paper: #fffdf8; --ink: #2b2733; --faint: #d9d3c7; --line: #4a3aa7; --mark: #b3261e;"
)
DARK: Final = (
    "--paper: #17151d; --ink: #ece7f2; --faint: #3d3947; --line: #b9a7ff; --mark: #ff8a80;"
)

COMMON_STYLE: Final = (
    "text { fill: var(--ink); font: 13px sans-serif; }",
    ".title { font-size: 16px; }",
    ".paper { fill: var(--paper); }",
    ".grid { stroke: var(--faint); }",
)
"""CSS rules of every standalone chart."""


def colour_style(selector: str) -> str:
    """Return the CSS of both colour schemes, chosen by the system setting of the reader.

    Args:
        selector: the CSS selector of the element that gets the colours.
    """
    dark = f"@media (prefers-color-scheme: dark) {{ {selector} {{ {DARK} }} }}"
    return f"\n{selector} {{ {LIGHT} }}\n{dark}\n"


def create_svg(css_class: str, title: str, width: float, height: float) -> Element:
    """Return an empty SVG element with an accessible title."""
    accessibility = {"class": css_class, "role": "img", "aria-label": title}
    size = {"viewBox": f"0 0 {width:g} {height:g}"}
    return Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **accessibility, **size})


def create_standalone_svg(
    css_class: str, title: str, width: float, height: float, style: str
) -> Element:
    """Return an SVG element with a background, the colour schemes and a style."""
    svg = create_svg(css_class, title, width, height)
    svg.attrib |= {"width": f"{width:g}", "height": f"{height:g}"}
    selector = f".{css_class}"
    common = "".join(f"{selector} {rule}\n" for rule in COMMON_STYLE)
    SubElement(svg, "style").text = colour_style(selector) + common + style.lstrip()
    add_shape(svg, "rect", "paper", width="100%", height="100%")
    return svg


def to_document(svg: Element) -> str:
    """Return an SVG element as the text of a file."""
    indent(svg)
    return tostring(svg, encoding="unicode") + "\n"


def add_shape(parent: Element, tag: str, css_class: str, **attributes: str) -> Element:
    """Append an element with a CSS class."""
    return SubElement(parent, tag, {"class": css_class, **attributes})


def add_line(
    parent: Element, x1: float, y1: float, x2: float, y2: float, css_class: str = "grid"
) -> None:
    """Append a straight line."""
    add_shape(
        parent, "line", css_class, x1=f"{x1:.1f}", y1=f"{y1:.1f}", x2=f"{x2:.1f}", y2=f"{y2:.1f}"
    )


def add_text(
    parent: Element, css_class: str, x: float, y: float, text: str, anchor: str = "start"
) -> None:
    """Append text whose start, middle or end is at a point."""
    position = {"x": f"{x:.1f}", "y": f"{y:.1f}", "text-anchor": anchor}
    SubElement(parent, "text", {"class": css_class, **position}).text = text


def tick_spacing(span: float) -> int:
    """Return the distance between the ticks of an axis: 1, 2 or 5 times a power of ten.

    >>> tick_spacing(7), tick_spacing(130), tick_spacing(2400)
    (1, 20, 500)
    """
    power = 1
    while True:
        for factor in (1, 2, 5):
            if span <= power * factor * MAX_TICK_INTERVALS:
                return power * factor
        power *= 10


def tick_values(maximum: int) -> list[int]:
    """Return the ticks of an axis from 0 to a maximum, at most eleven.

    >>> tick_values(7), tick_values(130)
    ([0, 1, 2, 3, 4, 5, 6, 7], [0, 20, 40, 60, 80, 100, 120])
    """
    return list(range(0, maximum + 1, tick_spacing(maximum)))
