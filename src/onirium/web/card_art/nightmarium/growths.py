"""Growths behind heads: horns, ears, feelers, manes."""

from typing import Final

from onirium.web.card_art.nightmarium.frame import INK, MIDDLE
from onirium.web.card_art.nightmarium.palette import BLOOD, BONE, BRASS, METAL, Palette
from onirium.web.card_art.nightmarium.strokes import (
    SKIN,
    at,
    both,
    dots,
    flat,
    glint,
    mark,
    shape,
    taper,
)
from onirium.web.card_art.nightmarium.wear import HeadAnchors, Wear
from onirium.web.card_art.svg import around, circle, darker, lighter, number, polygon


def _horns(anchors: HeadAnchors, palette: Palette) -> str:
    del palette
    x, y = MIDDLE + anchors.across - 4, anchors.crown + 8
    horn = taper([(x, y), (x + 22, y - 10), (x + 34, y - 24), (x + 30, y - 42)], 26, 3)
    rings = mark(at(x, y, "M3-18l14 14M16-26l18 8"), 3, "#b5a57c")
    return both("horns", shape(horn, BONE), rings)


def _antlers(anchors: HeadAnchors, palette: Palette) -> str:
    del palette
    x, y = MIDDLE + anchors.across - 16, anchors.crown + 6
    beam = at(x, y, "M0 0q24-6 30-32m-16 20q-12-6-10-18m22 6q22 2 32-16m-44 26q20 8 40-6")
    return both("antlers", mark(beam, 13), mark(beam, 5, "#c9a877"))


def _stag(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = MIDDLE + anchors.across - 14, anchors.crown + 8
    horn = at(x, y, "M-10 0q0-40 40-46q26 0 24 28q-8-6-12-8l-4 10-10-10q-16 4-14 28Z")
    return both("stag", shape(horn, palette.trim), glint(at(x, y, "M0-16q6-22 30-24q-20 8-24 26Z")))


def _points(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = MIDDLE + anchors.across, anchors.crown
    ear = at(x, y, f"M-28 4q6-34 34-{number(min(44, y - 4))}q22 30 16 66Z")
    inner = at(x, y, "M-12 2q4-18 16-26q10 16 8 36Z")
    return both("points", shape(ear), flat(inner, palette.trim, 0.75))


def _bats(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = MIDDLE + anchors.across - 4, anchors.crown + 8
    ear = at(x, y, "M-22-2q10-44 56-50q34 12 36 40q-14-4-22 4q-8 0-10 10q-12 0-12 14Z")
    inner = at(x, y, "M0-4q8-28 38-34q16 8 18 18q-16-2-20 8q-12 2-14 14Z")
    return both("bats", shape(ear), flat(inner, palette.trim, 0.75))


def _flops(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = MIDDLE + anchors.ear - 12, anchors.side - 8
    ear = at(x, y, "M0 0q34-30 58 4q14 32-6 40q-22-2-52-24Z")
    return both(
        "flops",
        shape(ear),
        flat(at(x, y, "M16 0q20-10 32 10q4 16-2 20q-14-6-30-20Z"), palette.trim, 0.6),
    )


def _ears(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = MIDDLE + anchors.ear + 6, anchors.side
    return both(
        "ears",
        circle(x, y, 19, SKIN),
        circle(x + 2, y, 9, darker(palette.skin, 0.25), stroke="none"),
    )


def _fins(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = MIDDLE + anchors.ear - 8, anchors.side
    fin = at(x, y, "M0-22q24-30 48-26q-8 16-4 24q14 2 18 10q-16 8-18 16q4 14 0 20q-28 2-46-14Z")
    return both(
        "fins",
        shape(fin, palette.trim),
        mark(
            at(x, y, "M10-10l26-24M12 4l38-2M8 14l24 10"),
            3,
        ),
    )


def _mane(anchors: HeadAnchors, palette: Palette) -> str:
    middle = anchors.side + 12
    locks = [around(MIDDLE, middle, 74 if step % 2 else 96, 15 * step) for step in range(-9, 10)]
    inner = [(MIDDLE + (x - MIDDLE) * 0.84, middle + (y - middle) * 0.84) for x, y in locks]
    return shape(polygon(locks), palette.trim) + flat(polygon(inner), lighter(palette.trim, 0.25))


def _crest(anchors: HeadAnchors, palette: Palette) -> str:
    y = anchors.crown + 8
    return shape(
        at(0, y, "M97 10l-6-26 18 6 2-28 14 16 14-16 2 28 18-6-6 26Z"), palette.trim
    ) + mark(
        at(0, y, "M125-12v10M109-6l4 10M141-6l-4 10"),
        3,
        lighter(palette.trim, 0.4),
    )


def _comb(anchors: HeadAnchors, palette: Palette) -> str:
    del palette
    y = anchors.crown
    return shape(
        at(0, y, "M92 12q-18-26 4-30q14 0 16 10q-2-24 16-24t14 24q6-14 20-10q16 8-4 30Z"),
        BLOOD,
    )


def _tufts(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = MIDDLE + anchors.across - 6, anchors.crown + 10
    tuft = at(x, y, "M-22-4q20-16 30-38q4 12 2 18q12-10 24-10q-8 12-8 18q8-4 18-2q-16 12-26 32Z")
    return both("tufts", shape(tuft, palette.trim))


def _feelers(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = MIDDLE + anchors.across - 14, anchors.crown + 4
    d = at(x, y, "M0 0q6-28 24-32t36 8")
    return both(
        "feelers",
        mark(d, 10),
        mark(d, 4, lighter(palette.trim, 0.3)),
        circle(x + 62, y - 22, 8, palette.glow),
    )


def _elbows(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = MIDDLE + anchors.across - 10, anchors.crown + 6
    d = at(x, y, "M0 0l26-34 38 18")
    return both(
        "elbows",
        mark(d, 13),
        mark(d, 5, lighter(palette.trim, 0.3)),
        dots(((x + 26, y - 34),), 9, INK),
    )


def _plumes(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = MIDDLE + anchors.across - 12, anchors.crown + 8
    leaf = at(x, y, "M0 0q8-38 62-42q20 8 14 22q-32 2-76 20Z")
    barbs = "".join(
        f"M{14 + 13 * on} {-14 - 6 * on}l{4 + 2 * on} {3 * on - 13}"
        f"m{-4 - 2 * on} {13 - 3 * on}l11 5"
        for on in range(4)
    )
    return both(
        "plumes",
        shape(leaf, lighter(palette.skin, 0.55)),
        mark(at(x, y, f"M0 0q20-26 60-30{barbs}"), 3, palette.trim),
    )


def _bristles(anchors: HeadAnchors, palette: Palette) -> str:
    del palette
    x, y = MIDDLE, anchors.crown
    spikes = "".join(
        f"M{x + dx} {number(y + 8)}l{dx // 4} {abs(dx) // 4 - 30}"
        for dx in (-36, -22, -8, 8, 22, 36)
    )
    return mark(spikes, 7)


def _stalks(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = MIDDLE + anchors.across - 8, anchors.crown + 20
    eye = (
        circle(x + 44, y - 32, 17, BONE)
        + circle(x + 41, y - 30, 8, palette.glow, stroke="none")
        + circle(x + 41, y - 30, 4, INK, stroke="none")
    )
    return both(
        "stalks",
        shape(
            taper([(x - 10, y + 8), (x + 14, y - 6), (x + 32, y - 14), (x + 42, y - 24)], 22, 14)
        ),
        eye,
    )


def _lure(anchors: HeadAnchors, palette: Palette) -> str:
    y = anchors.crown + 4
    rod = at(0, y, "M125 0q-6-40 34-36q30 4 34 24")
    return (
        mark(rod, 13)
        + mark(rod, 5, palette.skin)
        + circle(193, y - 2, 26, palette.glow, stroke="none", opacity=0.3)
        + circle(193, y - 4, 13, palette.glow)
        + glint(at(0, y, "M187-10q4-5 9-4q-6 2-9 4Z"))
    )


def _key(anchors: HeadAnchors, palette: Palette) -> str:
    del palette
    y = anchors.crown
    return shape(at(0, y, "M119 8v-20h12v20Z"), METAL) + shape(
        at(
            0,
            y,
            "M125-12q-10 6-22 4a15 15 0 1 1 22-18a15 15 0 1 1 22 18q-12 2-22-4ZM106-18v1M144-18v1",
        ),
        BRASS,
    )


def _cheeks(anchors: HeadAnchors, palette: Palette) -> str:
    x, y = MIDDLE + anchors.ear - 12, anchors.side + 14
    return both(
        "cheeks",
        shape(at(x, y, "M0-12q24 2 38 16l-14 2q10 8 12 18l-18-4q2 8-2 16q-12-14-26-16Z")),
        mark(at(x, y, "M4 2l12 4"), 3, darker(palette.skin, 0.4)),
    )


BEHIND: Final[dict[str, Wear]] = {
    "antlers": _antlers,
    "bats": _bats,
    "bristles": _bristles,
    "cheeks": _cheeks,
    "comb": _comb,
    "crest": _crest,
    "ears": _ears,
    "elbows": _elbows,
    "feelers": _feelers,
    "fins": _fins,
    "flops": _flops,
    "horns": _horns,
    "key": _key,
    "lure": _lure,
    "mane": _mane,
    "plumes": _plumes,
    "points": _points,
    "stag": _stag,
    "stalks": _stalks,
    "tufts": _tufts,
}
