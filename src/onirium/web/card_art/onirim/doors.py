"""The doors: a great arch in each place, on cards ajar, with light behind it."""

from typing import Final

from onirium.web.card_art.onirim.badges import badge
from onirium.web.card_art.onirim.corner import corner
from onirium.web.card_art.onirim.ornaments import ornament
from onirium.web.card_art.onirim.palette import GOLD, PLACES, Place
from onirium.web.card_art.onirim.rooms import scene
from onirium.web.card_art.onirim.signs import sign
from onirium.web.card_art.onirim.symbols import HALOES
from onirium.web.card_art.svg import (
    Point,
    around,
    at,
    card,
    circle,
    drawing,
    flipped,
    glow,
    group,
    line,
    moved,
    outward,
    path,
)

_X: Final = 138
_SPRING: Final = 158
"""Height of the springing line of the arch, and of its centre."""
_INNER: Final = 70
_RING: Final = 18
_OUTER: Final = _INNER + _RING
_FOOT: Final = 322
_GAP: Final = 17

_LEAF: Final = {"red": "#8e1f3f", "blue": "#20338a", "green": "#14775a", "brown": "#6a3d1b"}
_STONES: Final = 11
_COURSE: Final = 40
_COURSES: Final = range(_SPRING + 4, _FOOT, _COURSE)
_BEAM: Final = f"M-{_GAP} {_FOOT}H{_GAP}L62 352H-62Z"
_WIDE_BEAM: Final = f"M-56 {_FOOT}H56L84 352H-84Z"

GATE_STATES: Final = ("shut", "ajar", "open")
_LEAF_TURNS: Final = {
    "shut": "translate(22.45 0) scale(1.3208 1)",
    "ajar": "",
    "open": "translate(-46 0) scale(.34 1) skewY(7)",
}
"""How the left leaf stands in each state."""

_GATE_WIDTH: Final = 240
_GATE_HEIGHT: Final = 314
_GATE_TOP: Final = 42


def door(colour: str, variant: int) -> str:
    """Return a door's card."""
    place = PLACES[colour]
    far, land = scene(colour, "door", variant)
    return card(
        far,
        land,
        glow("halo", _X, 200, 160, HALOES[colour], 0.75),
        moved(_X, 0, great_door(colour)),
        corner(place, badge(colour), sign("door", place.ink)),
        frame=place.frame,
    )


def gate(colour: str, state: str) -> str:
    """Return the file of a door without a card: shut, ajar or open."""
    return _framed(great_door(colour, state))


def doorway(colour: str) -> str:
    """Return the file of a door without its leaves."""
    return _framed(_stone_frame(colour, "url(#light)", _beam("open")))


def leaf(colour: str) -> str:
    """Return the file of the left leaf of a shut door, in its place in the doorway."""
    return _framed(_turned_leaf(colour, "shut"))


def great_door(colour: str, state: str = "ajar") -> str:
    """Return a door of a colour around its middle line."""
    inside = PLACES[colour].deep if state == "shut" else "url(#light)"
    left = _turned_leaf(colour, state)
    return _stone_frame(colour, inside, left, flipped(left), _beam(state))


def _framed(drawn: str) -> str:
    return drawing(_GATE_WIDTH, _GATE_HEIGHT, moved(_GATE_WIDTH / 2, -_GATE_TOP, drawn))


def _stone_frame(colour: str, inside: str, *contents: str) -> str:
    """Return steps, arch and shield of a door around an opening with contents."""
    place = PLACES[colour]
    shield = circle(0, 0, 24, place.frame, stroke=place.ink, stroke_width=2.5)
    return group(
        _steps(place),
        _arch(place),
        outward("light", "#ffffff", "#fff3bf", "#ffc95c", x=0.5, y=0.6, radius=0.6),
        path(_opening(_INNER), inside),
        *contents,
        ornament(colour, _stones(), _FOOT),
        moved(0, _SPRING - _INNER - _RING / 2, shield, moved(0, 0, badge(colour), scale=0.34)),
    )


def _turned_leaf(colour: str, state: str) -> str:
    return group(_leaf(_LEAF[colour], PLACES[colour].ink), transform=_LEAF_TURNS[state])


def _beam(state: str) -> str:
    """Return the light on the steps."""
    if state == "shut":
        return ""
    return path(_BEAM if state == "ajar" else _WIDE_BEAM, "#fff3bf", opacity=".55")


def _opening(radius: int) -> str:
    return f"M-{radius} {_FOOT}V{_SPRING}A{radius} {radius} 0 0 1 {radius} {_SPRING}V{_FOOT}Z"


def _arch(place: Place) -> str:
    """Return the frame of stones around the opening."""
    turns = (-90 + 180 * joint / _STONES for joint in range(1, _STONES))
    joints = "".join(_joint(turn) for turn in turns)
    sides = "".join(f"M-{_INNER} {y}h-{_RING}M{_INNER} {y}h{_RING}" for y in _COURSES)
    stones = path(_opening(_OUTER), place.stone, stroke=place.ink, stroke_width=2.5)
    return stones + line(joints + sides, place.ink, 1.4, opacity=".5")


def _joint(turn: float) -> str:
    inner, outer = (at(around(0, _SPRING, radius, turn)) for radius in (_INNER, _OUTER))
    return f"M{inner}L{outer}"


def _stones() -> list[Point]:
    """Return the middles of some stones on both sides of the keystone, from the feet up."""
    middle = _INNER + _RING / 2
    bent = [around(0, _SPRING, middle, turn) for turn in (-78, -56, -34, 34, 56, 78)]
    upright = [(side * middle, y + _COURSE / 2) for side in (-1, 1) for y in _COURSES[:3]]
    return upright + bent


def _leaf(wood: str, ink: str) -> str:
    """Return the left leaf of the door: planks, iron bands, a ring."""
    arc = f"A{_INNER} {_INNER} 0 0 1-{_GAP} {_SPRING - 68}"
    return group(
        path(f"M-{_INNER} {_FOOT}V{_SPRING}{arc}V{_FOOT + 8}Z", wood, stroke=ink, stroke_width=2.5),
        line(f"M-53 116V{_FOOT}M-35 99V{_FOOT + 3}", ink, 1.6, opacity=".55"),
        line(f"M-{_GAP + 2} 94V{_FOOT + 4}", "#fff3bf", 2.4, opacity=".8"),
        line("M-68 172H-35Q-27 172-27 164M-68 282H-35Q-27 282-27 290", ink, 6),
        line("M-27 219V229", GOLD[1], 5),
        circle(-27, 236, 7, "none", stroke=GOLD[1], stroke_width=3.4),
    )


def _steps(place: Place) -> str:
    upper = f"M-100 {_FOOT}H100V{_FOOT + 14}H-100Z"
    lower = f"M-110 {_FOOT + 14}H110V352H-110Z"
    return path(upper + lower, place.stone, stroke=place.ink, stroke_width=2)
