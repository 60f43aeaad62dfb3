"""Whole pictures of monsters: assembled bodies, and each part alone."""

from typing import Final

from onirium.web.card_art.nightmarium.designs import MONSTERS, Monster
from onirium.web.card_art.nightmarium.frame import BODY, CELLS, MIDDLE, ROOM
from onirium.web.card_art.nightmarium.heads import head
from onirium.web.card_art.nightmarium.legs import legs
from onirium.web.card_art.nightmarium.palette import PALETTES, Palette, skin
from onirium.web.card_art.nightmarium.torsos import torso
from onirium.web.card_art.svg import HEIGHT, WIDTH, moved, number, path, share, tag

DRAWN: Final = {"legs": legs, "torso": torso, "head": head}
"""The parts in drawing order, from below: each upper part covers the joint."""


def paint(palette: Palette, tone: int) -> str:
    """Return the gradient of a monster's skin, which is lit from above."""
    light, itself, shade = skin(palette, tone)
    stops = (
        tag("stop", offset=share(at), stop_color=colour)
        for at, colour in ((0, light), (0.5, itself), (1, shade))
    )
    attributes: dict[str, float | str] = {"id": "skin", "gradientUnits": "userSpaceOnUse"}
    return tag("radialGradient", *stops, **attributes, cx=MIDDLE, cy=30, r=160)


def body(monster: Monster, legion: str, parts: tuple[str, ...]) -> str:
    """Return some parts of a monster, in the coordinates of the whole body."""
    palette = PALETTES[legion]
    drawn = (
        moved(0, CELLS[part].top, draw(monster, palette))
        for part, draw in DRAWN.items()
        if part in parts
    )
    return paint(palette, monster.tone) + "".join(drawn)


def picture(*layers: str) -> str:
    """Return a transparent picture with the proportions of a card, in body coordinates."""
    box = f"{number(MIDDLE - ROOM / 2)} 0 {number(ROOM)} {BODY}"
    size: dict[str, float | str] = {"viewBox": box, "width": WIDTH, "height": HEIGHT}
    pen = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return tag("svg", *layers, xmlns="http://www.w3.org/2000/svg", **size, **pen)


def part(legion: str, which: int, name: str) -> str:
    """Return the picture of one part of a monster, to be stacked on others."""
    return picture(body(MONSTERS[legion][which], legion, (name,)))


_MISSING: Final = {
    "head": "M97 170v-8q-34-22-34-64q4-52 62-54q58 2 62 54q0 42-34 64v8",
    "torso": (
        "M97 20v6q-40 2-48 14l-24 74 20 8 22-54 8 22q2 26 6 50h88q4-24 6-50l8-22 22 54 20-8"
        "-24-74q-8-12-48-14v-6Z"
    ),
    "legs": "M81 20v26l-6 64q-26 4-26 32h66l6-62h8l6 62h66q0-28-26-32l-6-64v-26",
}
"""Outlines of the missing parts of a body, in their positions."""


def outline(name: str) -> str:
    """Return the faint outline of a part that a body still lacks."""
    dashes: dict[str, float | str] = {
        "stroke": "#9a92b4",
        "stroke_width": 4,
        "stroke_dasharray": "9 8",
    }
    return picture(
        moved(0, CELLS[name].top, path(_MISSING[name], "#9a92b4", fill_opacity=0.1, **dashes))
    )
