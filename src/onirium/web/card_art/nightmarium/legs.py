"""Legs: a pelvis with a waist, and feet, tentacles or wheels below."""

from collections.abc import Callable
from typing import Final, TypeAlias

from onirium.web.card_art.nightmarium.designs import Legs, Monster
from onirium.web.card_art.nightmarium.frame import CELLS, INK, MIDDLE, WAIST
from onirium.web.card_art.nightmarium.palette import BONE, BRASS, METAL, Palette
from onirium.web.card_art.nightmarium.strokes import (
    both,
    contour,
    dots,
    glint,
    inked,
    mark,
    shape,
    sides,
    taper,
)
from onirium.web.card_art.nightmarium.tails import TAILS
from onirium.web.card_art.svg import circle, darker, ellipse, lighter, polygon

Leg: TypeAlias = Callable[[Palette], str]
"""A right leg: the hip is at (147, 62), the ground at 142."""

_TOP: Final = ((0, 5), (30, 7), (WAIST, 13), (WAIST, 20), (WAIST, 30))


def _bones(d: str) -> str:
    return mark(d, 17) + mark(d, 8, BONE)


def _boot(palette: Palette) -> str:
    leg = taper([(146, 52), (152, 84), (152, 112)], 44, 32)
    boot = "M132 96q20 8 40 0l2 22q26 2 26 24h-66Z"
    return (
        shape(leg)
        + shape(boot, darker(palette.trim, 0.25))
        + shape("M129 92q22 10 46 0v13q-22 10-46 0Z", palette.trim)
        + mark("M134 136h64", 4, darker(palette.trim, 0.6))
    )


def _peg(palette: Palette) -> str:
    leg = taper([(146, 52), (150, 76), (151, 92)], 44, 36)
    return (
        shape("M141 88h22l-5 54h-11Z", "#b07a42")
        + mark("M150 104l-1 28", 3, "#6f4524")
        + shape(leg)
        + shape("M130 84q21 9 42 0v14q-21 9-42 0Z", palette.trim)
    )


def _bone(palette: Palette) -> str:
    del palette
    knee = (156, 92)
    foot = "M150 130l-6 10M152 130l8 10M152 130l20 8"
    return (
        _bones("M146 56L156 92L150 130")
        + dots((knee,), 20, INK)
        + dots((knee,), 11, BONE)
        + mark(foot, 12)
        + mark(foot, 5, BONE)
    )


def _fin(palette: Palette) -> str:
    leg = taper([(146, 54), (156, 86), (154, 118)], 44, 22)
    foot = "M144 112q14-6 22 0q34 8 40 30q-12-6-18 0q-10-8-18 0q-10-8-18 0q-8-6-16 0q-2-20 8-30Z"
    return (
        shape(leg)
        + shape(foot, palette.trim)
        + mark("M158 120l8 14M164 118l22 16", 3, lighter(palette.trim, 0.35))
    )


def _tentacles(palette: Palette) -> str:
    outer = taper([(152, 52), (184, 72), (192, 106), (214, 128), (238, 120), (232, 104)], 40, 8)
    inner = taper([(138, 60), (152, 92), (146, 120), (164, 136), (184, 132)], 36, 10)
    cups = dots(
        ((172, 80), (177, 96), (183, 112), (196, 126), (142, 96), (138, 112), (144, 128)),
        8,
        lighter(palette.skin, 0.55),
    )
    return shape(outer) + shape(inner) + cups


def _wisp(palette: Palette) -> str:
    sheet = (
        "M82 24q43-10 86 0q8 50 38 82q-14 2-18 12q16 4 20 22q-18-8-32 0q-6-14-16-6"
        "q-6 10-14 10q-10-2-14-10q-8 12-16 10q-8-12-16-12q-16 0-26 10q-8-10-30-4"
        "q4-18 20-22q-6-10-18-10q28-32 36-82Z"
    )
    return (
        _hips(palette)
        + shape(sheet, palette.trim)
        + mark("M150 60q4 30 18 52M104 60q-4 34-16 50M126 64v50", 3, darker(palette.trim, 0.45))
    )


def _stump(palette: Palette) -> str:
    leg = taper([(146, 50), (154, 88), (154, 118)], 48, 42)
    foot = "M130 112q24-10 44 0q26 8 24 30h-68q-6-16 0-30Z"
    nails = "M178 142q0-10 8-10t9 10M162 142q0-10 8-10t8 10M147 142q0-10 7-10t8 10"
    return (
        shape(leg)
        + shape(foot)
        + mark(nails, 3)
        + mark("M146 94q10 4 18 0", 3, darker(palette.skin, 0.5))
    )


def _puddle(palette: Palette) -> str:
    goo = (*_TOP, (50, 62), (70, 92), (108, 114), (112, 134))
    light = lighter(palette.skin, 0.4)
    bubbles = "".join(
        circle(x, y, r, light, stroke_width=3)
        for x, y, r in ((196, 126, 7), (152, 112, 9), (96, 124, 6), (60, 130, 8), (118, 86, 6))
    )
    shine = glint("M168 62q6 26 22 38q20 12 34 20q-24-6-42-16q-16-18-14-42Z")
    return shape(f"{contour(goo, 142, 96)}Z") + shine + bubbles


def _wheel(palette: Palette) -> str:
    leg = taper([(146, 52), (154, 80), (156, 108)], 40, 24)
    spokes = "M156 86v52M130 112h52M138 94l36 36M174 94l-36 36"
    return (
        circle(156, 112, 28, "none", stroke_width=13)
        + circle(156, 112, 28, darker(palette.trim, 0.3), stroke=METAL, stroke_width=6)
        + mark(spokes, 4, METAL)
        + shape(leg)
        + circle(156, 112, 9, BRASS)
    )


def _spring(palette: Palette) -> str:
    del palette
    coil = (
        "M138 74q14 10 30 2M134 88q20 12 40 2M134 102q20 12 40 2M136 116q18 12 36 2"
        "M168 76l-34 12M174 90l-40 12M174 104l-38 12"
    )
    return (
        mark(coil, 11)
        + mark(coil, 5, METAL)
        + shape(taper([(146, 50), (152, 70)], 46, 38))
        + shape("M126 142q2-20 28-20t30 20Z", BRASS)
    )


def _stilts(palette: Palette) -> str:
    limbs = "M140 62L196 46L214 142M136 66L176 76L172 142"
    spikes = "M206 94l14-6M210 116l14-4M174 100l12-4"
    return (
        mark(limbs, 19)
        + mark(spikes, 7)
        + mark(limbs, 9, palette.skin)
        + mark("M212 128l2 14M172 128v14", 9, palette.trim)
    )


def _thin(palette: Palette) -> str:
    limbs = "M146 56L176 88L160 128L178 138"
    return (
        mark(limbs, 19)
        + mark("M162 132l-12 8", 8)
        + mark(limbs, 9, palette.skin)
        + dots(((176, 88),), 11, palette.trim)
    )


def _spider(palette: Palette) -> str:
    limbs = "M140 50L196 16L236 64L246 142M140 58L190 44L212 142M136 66L168 82L166 142"
    return (
        mark(limbs, 18)
        + mark(limbs, 8, palette.skin)
        + mark("M245 126l1 16M209 126l3 16M166 126v16", 8, palette.trim)
    )


def _hopper(palette: Palette) -> str:
    shin = "M214 34L182 128L210 138"
    thigh = taper([(140, 66), (176, 62), (214, 32)], 46, 16)
    return (
        mark(shin, 18)
        + mark(shin, 8, palette.trim)
        + mark("M200 70l10 4M194 90l10 4", 6)
        + shape(thigh)
        + mark("M160 58l8 16M174 52l8 14M188 46l6 10", 3, darker(palette.skin, 0.45))
    )


def _grub(palette: Palette) -> str:
    rings = "".join(
        shape(f"M125 {y}h{wide - 14}q20 4 20 17t-20 17h-{2 * wide - 28}q-20-4-20-17t20-17Z")
        for wide, y in ((58, 107), (64, 82), (56, 57))
    )
    feet = shape("M146 132q10-6 18 0v10h-18ZM86 132q10-6 18 0v10h-18Z", palette.trim)
    spots = ((172, 74), (180, 99), (174, 124), (78, 74), (70, 99), (76, 124))
    return _hips(palette) + feet + rings + dots(spots, 9, lighter(palette.skin, 0.5))


def _paw(palette: Palette) -> str:
    leg = taper([(144, 52), (164, 80), (158, 116)], 52, 32)
    foot = "M138 120q22-16 44-4q22 4 20 26h-60q-12-8-4-22Z"
    claws = "M158 142q0-12 6-12t7 12ZM174 142q0-12 6-12t7 12ZM190 142q0-12 5-12t7 12Z"
    return (
        shape(leg)
        + shape(foot)
        + shape(claws, BONE)
        + mark("M176 74l8 6-9 3M174 90l8 6-9 3", 3, darker(palette.skin, 0.45))
    )


def _hoof(palette: Palette) -> str:
    leg = taper([(144, 52), (170, 76), (154, 100), (160, 124)], 48, 22)
    hair = polygon(
        (
            (140, 112),
            (150, 104),
            (168, 104),
            (180, 114),
            (176, 126),
            (168, 122),
            (160, 132),
            (152, 122),
            (144, 126),
        )
    )
    return (
        shape("M146 116h28l10 26h-46Z", darker(palette.trim, 0.5))
        + shape(leg)
        + shape(hair, lighter(palette.skin, 0.4))
        + mark("M162 132v10", 3)
    )


def _talon(palette: Palette) -> str:
    del palette
    shank = "M150 88L156 128M156 128L136 139M156 128L162 141M156 128L186 137"
    thigh = "M128 44q46-6 48 24q-4 14-8 16l-4-4-4 18-9-10-8 10-4-16-9 4q-8-20-2-42Z"
    return (
        mark(shank, 17)
        + mark(shank, 8, "#ffb52e")
        + shape(thigh)
        + mark("M148 66l4 8 4-8", 3, "#1a102288")
    )


LEGS: Final[dict[str, Leg]] = {
    "bone": _bone,
    "boot": _boot,
    "fin": _fin,
    "hoof": _hoof,
    "hopper": _hopper,
    "paw": _paw,
    "peg": _peg,
    "spider": _spider,
    "spring": _spring,
    "stilts": _stilts,
    "stump": _stump,
    "talon": _talon,
    "tentacles": _tentacles,
    "thin": _thin,
    "wheel": _wheel,
}

_WHOLE: Final = {"grub": _grub, "puddle": _puddle, "wisp": _wisp}
_SLENDER: Final = {"bone", "hopper", "peg", "spider", "spring", "stilts", "thin", "wheel"}
"""Legs attached to round hips; all others grow out of them."""


def legs(monster: Monster, palette: Palette) -> str:
    """Return legs with the stump that a torso's hem will hide, from back to front."""
    design = monster.legs
    ground = CELLS["legs"].below
    return inked(
        ellipse(MIDDLE, ground, 76, 8, "#000", stroke="none", opacity=0.35),
        TAILS[design.tail](palette) if design.tail else "",
        _below(design, palette),
        ellipse(MIDDLE, 15, 36, 8, darker(palette.skin, 0.55), stroke_width=4),
    )


def _below(design: Legs, palette: Palette) -> str:
    if design.left in _WHOLE:
        return _WHOLE[design.left](palette)
    pair = _pair(design.left, design.right, palette)
    if design.left in _SLENDER or design.right in _SLENDER:
        return pair + _hips(palette)
    return pair + shape(contour((*_TOP, (42, 50)), 58, 42))


def _pair(left: str, right: str, palette: Palette) -> str:
    if left == right:
        return both(f"leg-{left}", LEGS[left](palette))
    return sides(LEGS[left](palette), LEGS[right](palette))


def _hips(palette: Palette) -> str:
    """Return round hips, open above to a torso's hem."""
    del palette
    return shape(f"{contour((*_TOP, (44, 48), (30, 68)), 74, 10)}Z")
