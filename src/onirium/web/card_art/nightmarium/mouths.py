"""Mouths: they grin, gape, bite and click. Each is drawn around the middle of its lip."""

from collections.abc import Callable
from typing import Final

from onirium.web.card_art.nightmarium.frame import INK, MIDDLE
from onirium.web.card_art.nightmarium.palette import BONE, MAW, TONGUE, Palette, skin
from onirium.web.card_art.nightmarium.strokes import dots, flat, glint, mark, shape, taper
from onirium.web.card_art.svg import around, circle, ellipse, lighter, moved, polygon


def _grin(palette: Palette) -> str:
    """Return a wide grin full of pointed teeth."""
    del palette
    maw = "M-34 0q34 18 68 0q-10 36-34 37t-34-37Z"
    teeth = (
        "M-34 0l5 19 4-12 5 18 4-15 5 18 4-13 5 15 4-15 5 15 4-17 5 15 4-17 5 14 9-25q-34 18-68 0Z"
    )
    return shape(maw, MAW) + shape(teeth, BONE) + mark("M-39-5l8 9M39-5l-8 9", 4)


def _roar(palette: Palette) -> str:
    """Return a gaping mouth with four fangs and a tongue."""
    del palette
    inside = "M-29 0q29-12 58 0q0 36-29 36t-29-36Z"
    fangs = "M-24-4l6 17 6-17ZM-12-5l6 17 6-17ZM0-5l6 17 6-17ZM12-4l6 17 6-17Z"
    tongue = flat("M-16 31q14-22 32 0q-14 8-32 0Z", TONGUE)
    return shape(inside, MAW) + tongue + shape(fangs, BONE)


def _teeth(palette: Palette) -> str:
    """Return the bare teeth of a skull."""
    del palette
    jaw = "M-34-2q34-8 68 0q6 12-3 24q-31 8-62 0q-9-12-3-24Z"
    gaps = "M-23-4v26M-11-4v28M0-4v29M11-4v28M23-4v26M-36 10q36 6 72 0"
    return shape(jaw, BONE) + mark(gaps)


def _stitch(palette: Palette) -> str:
    """Return a crooked line sewn up."""
    del palette
    line = mark("M-34 0q20 22 34 12t34-6", 5)
    return line + mark("M-25 2l3 17M-8 6l1 17M9 6l-1 15M25-2l-3 17", 4)


def _fangs(palette: Palette) -> str:
    """Return a small smile with two long fangs."""
    del palette
    fangs = shape("M-18 7l5 21 7-19ZM6 9l7 19 5-21Z", BONE)
    return fangs + mark("M-25 0q25 20 50 0", 5)


def _tusks(palette: Palette) -> str:
    """Return an underbite with two tusks."""
    del palette
    tusk = "q12-6 11-24q13 12 7 30q-9 5-18-6Z"
    mirrored = "q-12-6-11-24q-13 12-7 30q9 5 18-6Z"
    return shape("M-34 14q34-14 68 0q-34 24-68 0Z", MAW) + shape(
        f"M14 10{tusk}M-14 10{mirrored}", BONE
    )


def _tongue(palette: Palette) -> str:
    """Return a happy mouth with its tongue out."""
    del palette
    inside = shape("M-34 0q34 14 68 0q-14 26-34 26t-34-26Z", MAW)
    lolling = shape("M-5 16q12-8 26-2q4 26-4 36q-12 8-20-4q-5-14-2-30Z", TONGUE)
    tooth = shape("M-19 6l5 13 8-11Z", BONE)
    return inside + tooth + lolling + mark("M9 18l2 20", 2, "#a83a58")


def _beak(palette: Palette) -> str:
    """Return a hooked beak, a little open."""
    low = shape("M-17 8q17 40 34 0Z", MAW)
    high = "M0-26q25 2 25 34q-10 4-17 2q-2 22-8 30q-6-8-8-30q-7 2-17-2q0-32 25-34Z"
    nose = glint("M-7-18q-16 4-18 20q8-12 18-12Z") + dots(((-10, -4), (10, -4)), 5, INK)
    return low + shape(high, palette.glow) + nose


def _mandibles(palette: Palette) -> str:
    """Return pincers that meet before a small mouth."""
    small = shape("M-17 2q17-10 34 0l-5 18h-24Z", MAW)
    right = "M15-4q24-6 26 22q-2 20-26 24q10-8 12-16h-12l10-10q-8-12-10-20Z"
    left = "M-15-4q-24-6-26 22q2 20 26 24q-10-8-12-16h12l-10-10q8-12 10-20Z"
    shine = glint("M23 0q20-2 20 14q-8-10-20-14ZM-23 0q-14 0-15 14q6-10 15-14Z")
    return small + shape(right + left, lighter(palette.trim, 0.12)) + shine


def _proboscis(palette: Palette) -> str:
    """Return a rolled-up trunk."""
    trunk = taper([(0, -14), (-1, 12), (7, 32), (27, 34), (35, 18), (25, 8)], 26, 10)
    rings = mark("M-11 2q10 6 22 0M-9 16q10 2 20-7M5 34q4-6 4-12", 3, palette.skin)
    return shape(trunk, palette.trim) + rings


def _lamprey(palette: Palette) -> str:
    """Return a round sucker with a ring of teeth."""
    teeth = "".join(
        polygon((around(0, 9, 27, turn - 13), around(0, 9, 12, turn), around(0, 9, 27, turn + 13)))
        for turn in range(0, 360, 45)
    )
    lips = circle(0, 9, 34, skin(palette, 0)[0]) + circle(0, 9, 26, MAW)
    return lips + flat(teeth, BONE) + circle(0, 9, 28, "none")


def _muzzle(palette: Palette) -> str:
    """Return a snout with a nose, a split lip and fangs."""
    fangs = shape("M-20 21l5 16 6-16ZM9 21l6 16 5-16Z", BONE)
    snout = shape("M0-22q27 2 31 28q-6 24-31 18q-25 6-31-18q4-26 31-28Z", skin(palette, 0)[0])
    nose = shape("M-16-19q16-8 32 0q-4 16-16 18q-12-2-16-18Z", INK)
    shine = glint("M-10-16q7-4 12-2q-2 5-12 2Z")
    return fangs + snout + nose + shine + mark("M0 0v12q-12 10-24 2m24-2q12 10 24 2", 4)


def _whistle(palette: Palette) -> str:
    """Return lips that wail or whistle."""
    del palette
    return ellipse(0, 10, 13, 18, MAW) + flat("M-9 22q9-12 18 0q-9 10-18 0Z", TONGUE)


def _zip(palette: Palette) -> str:
    """Return a closed zip fastener."""
    del palette
    band = shape("M-34 2h68v19h-68Z", "#3b4152")
    teeth = mark("M-28 5v13m9-13v13m9-13v13m9-13v13m9-13v13m9-13v13", 4, "#d5dbe8")
    return band + teeth + shape("M22 4h14v15h-14ZM26 19h6l3 17h-12Z", "#e8c25a")


def _beard(palette: Palette) -> str:
    """Return tentacles that hang from the upper lip."""
    itself = skin(palette, 2)[1]
    arms = ((-31, -20, 30), (31, 18, 32), (-12, -8, 44), (14, 10, 42), (0, 2, 34))
    drawn = "".join(
        shape(taper([(x * 0.7, -8), (x + out * 0.3, low / 2), (x + out, low)], 22, 9), itself)
        for x, out, low in arms
    )
    cups = ((-20, 14), (-17, 24), (19, 14), (17, 24), (0, 12), (0, 22))
    return drawn + dots(cups, 6, lighter(itself, 0.5))


def _sneer(palette: Palette) -> str:
    """Return a crooked half-smile that shows its teeth on one side."""
    del palette
    row = shape("M-17 18l51-20-2 19-21 9Z", BONE)
    return row + mark("M24 3l1 15M14 7l1 15M3 11l1 12") + mark("M-34 14l17 4M36-9l-3 12", 5)


MOUTHS: Final[dict[str, Callable[[Palette], str]]] = {
    "beak": _beak,
    "beard": _beard,
    "fangs": _fangs,
    "grin": _grin,
    "lamprey": _lamprey,
    "mandibles": _mandibles,
    "muzzle": _muzzle,
    "proboscis": _proboscis,
    "roar": _roar,
    "sneer": _sneer,
    "stitch": _stitch,
    "teeth": _teeth,
    "tongue": _tongue,
    "tusks": _tusks,
    "whistle": _whistle,
    "zip": _zip,
}


def mouth(name: str, y: float, size: float, palette: Palette) -> str:
    """Return a mouth whose lip is at a height, of a size around 1."""
    return moved(MIDDLE, y, MOUTHS[name](palette), scale=size)
