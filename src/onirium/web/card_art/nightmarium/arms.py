"""Arms, drawn for the right side, from a shoulder: bones, tentacles, wings, scythes."""

from collections.abc import Callable
from typing import Final, TypeAlias

from onirium.web.card_art.nightmarium.frame import INK
from onirium.web.card_art.nightmarium.palette import BONE, BRASS, METAL, Palette
from onirium.web.card_art.nightmarium.strokes import SKIN, at, dots, flat, glint, mark, shape, taper
from onirium.web.card_art.svg import circle, darker, ellipse, lighter, number

Arm: TypeAlias = Callable[[float, float, Palette], str]


def _bones(d: str) -> str:
    return mark(d, 16) + mark(d, 7, BONE)


def _hand(x: float, y: float) -> str:
    """Return the hand of a skeleton, fingers spread."""
    fingers = at(x, y, "M0 0l-10 16M0 0l1 20M0 0l12 15M0 0l16 3")
    return mark(fingers, 11) + mark(fingers, 5, BONE)


def _bone(x: float, y: float, palette: Palette) -> str:
    del palette
    elbow = (x + 30, y + 32)
    return (
        _bones(at(x, y, "M-14 0L30 32l4-44"))
        + dots((elbow,), 18, INK)
        + dots((elbow,), 9, BONE)
        + _raised(x + 34, y - 12)
    )


def _raised(x: float, y: float) -> str:
    fingers = at(x, y, "M0 0l-13-12M0 0l-3-20M0 0l9-17M0 0l16-4")
    return mark(fingers, 11) + mark(fingers, 5, BONE)


def _hook(x: float, y: float, palette: Palette) -> str:
    sleeve = taper([(x - 16, y), (x + 14, y + 12), (x + 30, y + 36), (x + 30, y + 56)], 34, 28)
    iron = at(x, y, "M31 66v12q0 18-16 16t-12-14")
    return (
        mark(iron, 14)
        + mark(iron, 6, METAL)
        + shape(sleeve, palette.trim)
        + shape(at(x, y, "M13 52q18 6 36 0v14q-18 6-36 0Z"), BRASS)
    )


def _glove(x: float, y: float, palette: Palette) -> str:
    arm = taper([(x - 16, y), (x + 18, y + 8), (x + 36, y + 30), (x + 32, y + 56)], 40, 30)
    mitten = at(x, y, "M16 58q16-8 32 0q10 26-8 34q-22 4-26-14l-10-2q-6-14 12-18Z")
    return shape(mitten, palette.trim) + shape(arm) + mark(at(x, y, "M17 56q16 8 32 0"), 6, BRASS)


def _tentacle(x: float, y: float, palette: Palette) -> str:
    arm = taper(
        [
            (x - 18, y),
            (x + 18, y + 6),
            (x + 40, y + 34),
            (x + 26, y + 62),
            (x + 42, y + 84),
            (x + 60, y + 72),
            (x + 50, y + 60),
        ],
        40,
        9,
    )
    cups = (
        (x + 16, y + 16),
        (x + 27, y + 30),
        (x + 26, y + 44),
        (x + 19, y + 58),
        (x + 26, y + 76),
    )
    return shape(arm) + dots(cups, 9, lighter(palette.skin, 0.55))


def _flipper(x: float, y: float, palette: Palette) -> str:
    fin = at(x, y, "M-24-8q44-12 80 34q4 20-4 36q-8-8-16-6q2 12-8 18q-34-20-56-50Z")
    return shape(fin) + mark(
        at(x, y, "M2 12q26 10 40 32M-2 26q16 8 28 28"),
        3,
        darker(palette.skin, 0.45),
    )


def _lantern(x: float, y: float, palette: Palette) -> str:
    hand = (x + 48, y + 4)
    lamp = (
        at(x, y, "M48 10v10"),
        at(x, y, "M34 22h28l5 40h-38Z"),
        at(x, y, "M32 22l16-12 16 12ZM27 62h42v9h-42Z"),
    )
    arm = _bones(at(x, y, "M-14 0l34 22L48 4")) + dots((hand,), 22, INK) + dots((hand,), 13, BONE)
    light = circle(x + 48, y + 42, 34, palette.glow, stroke="none", opacity=0.25)
    return (
        mark(lamp[0], 4)
        + light
        + shape(lamp[1], palette.glow)
        + flat(at(x, y, "M48 32q-12 14 0 24q12-10 0-24Z"), "#fff", 0.8)
        + shape(lamp[2], METAL)
        + arm
    )


def _pincer(x: float, y: float, palette: Palette) -> str:
    arm = taper([(x - 16, y), (x + 20, y + 14), (x + 26, y - 12)], 30, 22)
    claw = at(x, y, "M12-16q-22-30 12-58q4 18 0 26l9 8q4-14 12-26q24 28 4 50q-18 14-37 0Z")
    return shape(arm) + shape(claw, palette.trim) + glint(at(x, y, "M12-36q0-18 10-26q-2 18-4 26Z"))


def _sleeve(x: float, y: float, palette: Palette) -> str:
    cloth = at(x, y, "M-22-6q40-6 66 6l4 44-12-8-6 14-10-12-8 10q-20-18-40-22Z")
    return (
        _hand(x + 28, y + 44)
        + shape(cloth, palette.trim)
        + mark(at(x, y, "M12 8q12 8 16 22"), 3, darker(palette.trim, 0.45))
    )


def _fist(x: float, y: float, palette: Palette) -> str:
    arm = taper([(x - 16, y), (x + 20, y + 10), (x + 34, y + 34), (x + 14, y + 56)], 36, 26)
    fist = at(x, y, "M-6 52q16-14 32 2q6 20-10 30q-22 4-28-12q-2-12 6-20Z")
    return (
        shape(arm)
        + shape(fist)
        + mark(at(x, y, "M-4 70l8 8m4-12l6 12m6-16l2 12"), 3, darker(palette.skin, 0.5))
    )


def _blob(x: float, y: float, palette: Palette) -> str:
    arm = taper([(x - 16, y), (x + 20, y + 4), (x + 40, y - 16), (x + 44, y - 36)], 34, 22)
    hand = "".join(
        f"M{number(x + 44 + dx)} {number(y - 42 + dy)}h0"
        for dx, dy in ((0, 0), (-18, -8), (-4, -20), (14, -14))
    )
    lit = lighter(palette.skin, 0.3)
    return mark(hand, 25) + shape(arm) + mark(hand, 15, lit)


def _syringe(x: float, y: float, palette: Palette) -> str:
    arm = taper([(x - 16, y), (x + 20, y + 14), (x + 42, y + 2)], 30, 22)
    tube = at(x, y, "M34-44h20v44h-20Z")
    return (
        mark(at(x, y, "M44-76v30M44 0v14m-10 0h20"), 5)
        + shape(tube, "#dff4f0")
        + flat(at(x, y, "M37-30h14v26h-14Z"), palette.glow)
        + mark(at(x, y, "M44-38h10m-10 10h10m-10 10h10"), 3)
        + shape(arm)
        + circle(x + 44, y + 2, 15, SKIN)
    )


def _wrench(x: float, y: float, palette: Palette) -> str:
    del palette
    arm = taper([(x - 16, y), (x + 22, y + 16), (x + 42, y + 4)], 34, 24)
    tool = at(x, y, "M37 20v-62q-16-8-10-30l12 14h12l8-14q10 20-8 30v62Z")
    return shape(tool, METAL) + shape(arm) + circle(x + 43, y + 4, 16, SKIN)


def _scythe(x: float, y: float, palette: Palette) -> str:
    arm = taper([(x - 16, y), (x + 24, y - 4), (x + 50, y - 42)], 24, 18)
    blade = at(x, y, "M40-52q26-6 24 20q-2 36-30 60q8-22 6-34l-8 0 8-10-6-8 10-4Z")
    return (
        shape(arm)
        + shape(blade, palette.trim)
        + glint(at(x, y, "M52-44q8 4 4 24q-4 20-12 30q8-32 8-54Z"))
    )


def _thin(x: float, y: float, palette: Palette) -> str:
    upper = at(x, y, "M-16 2l40-20 24 30")
    lower = at(x, y, "M-26 40l44-2 18 34")
    nails = at(x, y, "M48 12l-2 12m2-12l10 8M36 72l-4 11m4-11l10 7")
    return mark(upper + lower, 16) + mark(nails, 7) + mark(upper + lower, 7, palette.skin)


def _sting(x: float, y: float, palette: Palette) -> str:
    arm = taper([(x - 16, y), (x + 22, y + 10), (x + 40, y - 14)], 24, 18)
    spear = at(x, y, "M22 40l34-104")
    tip = at(x, y, "M47-62l16-34 6 38Z")
    return (
        mark(spear, 13)
        + mark(spear, 5, "#c9a56b")
        + shape(tip, palette.glow)
        + shape(arm)
        + circle(x + 40, y - 14, 13, SKIN)
    )


def _nubs(x: float, y: float, palette: Palette) -> str:
    del palette
    return "".join(
        shape(
            taper(
                [(x - 18 + dx, y + dy), (x + 12 + dx, y + 6 + dy), (x + 26 + dx, y - 4 + dy)],
                24,
                15,
            )
        )
        for dx, dy in ((0, 0), (8, 30), (12, 60))
    )


def _paw(x: float, y: float, palette: Palette) -> str:
    arm = taper([(x - 18, y), (x + 24, y + 4), (x + 42, y + 32), (x + 36, y + 58)], 42, 34)
    claws = "".join(
        f"M{number(x + on)} {number(y + 76)}q0 13 6 17q4-9 2-17Z" for on in (17, 28, 39, 49)
    )
    dark = darker(palette.skin, 0.45)
    hairs = mark(at(x, y, "M44 18l9 3-8 5M46 32l8 6-9 3"), 3, dark)
    return shape(claws, BONE) + shape(arm) + ellipse(x + 36, y + 66, 24, 18, SKIN) + hairs


def _hoof(x: float, y: float, palette: Palette) -> str:
    arm = taper([(x - 18, y), (x + 20, y + 10), (x + 42, y - 10), (x + 40, y - 32)], 36, 24)
    cup = at(x, y, "M26-36q14 8 28 0l4-24q-14-4-17 4q-6-10-19-4Z")
    return shape(arm) + shape(cup, darker(palette.trim, 0.45))


def _wing(x: float, y: float, palette: Palette) -> str:
    spread = at(
        x,
        y,
        "M-20 0q28-50 80-52q2 16-8 24q10 2 12 8q-6 14-16 16q8 4 8 10q-10 14-20 12"
        "q4 8 2 14q-22 12-62-6Z",
    )
    quills = mark(
        at(x, y, "M4 0q24-28 48-34M6 12q24-16 46-18M4 24q18-6 34-4"),
        3,
        lighter(palette.trim, 0.5),
    )
    return shape(spread, palette.trim) + quills


def _membrane(x: float, y: float, palette: Palette) -> str:
    skinned = at(x, y, "M-20 4L30-44q24 10 38 50q-18-6-26 6q-14-2-18 16q-16-6-30 10Z")
    ribs = mark(at(x, y, "M30-42l12 52M30-42l-8 68"), 3)
    thumb = shape(at(x, y, "M24-40q-4-14 6-22q8 10 8 24Z"), BONE)
    return thumb + shape(skinned, palette.trim) + ribs


ARMS: Final[dict[str, Arm]] = {
    "blob": _blob,
    "bone": _bone,
    "fist": _fist,
    "flipper": _flipper,
    "glove": _glove,
    "hoof": _hoof,
    "hook": _hook,
    "lantern": _lantern,
    "membrane": _membrane,
    "nubs": _nubs,
    "paw": _paw,
    "pincer": _pincer,
    "scythe": _scythe,
    "sleeve": _sleeve,
    "sting": _sting,
    "syringe": _syringe,
    "tentacle": _tentacle,
    "thin": _thin,
    "wing": _wing,
    "wrench": _wrench,
}
