"""Towers: as tall as the number of cards they show, with half symbols at the sides."""

from typing import Final

from onirium.games.onirim.components import COLOURS, LOWEST_TOWER
from onirium.games.onirim.expansions.towers.components import LEFT_SIDES, MOON, RIGHT_SIDES, SUN
from onirium.web.card_art.onirim.badges import badge
from onirium.web.card_art.onirim.corner import corner
from onirium.web.card_art.onirim.palette import PLACES, Place
from onirium.web.card_art.onirim.rooms import scene
from onirium.web.card_art.onirim.signs import pips, sign
from onirium.web.card_art.onirim.symbols import HALOES
from onirium.web.card_art.svg import card, glow, line, mirrored, mix, moved, path, rect

_X: Final = 132
_FLOOR: Final = 42
_BELOW: Final = 46
_FOOT: Final = 352
_CONE: Final = "M-42 2Q-8-24 0-68Q8-24 42 2Z"
_ROOF: Final = {"red": "#a3264a", "blue": "#2c4aa8", "green": "#12805f", "brown": "#8c3b22"}
_HEIGHTS: Final = {SUN: 190, MOON: 248}
"""Height of a sun or moon at a side, equal on all towers so that symbols meet."""


def tower(colour: str, number: int, variant: int) -> str:
    """Return a tower's card."""
    place = PLACES[colour]
    far, land = scene(colour, f"tower {number}", variant)
    row, column = COLOURS.index(colour), number - int(LOWEST_TOWER)
    return card(
        far,
        glow("halo", _X, 180, 130, HALOES[colour], 0.8),
        land,
        _building(colour, number),
        _side(colour, LEFT_SIDES[row][column]),
        mirrored(_side(colour, RIGHT_SIDES[row][column])),
        corner(place, badge(colour), pips(number, place.ink)),
        frame=place.frame,
    )


def _building(colour: str, floors: int) -> str:
    """Return a tower with a lit window on each floor."""
    tall = _FLOOR * floors + _BELOW
    place = PLACES[colour]
    shade = mix(place.stone, place.ink, 0.25)
    pen = {"stroke": place.ink, "stroke_width": "2.5"}
    return moved(
        _X,
        _FOOT - tall,
        path(f"M-30 0H30L36 {tall}H-36Z", place.stone, **pen),
        path(f"M10 0H29L35 {tall}H10Z", shade),
        line(_stones(tall), place.ink, 1.8, opacity=".35"),
        path(_CONE, _ROOF[colour], **pen),
        path("M-34 0Q-8-24-2-60Q-4-20-8 0Z", "#fff", opacity=".18"),
        line("M0-66V-84", place.ink, 2.5),
        path("M0-84L20-77L0-70Z", place.colour, **pen),
        rect(-38, 0, 76, 10, shade, rx=3, **pen),
        *(_window(24 + _FLOOR * floor, place.ink) for floor in range(floors)),
    )


def _stones(tall: int) -> str:
    """Return the edges of some stones of the wall."""
    return "".join(f"M-27 {y}h11M-18 {y + 16}h-11M17 {y + 8}h11" for y in range(22, tall, _FLOOR))


def _window(top: float, ink: str) -> str:
    return moved(
        0,
        top,
        path("M-11 26V8A11 11 0 0 1 11 8V26Z", "#ffe27a", stroke=ink, stroke_width=2.5),
        line("M0-2V26M-11 12H11", ink, 1.8),
    )


def _side(colour: str, printed: int) -> str:
    """Return the symbol of the left side."""
    found = [(name, bit) for name, bit in (("sun", SUN), ("moon", MOON)) if printed & bit]
    return "".join(moved(0, _HEIGHTS[bit], _tab(name, PLACES[colour])) for name, bit in found)


def _tab(name: str, place: Place) -> str:
    """Return a sign on a tab that grows out of the frame."""
    tab = path("M0-28H30A28 28 0 0 1 30 28H0Z", place.frame, stroke=place.ink, stroke_width=2)
    return tab + moved(32, 0, sign(name, place.ink), scale=0.42)
