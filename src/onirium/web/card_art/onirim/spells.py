"""The spell card: three spells, each with its price as small cards."""

import math
from collections.abc import Iterator
from typing import Final

from onirium.games.onirim.expansions.book import components
from onirium.web.card_art.onirim.badges import badge
from onirium.web.card_art.onirim.palette import GOLD, NIGHT
from onirium.web.card_art.onirim.signs import sign
from onirium.web.card_art.svg import (
    Point,
    card,
    circle,
    glow,
    group,
    line,
    moved,
    path,
    rect,
    seeded_rng,
    sky,
    star,
    stars,
)

_PRICES: Final = (components.PROPHECY_PRICE, components.PLANNING_PRICE, components.PUNISHMENT_PRICE)
_ROWS: Final = (68, 175, 282)
_LEFT: Final = 62
_PIPS_LEFT: Final = 121
_PIP: Final = (19.5, 32)
"""Distance between small cards, across and down."""
_PIP_GAP: Final = 3
_A_ROW: Final = 6


def spells() -> str:
    """Return the standard side."""
    icons = (_prophecy(), _planning(), _punishment())
    return card(
        sky("#2a1a66", "#5a3bb5", "#2a1a66"),
        stars(seeded_rng("spells"), 60, 340, "#fff"),
        glow("halo", 125, 175, 170, NIGHT.colour, 0.5),
        line("M28 121.5H222M28 228.5H222", NIGHT.frame, 1.6, opacity=".6"),
        path(star(125, 121.5, 9) + star(125, 228.5, 9), GOLD[1]),
        *(_spell(y, icon, price) for y, icon, price in zip(_ROWS, icons, _PRICES, strict=True)),
        frame=NIGHT.frame,
    )


def _spell(y: float, icon: str, price: int) -> str:
    medal = circle(0, 0, 44, NIGHT.frame, stroke=GOLD[1], stroke_width=4)
    pips = (rect(left, top, 16, 26, NIGHT.frame, rx=2.5) for left, top in _pips(price, y))
    return moved(_LEFT, y, medal, icon) + group(*pips, stroke=NIGHT.ink, stroke_width=1.5)


def _pips(price: int, middle: float) -> Iterator[Point]:
    """Return the positions of the small cards of a price, in rows as even as possible."""
    rows = math.ceil(price / _A_ROW)
    wide = math.ceil(price / rows)
    across, down = _PIP
    top = middle - down * rows / 2 + _PIP_GAP
    return ((_PIPS_LEFT + across * (n % wide), top + down * (n // wide)) for n in range(price))


def _prophecy() -> str:
    """Return the bottom cards of the deck rising under an eye."""
    deck = "".join(f"M-22 {y}H14" for y in (4, 11, 18))
    return group(
        moved(-4, -17, sign("eye", NIGHT.ink), scale=0.42),
        line(deck, NIGHT.ink, 5),
        line("M-22 25H14", GOLD[2], 6),
        line("M20 25Q34 24 33 6M26 11L33 2L39 12", GOLD[2], 4.5),
    )


def _planning() -> str:
    """Return two goals changing places."""
    return group(
        moved(-14, 0, _goal("red"), turn=-8),
        moved(14, 0, _goal("blue"), turn=8),
        line("M-16-25Q0-36 14-27M8-34L15-26L6-22", NIGHT.ink, 4),
        line("M16 25Q0 36-14 27M-8 34L-15 26L-6 22", NIGHT.ink, 4),
    )


def _goal(colour: str) -> str:
    return rect(-11, -17, 22, 34, "#fff", rx=3, stroke=NIGHT.ink, stroke_width=2.5) + moved(
        0, 0, badge(colour), scale=0.19
    )


def _punishment() -> str:
    """Return a Nightmare struck by lightning."""
    bolt = "M10-40L-8-2H4L-6 34L22-10H8L18-40Z"
    return moved(0, 2, sign("nightmare", NIGHT.ink), scale=0.66) + path(
        bolt, GOLD[1], stroke="#fff", stroke_width=2.5
    )
