"""Loads on the backs of monsters: wings, shells, tanks, quills."""

from collections.abc import Callable
from typing import Final

from onirium.web.card_art.nightmarium.palette import BONE, BRASS, METAL, Palette
from onirium.web.card_art.nightmarium.strokes import both, flat, glint, mark, shape
from onirium.web.card_art.svg import around, circle, darker, lighter, polygon


def _cape(palette: Palette) -> str:
    cloth = (
        "M84 30q41-16 82 0q40 50 52 122l-18-8-8 16-16-14-12 16-14-12h-50"
        "l-14 12-12-16-16 14-8-16-18 8q12-72 52-122Z"
    )
    return shape(cloth, palette.trim) + mark(
        "M74 60q-14 40-22 76M176 60q14 40 22 76", 3, darker(palette.trim, 0.45)
    )


def _tank(palette: Palette) -> str:
    flask = shape("M182 26q14-12 28 0v70h-28Z", METAL) + shape("M189 22v-12h14v12Z", BRASS)
    return both("tank", flask, flat("M188 36h6v44h-6Z", "#fff", 0.4)) + mark(
        "M196 12q24-24 32 12q0 20-20 30", 5, palette.glow
    )


def _sail(palette: Palette) -> str:
    fin = "M170 30l34-32 6 30 26-8-8 32 20 4-20 26 8 16-40 18Z"
    return both(
        "sail",
        shape(fin, palette.trim),
        mark("M180 50l24-44M186 62l40-36M186 78l46-16", 3, lighter(palette.trim, 0.3)),
    )


def _shell(palette: Palette) -> str:
    whorl = "M125 6q88 4 96 84q-10 50-96 54q-86-4-96-54q8-80 96-84Z"
    return shape(whorl, palette.trim) + mark(
        "M40 84q14-56 70-70M58 104q4-40 30-68M210 84q-14-56-70-70M192 104q-4-40-30-68",
        4,
        lighter(palette.trim, 0.3),
    )


def _key(palette: Palette) -> str:
    del palette
    return (
        shape("M186 66h30v12h-30Z", METAL)
        + shape("M214 72q6-26 22-22a11 11 0 1 1 0 44q-16 4-22-22Z", BRASS)
        + circle(236, 61, 4, "#4a3510", stroke="none")
        + circle(236, 83, 4, "#4a3510", stroke="none")
    )


def _veils(palette: Palette) -> str:
    upper = "M136 50q50-70 112-56q24 22 0 46q-42 34-112 22Z"
    lower = "M138 60q60 4 88 36q8 26-20 28q-44-6-68-52Z"
    veins = mark(
        "M148 50q44-34 92-40M150 56q50-4 90-18M150 70q40 16 62 44", 2.5, darker(palette.dusk, 0.3)
    )
    return both("veils", shape(lower, "#d8ecf5dd"), shape(upper, "#eef8ffdd"), veins)


def _wingcase(palette: Palette) -> str:
    case = "M130 24q70-30 96 24q12 60-44 100q-30-10-52-60Z"
    return both(
        "case",
        shape(case, palette.trim),
        mark("M150 40q40-4 52 34q2 30-18 56", 3, lighter(palette.trim, 0.3)),
        glint("M160 28q40-8 54 24q-26-20-54-24Z"),
    )


def _moth(palette: Palette) -> str:
    upper = "M134 48q40-70 118-44q22 14 4 34q-20 26-20 42q-60 14-102-14Z"
    lower = "M138 70q54 0 80 22q6 34-28 44q-38-14-52-52Z"
    light = lighter(palette.skin, 0.45)
    return both(
        "moth",
        shape(lower, palette.trim),
        shape(upper, light),
        circle(216, 36, 17, palette.trim, stroke_width=3),
        circle(216, 36, 7, palette.glow, stroke="none"),
        mark("M148 52q24-24 44-34M152 66q30-2 70-2", 3, palette.trim),
    )


def _bat(palette: Palette) -> str:
    wing = "M140 60L216-4q40 16 56 78q-20-12-32 0q-18-8-28 14q-22-10-34 10q-20-14-38-2Z"
    return both(
        "bat",
        shape(wing, palette.trim),
        mark("M216-2l24 74M216-2l-6 88M216-2l-40 94", 3, darker(palette.trim, 0.45)),
        shape("M210 0q-4-14 6-20q8 8 6 20Z", BONE),
    )


def _quills(palette: Palette) -> str:
    del palette
    spines = "".join(
        polygon(
            (
                around(125, 84, 70, turn - 7),
                around(125, 84, 126 - turn / 6, turn),
                around(125, 84, 70, turn + 7),
            )
        )
        for turn in range(36, 126, 15)
    )
    return both("quills", shape(spines, BONE))


BACKS: Final[dict[str, Callable[[Palette], str]]] = {
    "bat": _bat,
    "cape": _cape,
    "key": _key,
    "moth": _moth,
    "quills": _quills,
    "sail": _sail,
    "shell": _shell,
    "tank": _tank,
    "veils": _veils,
    "wingcase": _wingcase,
}
