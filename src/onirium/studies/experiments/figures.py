"""The plots of a report as files of their own: SVG with fixed colours, for papers and slides."""

import re
from copy import deepcopy
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from onirium.studies.charts.svg import LIGHT, add_shape
from onirium.studies.experiments.plots import STYLE

FOLDER: Final = "figures"
"""The folder of the figures beside the report."""

NAME_PATTERN: Final = re.compile(r"\d{2,}-[\w-]*\.svg")
"""The names of the files of figures."""

PAPER_COLOUR: Final = "#ffffff"

MAX_SLUG_LENGTH: Final = 60
"""Characters of a title in a file name, which file systems limit to 255 bytes."""


def extract_figures(body: Element, description: str) -> dict[str, str]:
    """Link each plot of a page to a file, and return the files by their names.

    Args:
        body: the body of the page; each plot is one of its children.
        description: the sample and the origin, written into each file.
    """
    figures: dict[str, str] = {}
    for plot in list(body.iter("svg")):
        title = plot.get("aria-label", "")
        name = f"{FOLDER}/{len(figures) + 1:02}-{_slug(title)}.svg"
        figures[name] = _standalone(plot, description)
        link = Element("p")
        SubElement(link, "a", {"href": name}).text = "SVG"
        body.insert(list(body).index(plot) + 1, link)
    return figures


def _standalone(plot: Element, description: str) -> str:
    """Return a plot as a file: programs without CSS variables show it too."""
    svg = deepcopy(plot)
    _, _, width, height = svg.get("viewBox", "").split()
    svg.attrib |= {"width": width, "height": height}
    head = [Element("desc"), Element("style"), Element("g")]
    head[0].text = description
    head[1].text = _fixed_colours(STYLE)
    add_shape(head[2], "rect", "paper", width="100%", height="100%", fill=PAPER_COLOUR)
    svg[:0] = head
    return tostring(svg, encoding="unicode") + "\n"


def _fixed_colours(style: str) -> str:
    """Return CSS with the values of the light colour scheme in place of its variables."""
    colours = dict(re.findall(r"(--\w+): (#\w+);", LIGHT)) | {"--paper": PAPER_COLOUR}
    return re.sub(r"var\((--\w+)\)", lambda match: colours[match[1]], style)


def _slug(title: str) -> str:
    """Return a title as a part of a file name.

    >>> _slug("Win rate: book, towers")
    'win-rate-book-towers'
    """
    words = re.sub(r"\W+", "-", title.lower()).strip("-")
    return words[:MAX_SLUG_LENGTH].rstrip("-")
