"""The back of the cards."""

from typing import Final

from onirium.web.card_art.nightmarium.emblems import badge
from onirium.web.card_art.nightmarium.eyes import Eye, eye
from onirium.web.card_art.nightmarium.frame import MIDDLE
from onirium.web.card_art.nightmarium.palette import BONE, MAW, PALETTES
from onirium.web.card_art.nightmarium.strokes import at, inked, mark, shape
from onirium.web.card_art.svg import card, glow, moved, path, seeded_rng, sky, stars

_SHADOW: Final = (
    "M40 350q-16-150 10-220q-6-50-20-66q40 6 58 30q36-16 74 0"
    "q18-24 58-30q-14 16-20 66q26 70 10 220Z"
)
_GRIN: Final = "M44 184q81 44 162 0q-10 78-81 80t-81-80Z"
_TEETH: Final = (
    "M54 190l10 18 10-11ZM74 197l10 22 10-17ZM94 202l11 24 10-22ZM115 204l10 26 10-26Z"
    "M135 204l10 22 11-24ZM156 202l10 17 10-22ZM176 197l10 11 10-18Z"
    "M74 242l9-18 10 30ZM96 256l9-20 11 26ZM134 262l11-26 9 20ZM157 254l10-30 9 18Z"
)
_CORNERS: Final = {
    "necronaut": (16, 16),
    "homunculus": (198, 16),
    "insektoid": (16, 298),
    "chimerid": (198, 298),
}


def back() -> str:
    """Return the back: something in the dark looks at you, and grins."""
    gaze = PALETTES["chimerid"]
    eyes = (
        eye("slit", Eye(84, 132, 27, -1), gaze)
        + eye("slit", Eye(166, 132, 27, 1), gaze)
        + eye("slit", Eye(125, 90, 18, 0), gaze)
    )
    return card(
        sky("#150d29", "#3a2160", "#150d29"),
        stars(seeded_rng("back"), 60, 330, BONE),
        glow("light", MIDDLE, 170, 160, "#8a5cd0", 0.6),
        path(_SHADOW, "#0d0719"),
        inked(eyes, shape(_GRIN, MAW), shape(_TEETH, BONE), mark(_GRIN, 5, "#6a3fa8"), _claws()),
        *(moved(x, y, badge(legion), scale=0.36) for legion, (x, y) in _CORNERS.items()),
        frame="#8a6cc8",
    )


def _claws() -> str:
    """Return the fingers with which it holds on to the edge of the card."""
    finger = "M-9 0q-4-34 9-40q13 6 9 40Z"
    nail = "M-6-26q-2-20 6-30q8 10 6 30q-6 4-12 0Z"
    places = [(x, 352 - abs(x - 125) / 6) for x in (66, 88, 110, 140, 162, 184)]
    fingers = "".join(at(x, y, finger) for x, y in places)
    return shape(fingers, "#2a1a48") + shape("".join(at(x, y, nail) for x, y in places), BONE)
