"""Headgear in front of heads: hats, helmets, bolts, scars."""

from typing import Final

from onirium.web.card_art.nightmarium.frame import MIDDLE
from onirium.web.card_art.nightmarium.palette import BLOOD, BONE, BRASS, METAL, Palette, skin
from onirium.web.card_art.nightmarium.strokes import at, both, dots, flat, mark, shape, taper
from onirium.web.card_art.nightmarium.wear import HeadAnchors, Wear
from onirium.web.card_art.svg import circle, darker, lighter, number


def _ram(anchors: HeadAnchors, palette: Palette) -> str:
    del palette
    x, y = MIDDLE + anchors.across - 6, anchors.crown + 12
    spiral = [
        (x, y),
        (x + 26, y - 20),
        (x + 52, y - 4),
        (x + 52, y + 28),
        (x + 28, y + 38),
        (x + 18, y + 22),
    ]
    rings = mark(
        at(x, y, "M18-28l6 18M46-22l-8 16M64 8l-18 4M50 40l-8-15"),
        3,
        "#b5a57c",
    )
    return both("ram", shape(taper(spiral, 32, 7), BONE), rings)


def _rhino(anchors: HeadAnchors, palette: Palette) -> str:
    y = anchors.side + 8
    horn = f"M111 {number(y)}q0-50 26-{number(y - 8)}q-4 36 2 {number(y - 8)}q-14 8-28 0Z"
    rings = mark(
        at(0, y, "M113-12q12 5 24 0M115-28q9 4 18 0"),
        3,
        lighter(palette.trim, 0.35),
    )
    return shape(horn, palette.trim) + rings


def _hood(anchors: HeadAnchors, palette: Palette) -> str:
    """Return cloth around the face, which leaves an arched opening."""
    y = anchors.crown - 18
    edge = at(
        0,
        y,
        "M125 0q44 8 62 66q12 50 8 96h-36q18-40 6-78q-12-34-40-34t-40 34q-12 38 6 78"
        "h-36q-4-46 8-96q18-58 62-66Z",
    )
    return shape(edge, palette.trim) + mark(
        at(0, y, "M84 50q-16 40-12 76M166 50q16 40 12 76M125 10v18"),
        3,
        darker(palette.trim, 0.45),
    )


def _bicorne(anchors: HeadAnchors, palette: Palette) -> str:
    y = anchors.crown + 14
    hat = at(0, y, "M48 2q-8-22 16-20q26-40 61-40t61 40q24-2 16 20q-77-30-154 0Z")
    dark = darker(palette.skin, 0.62)
    trimmed = mark(at(0, y, "M52-4q73-30 146 0"), 4, BRASS)
    bones = mark(at(0, y, "M114-24l22 10m-22 0l22-10"), 4, BONE)
    return (
        shape(hat, dark)
        + trimmed
        + bones
        + flat(at(0, y, "M116-34a9 9 0 1 1 18 0v6h-4v5h-10v-5h-4Z"), BONE)
        + dots(((121, y - 34), (129, y - 34)), 4, dark)
    )


def _dome(anchors: HeadAnchors, palette: Palette) -> str:
    """Return a helmet of glass."""
    del anchors, palette
    glass = circle(125, 90, 82, "#bfe9ff", fill_opacity=0.22)
    return (
        glass
        + flat("M60 82q4-44 48-58q-30 22-36 60q-6 8-12-2ZM64 98q6 8 8 20q-8-8-8-20Z", "#fff", 0.6)
        + mark("M190 34l10-24", 5)
        + circle(201, 10, 6, "#ff5a4a")
    )


def _bandana(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = anchors.ear, anchors.crown + 16
    right = MIDDLE + x - 2
    tails = shape(at(right, y, "M-6 6l34-6-6 14 14 8-38 4Z"), palette.trim)
    cloth = at(MIDDLE, y, f"M{2 - x} 10Q{16 - x}-30 0-30T{x - 2} 10Q0-14 {2 - x} 10Z")
    return (
        tails
        + shape(cloth, palette.trim)
        + dots(((104, y - 14), (125, y - 18), (146, y - 14), (86, y - 6), (164, y - 6)), 7, BONE)
    )


def _candle(anchors: HeadAnchors, palette: Palette) -> str:
    y = anchors.crown + 4
    wax = at(MIDDLE, y, "M-19 4v-14q19-8 38 0v14q-2 12-8 0q-4-4-8 6q-5 8-9-4q-9-6-13-2Z")
    flame = at(MIDDLE, y, "M0-12q-20-6-1-29q20 19 1 29Z")
    light = circle(MIDDLE, y - 20, 24, palette.glow, stroke="none", opacity=0.3)
    return shape(wax, BONE) + light + shape(flame, palette.glow)


def _bolts(anchors: HeadAnchors, palette: Palette) -> str:
    del palette
    x, y = MIDDLE + anchors.ear - 6, anchors.side + 20
    return both("bolts", shape(at(x, y, "M0-8h16v16h-16ZM16-14h11v28h-11Z"), METAL))


def _valve(anchors: HeadAnchors, palette: Palette) -> str:
    del palette
    y = anchors.crown
    wheel = at(0, y, "M95-24a30 7 0 1 0 60 0a30 7 0 1 0-60 0")
    dome = shape(at(0, y, "M92 6q33-24 66 0Z"), BRASS)
    return (
        mark(wheel, 12) + mark(wheel, 5, BLOOD) + shape(at(0, y, "M118-4v-20h14v20Z"), METAL) + dome
    )


def _earring(anchors: HeadAnchors, palette: Palette) -> str:
    del palette
    x, y = MIDDLE - anchors.ear - 6, anchors.side + 34
    return circle(x, y, 10, "none", stroke_width=11) + circle(
        x, y, 10, "none", stroke=BRASS, stroke_width=5
    )


def _crown(anchors: HeadAnchors, palette: Palette) -> str:
    del palette
    y = anchors.crown + 4
    return shape(at(0, y, "M88 0l-8-38 23 18 22-24 22 24 23-18-8 38q-37 12-74 0Z"), BRASS) + dots(
        ((125, y - 6), (103, y - 8), (147, y - 8)),
        8,
        BLOOD,
    )


def _brain(anchors: HeadAnchors, palette: Palette) -> str:
    """Return a brain under glass."""
    del palette
    y = anchors.crown + 26
    lobes = at(0, y, "M76 0q-8-22 14-28q6-18 26-14q18-12 32 4q24 0 24 20q10 12-2 20q-46 14-94-2Z")
    folds = mark(
        at(0, y, "M92-8q10-14 20-2M120-34q8 12-2 20q16 4 12 14M140-12q10-14 22 0"),
        3,
        "#b84a74",
    )
    glass = at(0, y, "M70 4C64-62 186-62 180 4")
    return (
        shape(lobes, "#f7a6bd")
        + folds
        + shape(glass, "#d9fff433")
        + flat("M84 42q8-14 24-17q-12 8-16 20Z", "#fff", 0.7)
        + shape(at(0, y, "M64-2q61 20 122 0v12q-61 20-122 0Z"), METAL)
    )


def _scar(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = MIDDLE - anchors.across * 0.9, anchors.crown + 8
    return mark(at(x, y, "M0 0q14 6 20 20m-18-8l8-10m2 18l8-8"), 4, darker(palette.skin, 0.6))


def _fringe(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = anchors.ear, anchors.crown
    left, wide = MIDDLE - x + 2, 2 * x - 4
    step = number(wide / 10)
    teeth = "".join(f"l{step} {down}l{step}-{down - 3}" for down in (20, 14, 19, 13, 16))
    hair = f"M0 22q-4-38 30-36h{number(wide - 60)}q34-2 30 36l-{number(wide)}-14{teeth}Z"
    return shape(at(left, y, hair), darker(palette.trim, 0.55))


def _cork(anchors: HeadAnchors, palette: Palette) -> str:
    del palette
    y = anchors.crown
    return (
        shape(at(0, y, "M105 2l-5-28h50l-5 28Z"), "#c99a62")
        + dots(((114, y - 14), (126, y - 8), (136, y - 16)), 5, "#8a6238")
        + shape(at(0, y, "M97 0h56v12h-56Z"), "#cfe9e4")
    )


def _warts(anchors: HeadAnchors, palette: Palette) -> str:
    y = anchors.crown
    light = skin(palette, 0)[0]
    return (
        circle(92, y + 2, 9, light)
        + circle(150, y - 4, 12, light)
        + circle(172, y + 12, 7, light)
        + circle(84, y + 78, 7, light)
    )


def _tuft(anchors: HeadAnchors, palette: Palette) -> str:
    y = anchors.crown
    return shape(
        at(
            0,
            y,
            "M108 4q-14-20-22-22q14-2 22 4q-2-16-10-24q18 6 24 20q0-14 8-22q6 16 2 26"
            "q8-8 20-8q-12 10-14 26Z",
        ),
        darker(palette.trim, 0.4),
    )


def _curl(anchors: HeadAnchors, palette: Palette) -> str:
    del palette
    y = anchors.crown
    d = at(0, y, "M125 0q-4-26 12-28q14 2 10 14q-8 8-13 0")
    return mark(d, 11) + mark(d, 4, "#e9b24a")


def _wattle(anchors: HeadAnchors, palette: Palette) -> str:
    del anchors, palette
    return both("wattle", shape("M134 146q14-4 14 12q-4 14-12 8q-8-8-2-20Z", BLOOD))


BEFORE: Final[dict[str, Wear]] = {
    "bandana": _bandana,
    "bicorne": _bicorne,
    "bolts": _bolts,
    "brain": _brain,
    "candle": _candle,
    "cork": _cork,
    "crown": _crown,
    "curl": _curl,
    "dome": _dome,
    "earring": _earring,
    "fringe": _fringe,
    "hood": _hood,
    "ram": _ram,
    "rhino": _rhino,
    "scar": _scar,
    "tuft": _tuft,
    "valve": _valve,
    "warts": _warts,
    "wattle": _wattle,
}
