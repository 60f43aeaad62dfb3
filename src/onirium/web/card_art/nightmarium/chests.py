"""Details of a chest: ribs, seams, gauges, scales, fluff."""

from collections.abc import Callable
from typing import Final

from onirium.web.card_art.nightmarium.frame import INK
from onirium.web.card_art.nightmarium.palette import BONE, BRASS, MAW, METAL, TONGUE, Palette, skin
from onirium.web.card_art.nightmarium.strokes import dots, flat, glint, mark, shape
from onirium.web.card_art.svg import around, circle, darker, lighter, number


def _ribs(palette: Palette) -> str:
    hole = shape(
        "M88 56q37-16 74 0q8 36-16 62q-21 8-42 0q-24-26-16-62Z", darker(palette.skin, 0.65)
    )
    cage = (
        "M125 52v66M94 66q16-10 31 2q15-12 31-2M92 84q18-12 33 0q15-12 33 0"
        "M98 102q14-10 27-2q13-8 27 2"
    )
    return (
        hole
        + mark(cage, 12)
        + mark(cage, 6, BONE)
        + flat("M131 82q8-10 13 0q2 8-12 17q-12-9-11-17q4-9 10 0Z", palette.glow, 0.9)
    )


def _gauge(palette: Palette) -> str:
    ticks = "".join(
        f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"
        for a, b in (
            (around(125, 84, 18, turn), around(125, 84, 23, turn)) for turn in range(-120, 121, 40)
        )
    )
    return (
        circle(125, 84, 30, BRASS)
        + circle(125, 84, 24, BONE)
        + mark(ticks)
        + mark("M125 84l12-12", 4, "#d33")
        + dots(((82, 60), (168, 60)), 9, palette.glow)
        + mark("M86 118h20M144 118h20", 5)
    )


def _anchor(palette: Palette) -> str:
    del palette
    sign = "M125 66v46M110 76h30M100 96q4 20 25 20t25-20"
    return mark(sign, 7, "#ffffff99") + circle(
        125, 60, 7, "none", stroke="#ffffff99", stroke_width=6
    )


def _scales(palette: Palette) -> str:
    scale = "q1 12 11 12t11-12"
    row = 4 * scale
    rows = f"M92 52{3 * scale}M81 68{row}M92 84{3 * scale}M81 100{row}"
    return mark(rows, 3, darker(palette.skin, 0.4))


def _porthole(palette: Palette) -> str:
    rivets = [around(125, 82, 32, turn) for turn in range(0, 360, 45)]
    fish = flat("M108 84q12-14 26 0l10-8v18l-10-8q-14 12-26-2Z", palette.glow) + dots(
        ((115, 83),), 4, INK
    )
    return (
        circle(125, 82, 38, BRASS)
        + dots(rivets, 5, "#6b4a12")
        + circle(125, 82, 26, "#123a55")
        + fish
        + glint("M106 72q6-12 20-12q-14 6-16 18Z")
    )


def _chain(palette: Palette) -> str:
    del palette
    link = "a8 5 0 1 1-16 0a8 5 0 1 1 16 0"
    links = "".join(f"M{100 + 11 * index} {58 + 9 * index}{link}" for index in range(7))
    return mark(links, 8) + mark(links, 3.5, METAL)


def _heart(palette: Palette) -> str:
    beat = "M125 74q-10-18-24-8q-8 16 24 40q32-24 24-40q-14-10-24 8Z"
    return (
        shape(beat, lighter(palette.skin, 0.35))
        + mark("M125 70v-10m-8 2l-6-8m22 8l8-6", 5)
        + mark("M104 84h12l5-9 8 18 5-9h12", 3)
    )


def _window(palette: Palette) -> str:
    pane = "M98 62q27-12 54 0q14 28 12 52q-39 16-78 0q-2-26 12-52Z"
    goo = "M89 92q18-10 36 0t38 0q3 12 1 22q-39 16-78 0q-1-12 3-22Z"
    fetus = circle(122, 106, 9, BONE, stroke="none") + dots(((119, 105), (126, 105)), 4, INK)
    return (
        shape(pane, "#123")
        + flat(goo, palette.glow)
        + fetus
        + dots(((104, 84), (142, 78), (150, 104), (112, 74)), 7, palette.glow)
        + glint("M100 68q-6 12-8 24q6-14 16-26Z")
        + mark(pane, 5)
    )


def _seam(palette: Palette) -> str:
    line = "M128 44q-10 22 2 40t-4 40"
    cross = "M114 56l22 6M112 74l24-2M118 92l24-4M116 110l22 4"
    return (
        flat("M128 44q-60-8-52 30q4 40 50 50q8-22-4-40t6-40Z", lighter(palette.skin, 0.4), 0.55)
        + mark(line, 4)
        + mark(cross, 4)
    )


def _bubbles(palette: Palette) -> str:
    spots = ((98, 66, 8), (146, 60, 6), (152, 96, 12), (112, 100, 14), (130, 78, 7), (92, 112, 6))
    return "".join(
        circle(x, y, r, palette.glow, stroke_width=3)
        + circle(x - r / 3, y - r / 3, r / 4, "#fff", stroke="none")
        for x, y, r in spots
    )


def _mouth(palette: Palette) -> str:
    upper = (
        "M84 69l7 16 7-16ZM98 66l7 17 7-17ZM112 65l7 17 7-17ZM126 65l7 17 7-17ZM140 67l6 16 7-16Z"
    )
    lower = (
        "M90 109l7-14 7 16ZM104 114l7-16 7 18ZM118 117l7-17 7 17ZM132 116l7-17 7 15Z"
        "M147 110l6-14 7 10Z"
    )
    return (
        shape("M78 72q47-16 94 0q4 44-47 48q-51-4-47-48Z", MAW)
        + flat("M98 110q26-26 54 0q-27 16-54 0Z", TONGUE)
        + shape(upper + lower, BONE)
        + mark("M78 72q47-16 94 0", 5, darker(palette.skin, 0.5))
    )


def _buttons(palette: Palette) -> str:
    return mark("M125 42v84", 4, darker(palette.skin, 0.5)) + "".join(
        circle(125, y, 8, colour) + dots(((122, y), (128, y)), 3, INK)
        for y, colour in ((58, BRASS), (82, palette.glow), (106, METAL))
    )


def _eye(palette: Palette) -> str:
    return (
        shape("M84 84q41-48 82 0q-41 46-82 0Z", BONE)
        + circle(125, 84, 19, palette.glow)
        + circle(125, 84, 9, INK, stroke="none")
        + circle(118, 77, 5, "#fff", stroke="none")
        + mark("M96 62l-8-10M125 52v-12M154 62l8-10", 4)
    )


def _segments(palette: Palette) -> str:
    plates = (
        "M91 50q34-10 68 0l-6 20q-28 10-56 0ZM94 74q31-10 62 0l-6 20q-25 10-50 0Z"
        "M97 98q28-10 56 0l-6 20q-22 10-44 0Z"
    )
    return shape(plates, skin(palette, 0)[0])


def _stripes(palette: Palette) -> str:
    return "".join(
        flat(f"M76 {y}q49 18 98 0l-4 13q-45 16-90 0Z", palette.trim, 0.85) for y in (54, 80, 106)
    )


def _skull(palette: Palette) -> str:
    return (
        flat("M125 56q30 0 30 26q0 14-12 18v14h-36v-14q-12-4-12-18q0-26 30-26Z", BONE)
        + dots(((114, 84), (136, 84)), 14, palette.trim)
        + mark("M125 92v6M118 104v9M125 104v9M132 104v9", 3, palette.trim)
    )


def _fluff(palette: Palette) -> str:
    light = lighter(palette.skin, 0.55)
    return shape(
        "M92 46q33-10 66 0q10 22 0 40l-9-2 0 16-12-4-4 16-8-9-8 9-4-16-12 4 0-16-9 2q-10-20 0-40Z",
        light,
    ) + mark("M112 66l4 8 4-8M132 74l4 8 4-8M118 88l4 8 4-8", 3, darker(palette.skin, 0.25))


def _plumage(palette: Palette) -> str:
    down = "l8 14 8-14 8 14 8-14 8 14 8-14 8 14 8-14"
    rows = f"M93 54{down}M85 72{down} 8 14 8-14M93 90{down}M101 108l8 14 8-14 8 14 8-14 8 14 8-14"
    return mark(rows, 4, darker(palette.skin, 0.4))


def _spots(palette: Palette) -> str:
    return dots(
        ((104, 60), (144, 56), (124, 78), (98, 92), (150, 88), (128, 106)),
        13,
        lighter(palette.skin, 0.7),
    ) + dots(((108, 112), (146, 110)), 8, lighter(palette.skin, 0.7))


CHESTS: Final[dict[str, Callable[[Palette], str]]] = {
    "anchor": _anchor,
    "bubbles": _bubbles,
    "buttons": _buttons,
    "chain": _chain,
    "eye": _eye,
    "fluff": _fluff,
    "gauge": _gauge,
    "heart": _heart,
    "mouth": _mouth,
    "plumage": _plumage,
    "porthole": _porthole,
    "ribs": _ribs,
    "scales": _scales,
    "seam": _seam,
    "segments": _segments,
    "skull": _skull,
    "spots": _spots,
    "stripes": _stripes,
    "window": _window,
}
