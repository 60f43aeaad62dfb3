"""Torsos: a shape between neck and waist, two arms, details of chest and back."""

from typing import Final, NamedTuple

from onirium.web.card_art.nightmarium.arms import ARMS
from onirium.web.card_art.nightmarium.backs import BACKS
from onirium.web.card_art.nightmarium.chests import CHESTS
from onirium.web.card_art.nightmarium.designs import Monster
from onirium.web.card_art.nightmarium.frame import CELLS, MIDDLE, NECK, TUCK, WAIST
from onirium.web.card_art.nightmarium.palette import Palette
from onirium.web.card_art.nightmarium.strokes import both, contour, glint, inked, shape, sides
from onirium.web.card_art.nightmarium.trims import trim
from onirium.web.card_art.svg import Point, darker, ellipse


class TorsoShape(NamedTuple):
    """A torso: its right half from shoulder to hip, and the position of the arm."""

    half: tuple[Point, ...]
    shoulder: Point


_STUMP: Final = ((0, 5), (20, 7), (NECK, 14), (NECK, 20), (NECK, 26))
_HIP: Final = ((WAIST, 132), (WAIST, 140), (WAIST, 148))

SHAPES: Final = {
    "barrel": TorsoShape(((56, 34), (74, 66), (68, 104), *_HIP), (66, 58)),
    "vee": TorsoShape(((66, 34), (72, 58), (54, 100), *_HIP), (66, 52)),
    "pear": TorsoShape(((48, 36), (62, 74), (74, 110), (56, 134), *_HIP), (54, 58)),
    "slim": TorsoShape(((48, 34), (50, 62), (44, 100), *_HIP), (46, 52)),
    "wasp": TorsoShape(((62, 34), (64, 62), (34, 90), (52, 116), *_HIP), (58, 54)),
    "block": TorsoShape(((64, 32), (72, 48), (70, 106), (62, 124), *_HIP), (68, 56)),
    "hunch": TorsoShape(((76, 32), (88, 60), (66, 106), *_HIP), (80, 60)),
    "flask": TorsoShape(((32, 42), (54, 70), (80, 102), (70, 124), *_HIP), (44, 66)),
    "bellow": TorsoShape(((58, 34), (52, 56), (64, 80), (54, 98), (60, 116), *_HIP), (54, 52)),
}


def torso(monster: Monster, palette: Palette) -> str:
    """Return a torso with its hem, from back to front."""
    design = monster.torso
    form = SHAPES[design.shape]
    waist = CELLS["torso"].below
    return inked(
        BACKS[design.back](palette) if design.back else "",
        _arms(design.left, design.right, form.shoulder, palette),
        shape(contour((*_STUMP, *form.half), waist + TUCK, WAIST)),
        glint(_shine(form.shoulder[0])),
        ellipse(MIDDLE, 12, 20, 5, darker(palette.skin, 0.55), stroke_width=4),
        CHESTS[design.chest](palette),
        trim(design.hem, WAIST, waist + 2, palette),
    )


def _arms(left: str, right: str, shoulder: Point, palette: Palette) -> str:
    x, y = MIDDLE + shoulder[0], shoulder[1]
    if left == right:
        return both(f"arm-{left}", ARMS[left](x, y, palette))
    return sides(ARMS[left](x, y, palette), ARMS[right](x, y, palette))


def _shine(across: float) -> str:
    """Return the light on the left shoulder."""
    return f"M{MIDDLE - across + 10:.0f} 50q8-9 22-10q-16 6-20 22q-8-3-2-12Z"
