"""Signs of the abilities and legions, distinguishable by shape alone."""

from collections.abc import Callable
from typing import Final

from onirium.web.card_art.nightmarium.frame import INK
from onirium.web.card_art.nightmarium.palette import (
    BLOOD,
    BONE,
    BRASS,
    MAW,
    METAL,
    PALETTES,
    TONGUE,
)
from onirium.web.card_art.nightmarium.strokes import dots, flat, inked, mark, shape
from onirium.web.card_art.svg import circle, drawing, ellipse, group, moved, tag

SIDE: Final = 100
_NIGHT: Final = "#2a1d3d"


def _singer() -> str:
    """Return two notes under one beam: two cards at once."""
    heads = moved(31, 72, ellipse(0, 0, 13, 10, BONE), turn=-20) + moved(
        65, 66, ellipse(0, 0, 13, 10, BONE), turn=-20
    )
    return (
        shape("M38 26l40-9v48h-7v-32l-26 6v32h-7Z", BONE)
        + heads
        + flat("M45 30l26-6v4l-26 6Z", BRASS)
    )


def _weeper() -> str:
    """Return an eye that sheds two tears."""
    eye = shape("M13 42q37-40 74 0q-37 36-74 0Z", BONE)
    iris = circle(50, 40, 14, "#4aa8e8") + circle(50, 40, 6, INK, stroke="none")
    tear = "q-15 20 0 24q15-4 0-24Z"
    return eye + iris + shape(f"M34 60{tear}M64 62{tear}", "#8fdcff")


def _mocker() -> str:
    """Return a fool's mask that laughs."""
    hat = "M24 48q-16-2-16-18q18-4 28 8q2-16 14-24q12 8 14 24q10-12 28-8q0 16-16 18Z"
    face = "M24 46q26-10 52 0q2 32-26 44q-28-12-26-44Z"
    smile = shape("M33 64q17 9 34 0q-3 18-17 19t-17-19Z", MAW)
    glee = mark("M32 57q6-9 12 0M56 57q6-9 12 0", 5)
    return (
        shape(hat, "#d94f9a")
        + shape(face, BONE)
        + smile
        + glee
        + dots(((9, 30), (50, 13), (91, 30)), 12, INK)
        + dots(((9, 30), (50, 13), (91, 30)), 6, BRASS)
    )


def _executioner() -> str:
    """Return an axe."""
    shaft = shape("M42 12h9v78h-9Z", "#b9854d")
    blade = shape("M40 22h16q8-2 16-12q20 26 0 56q-8-12-16-12h-16Z", METAL)
    edge = flat("M72 16q13 22 0 44q-2-4-6-7q8-14 0-30q3-2 6-7Z", "#eef2fa")
    return moved(
        50, 50, moved(-50, -50, shaft, shape("M42 28l-18 10 18 10Z", METAL), blade, edge), turn=14
    )


def _scavenger() -> str:
    """Return crossed bones."""
    knobs = ((20, 43), (20, 57), (80, 43), (80, 57))
    bone = (
        dots(knobs, 23, INK)
        + mark("M22 50h56", 20)
        + dots(knobs, 14, BONE)
        + mark("M22 50h56", 11, BONE)
    )
    return "".join(moved(50, 50, moved(-50, -50, bone), turn=turn) for turn in (-40, 40))


def _devourer() -> str:
    """Return wide open jaws."""
    lips = shape("M8 46q42-66 84 0q4 4 0 8q-42 66-84 0q-4-4 0-8Z", BLOOD)
    throat = shape("M18 50q32-46 64 0q-32 46-64 0Z", MAW)
    tongue = flat("M36 66q14-20 28 0q-14 10-28 0Z", TONGUE)
    upper = "M23 43l6 17 9-27ZM38 33l7 21 9-25ZM54 29l7 24 6-18ZM67 35l5 22 6-13Z"
    lower = "M32 64l6-16 8 23ZM46 71l7-17 7 16ZM60 70l6-19 5 12Z"
    return lips + throat + tongue + shape(upper + lower, BONE)


ABILITIES: Final[dict[str, Callable[[], str]]] = {
    "singer": _singer,
    "weeper": _weeper,
    "mocker": _mocker,
    "executioner": _executioner,
    "scavenger": _scavenger,
    "devourer": _devourer,
}


def _anchor() -> str:
    return mark(
        "M50 36v44M36 44h28M24 58q2 22 26 24q24-2 26-24m-60 8l8-10 10 6m32 0l10-6 8 10", 8, BONE
    ) + circle(50, 27, 9, "none", stroke=BONE, stroke_width=7)


def _flask() -> str:
    glass = "M41 18h18M44 18v20l-20 34q-4 10 6 10h40q10 0 6-10l-20-34v-20"
    goo = flat("M35 58q8-6 15 0t15 0l11 16q2 6-6 6h-40q-8 0-6-6Z", PALETTES["homunculus"].glow)
    return (
        goo + mark(glass, 7, BONE) + circle(58, 48, 4, PALETTES["homunculus"].glow, stroke="none")
    )


def _beetle() -> str:
    limbs = mark(
        "M32 44l-14-8M30 58h-16M34 72l-12 10M68 44l14-8M70 58h16M66 72l12 10"
        "M42 24l-8-10M58 24l8-10",
        6,
    )
    shell = flat("M50 34q22 0 22 26t-22 28q-22-2-22-28t22-26Z", INK) + flat(
        "M36 34q0-16 14-16t14 16q-14-6-28 0Z", INK
    )
    return limbs + shell + mark("M50 40v44", 4, PALETTES["insektoid"].skin)


def _paw() -> str:
    pads = "".join(
        ellipse(x, y, 8, 11, INK, stroke="none")
        for x, y in ((26, 46), (41, 33), (59, 33), (74, 46))
    )
    claws = flat("M22 34l4-14 5 13ZM37 20l4-13 5 13ZM54 20l5-13 4 13ZM69 33l5-13 4 14Z", INK)
    return pads + claws + flat("M50 48q22 4 24 24q-4 14-24 8q-20 6-24-8q2-20 24-24Z", INK)


_BADGES: Final = {
    "necronaut": ("M50 5a45 45 0 1 1 0 90a45 45 0 1 1 0-90Z", _anchor),
    "homunculus": ("M18 6h64q12 0 12 12v64q0 12-12 12h-64q-12 0-12-12v-64q0-12 12-12Z", _flask),
    "insektoid": ("M50 2l43 24v48l-43 24-43-24v-48Z", _beetle),
    "chimerid": ("M6 8q44-8 88 0q6 62-44 88q-50-26-44-88Z", _paw),
}
"""For each legion the outline of its badge, and the sign on it."""


def ability(name: str) -> str:
    """Return the medal of an ability, 100 wide and high."""
    medal = circle(50, 50, 47, _NIGHT, stroke=BRASS)
    sign = moved(50, 50, moved(-50, -50, ABILITIES[name]()), scale=0.92)
    return inked(medal, sign)


def badge(legion: str) -> str:
    """Return the badge of a legion, 100 wide and high."""
    outline, sign = _BADGES[legion]
    colour = PALETTES[legion].skin
    plate = tag("path", d=outline, fill=colour, stroke=BONE, stroke_width=6)
    shaded = moved(50, 50, moved(-50, -50, sign()), scale=0.82)
    return inked(plate, group(shaded, stroke_width=4))


def square(sign: str) -> str:
    """Return a sign as a picture of its own."""
    return drawing(SIDE, SIDE, sign)
