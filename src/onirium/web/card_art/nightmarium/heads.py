"""Heads: a shape with room for a face, and everything worn on it."""

from typing import Final, NamedTuple

from onirium.web.card_art.nightmarium.designs import Monster
from onirium.web.card_art.nightmarium.eyes import eyes
from onirium.web.card_art.nightmarium.frame import CELLS, MIDDLE, NECK, TUCK
from onirium.web.card_art.nightmarium.growths import BEHIND
from onirium.web.card_art.nightmarium.hats import BEFORE
from onirium.web.card_art.nightmarium.mouths import mouth
from onirium.web.card_art.nightmarium.palette import Palette
from onirium.web.card_art.nightmarium.strokes import contour, glint, inked, shape
from onirium.web.card_art.nightmarium.trims import trim
from onirium.web.card_art.nightmarium.wear import HeadAnchors
from onirium.web.card_art.svg import Point


class HeadShape(NamedTuple):
    """A head.

    Attributes:
        half: its right half from the crown to the neck, as distances from the middle.
        eyes: the height of its eyes.
        spread: distance of two eyes from the middle.
        mouth: the height of its lip.
        lip: scale of its mouth, around 1.
        anchors: positions of horns and ears.
    """

    half: tuple[Point, ...]
    eyes: float
    spread: float
    mouth: float
    lip: float
    anchors: HeadAnchors


_NAPE: Final = ((NECK, 162), (NECK, 170), (NECK, 178))

SHAPES: Final = {
    "skull": HeadShape(
        ((0, 38), (44, 46), (70, 74), (66, 104), (50, 118), (48, 140), *_NAPE),
        88,
        28,
        122,
        0.9,
        HeadAnchors(46, 44, 66, 84),
    ),
    "egg": HeadShape(
        ((0, 36), (42, 46), (64, 84), (60, 124), (42, 152), *_NAPE),
        86,
        26,
        120,
        1,
        HeadAnchors(42, 36, 60, 88),
    ),
    "bell": HeadShape(
        ((0, 30), (28, 44), (52, 84), (64, 124), (54, 152), *_NAPE),
        92,
        22,
        120,
        0.95,
        HeadAnchors(34, 24, 54, 92),
    ),
    "brick": HeadShape(
        ((0, 42), (48, 42), (62, 52), (64, 92), (64, 130), (54, 150), *_NAPE),
        84,
        28,
        118,
        1.1,
        HeadAnchors(42, 46, 64, 96),
    ),
    "wide": HeadShape(
        ((0, 50), (50, 50), (86, 78), (86, 116), (56, 148), *_NAPE),
        86,
        30,
        112,
        1.3,
        HeadAnchors(50, 54, 82, 92),
    ),
    "bulb": HeadShape(
        ((0, 32), (46, 38), (72, 70), (60, 102), (44, 122), (44, 148), *_NAPE),
        86,
        27,
        120,
        0.9,
        HeadAnchors(40, 48, 66, 84),
    ),
    "jaw": HeadShape(
        ((0, 42), (40, 46), (54, 72), (58, 100), (70, 122), (58, 150), *_NAPE),
        82,
        25,
        114,
        1.15,
        HeadAnchors(40, 38, 54, 84),
    ),
    "long": HeadShape(
        ((0, 34), (34, 42), (48, 70), (48, 112), (42, 150), *_NAPE),
        80,
        23,
        114,
        0.9,
        HeadAnchors(45, 30, 48, 84),
    ),
    "tri": HeadShape(
        ((0, 54), (44, 46), (82, 56), (84, 80), (58, 112), (40, 142), *_NAPE),
        84,
        38,
        124,
        0.85,
        HeadAnchors(52, 34, 80, 80),
    ),
    "flask": HeadShape(
        ((0, 36), (24, 36), (26, 62), (44, 84), (68, 114), (60, 148), *_NAPE),
        104,
        26,
        124,
        1,
        HeadAnchors(36, 24, 58, 100),
    ),
}


def head(monster: Monster, palette: Palette) -> str:
    """Return a head with its collar, from back to front."""
    design = monster.head
    form = SHAPES[design.shape]
    behind = (BEHIND[name](form.anchors, palette) for name in design.wears if name in BEHIND)
    before = (BEFORE[name](form.anchors, palette) for name in design.wears if name in BEFORE)
    neck = CELLS["head"].below
    return inked(
        *behind,
        shape(contour(form.half, neck + TUCK, NECK)),
        glint(_shine(form)),
        eyes(design.eyes, design.mood, form.eyes, form.spread, palette),
        mouth(design.mouth, form.mouth, form.lip, palette),
        *before,
        trim(design.collar, NECK, neck + 2, palette),
    )


def _shine(form: HeadShape) -> str:
    """Return the highlight on the crown, lit from above and slightly from the left."""
    top, across = form.half[0][1] + 8, form.anchors.across
    return (
        f"M{MIDDLE - across * 0.9:.0f} {top + 22:.0f}"
        f"q{across * 0.3:.0f}-20 {across:.0f}-20q-{across * 0.5:.0f} 6-{across:.0f} 20Z"
    )
