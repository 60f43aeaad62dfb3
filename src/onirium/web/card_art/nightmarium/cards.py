"""The faces of the cards."""

from random import Random
from typing import Final

from onirium.web.card_art.nightmarium.bodies import body
from onirium.web.card_art.nightmarium.designs import MONSTERS
from onirium.web.card_art.nightmarium.emblems import ability, badge
from onirium.web.card_art.nightmarium.frame import CELLS, INK, MIDDLE
from onirium.web.card_art.nightmarium.palette import BONE, BRASS, PALETTES, Palette
from onirium.web.card_art.nightmarium.scenery import SCENERY
from onirium.web.card_art.svg import (
    WIDTH,
    card,
    circle,
    darker,
    glow,
    hill,
    lighter,
    mix,
    moved,
    path,
    rect,
    seeded_rng,
    sky,
    stars,
)

_BADGE: Final = 56
_MEDAL: Final = 84
"""Width of the signs of legion and ability: readable on a card 66 pixels wide."""
_MEDAL_TOP: Final = 258
_LARGEST: Final = 1.2
_SIDE: Final = 116
"""Half the width inside the frame."""
_TOP: Final = 50
_LOWEST: Final = 326
_MIDST: Final = 200
"""Height of the centre of a monster that does not fill the card."""


def face(legion: str, which: int, parts: tuple[str, ...], power: str) -> str:
    """Return the face of a card.

    Args:
        legion: of the card.
        which: of the nine monsters of the legion.
        parts: the parts of a body that the card can be.
        power: its ability, or "" for none.
    """
    palette = PALETTES[legion]
    shown = [CELLS[part] for part in parts]
    top, foot = shown[0].top, shown[-1].top + shown[-1].height
    lowest = _MEDAL_TOP + 8 if power else _LOWEST
    monster = MONSTERS[legion][which]
    reach = max(getattr(monster.reach, part) for part in parts)
    size = min((lowest - _TOP) / (foot - top), _SIDE / reach, _LARGEST)
    floor = min(lowest, _MIDST + size * (foot - top) / 2)
    return card(
        _background(seeded_rng(f"{legion} {which} {parts}"), legion, palette, floor),
        moved(MIDDLE * (1 - size), floor - foot * size, body(monster, legion, parts), scale=size),
        moved(11, 11, badge(legion), scale=_BADGE / 100),
        _marker(parts),
        _medal(power) if power else "",
        frame=lighter(palette.skin, 0.25),
    )


def _medal(power: str) -> str:
    return moved(MIDDLE - _MEDAL / 2, _MEDAL_TOP, ability(power), scale=_MEDAL / 100)


def _background(rng: Random, legion: str, palette: Palette, floor: float) -> str:
    moon = rng.choice((98, 125, 152))
    land = mix(palette.night, palette.dusk, 0.35)
    return (
        sky(palette.night, palette.dusk, palette.night)
        + circle(moon, 70, 36, lighter(palette.dusk, 0.5), opacity=0.3)
        + stars(rng, 14, 170, BONE)
        + glow("light", MIDDLE, floor - 90, 125, lighter(palette.dusk, 0.45), 0.75)
        + SCENERY[legion](land)
        + hill(rng, floor - 10, 8, darker(land, 0.45), 3)
    )


LIT: Final = {
    "head": "M20 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18Z",
    "torso": "M6 24h28l-4 19h-20Z",
    "legs": "M10 46h20l3 20h-10l-3-12-3 12h-10Z",
}
"""The three places of a body, in a strip 40 wide."""
UNLIT: Final = "#4a3d60"


def _marker(parts: tuple[str, ...]) -> str:
    """Return a small body in which the possible parts of the card are lit."""
    places = (
        path(d, BRASS if part in parts else UNLIT, stroke=INK, stroke_width=2)
        for part, d in LIT.items()
    )
    strip = rect(0, -2, 40, 73, "#1a1022", rx=12, opacity=0.82)
    return moved(WIDTH - 52, 13, strip, *places)
