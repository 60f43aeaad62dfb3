"""Premonitions: an eye watches doors; the penalty for finding them is drawn below."""

from collections.abc import Callable
from typing import Final

from onirium.games.onirim.expansions.premonitions.components import (
    FIVE_DOOR_COUNT,
    THREE_DOOR_COUNT,
)
from onirium.web.card_art.onirim.badges import badge
from onirium.web.card_art.onirim.corner import corner
from onirium.web.card_art.onirim.palette import GOLD, PLACES, Place
from onirium.web.card_art.onirim.signs import eyeball, pips, sign
from onirium.web.card_art.svg import (
    around,
    card,
    glow,
    group,
    hill,
    line,
    moved,
    path,
    rect,
    seeded_rng,
    sky,
    stars,
)

_DUSK: Final = Place("#c46bff", "#f0dcf7", "#2b0d38", "#1c0726", "#c9a6dc")
_NIGHT: Final = ("#1c0726", "#4a1560", "#a1367f", "#f08a6b")
_FOOT: Final = 226
_MIDDLE: Final = 125
_WARNING: Final = "#ff4f6d"

_ROWS: Final = {2: (84, 1.25), 3: (70, 1.1), 4: (54, 0.88), 5: (45, 0.76)}
"""Distance and size of the doors, by their number."""


def premonition(condition: str) -> str:
    """Return a Premonition's card."""
    return card(
        sky(*_NIGHT),
        stars(seeded_rng(condition), 50, 150, "#ffdff5"),
        glow("halo", 152, 76, 110, "#ffb3e6", 0.8),
        _great_eye(),
        hill(seeded_rng(condition), _FOOT - 8, 5, _DUSK.deep),
        glow("omen", _MIDDLE, 284, 110, "#b04ad0", 0.75),
        _doors(condition),
        moved(_MIDDLE, 289, _PENALTIES[condition](), scale=1.2),
        corner(_DUSK, _mark(condition), sign("eye", _DUSK.ink)),
        frame=_DUSK.frame,
    )


def _great_eye() -> str:
    """Return the eye that foresees."""
    lashes = ((around(152, 92, 54, turn), around(152, 92, 74, turn)) for turn in range(-52, 53, 26))
    rays = "".join(f"M{x:.0f} {y:.0f}L{u:.0f} {v:.0f}" for (x, y), (u, v) in lashes)
    return line(rays, GOLD[1], 5) + moved(152, 84, eyeball(_DUSK.ink), scale=1.1)


def _mark(condition: str) -> str:
    """Return the sign of a condition for the corner."""
    if condition in PLACES:
        return badge(condition)
    numbers = {"three": int(THREE_DOOR_COUNT), "five": int(FIVE_DOOR_COUNT)}
    if condition in numbers:
        return pips(numbers[condition], _DUSK.ink)
    return sign(condition, _DUSK.ink)


def _doors(condition: str) -> str:
    """Return the doors whose finding is foreseen."""
    colours = _FORESEEN.get(condition, (condition, condition))
    apart, size = _ROWS[len(colours)]
    left = _MIDDLE - apart * (len(colours) - 1) / 2
    doors = (
        moved(left + apart * index, _FOOT, _small_door(colour), scale=size)
        for index, colour in enumerate(colours)
    )
    return "".join(doors)


_ANY: Final = ""
_FORESEEN: Final = {
    "pair": (_ANY,) * 2,
    "rainbow": tuple(PLACES),
    "three": (_ANY,) * int(THREE_DOOR_COUNT),
    "five": (_ANY,) * int(FIVE_DOOR_COUNT),
}


def _small_door(colour: str) -> str:
    """Return a door on its foot, with the badge of its colour; one of any colour is golden."""
    place = PLACES.get(colour, _DUSK)
    pen = {"stroke": place.ink, "stroke_width": "3"}
    return group(
        path("M-28 0V-44A28 28 0 0 1 28-44V0Z", place.stone if colour else GOLD[1], **pen),
        path("M-20 0V-43A20 20 0 0 1 20-43V0Z", "#fff3d6" if colour else "#7a4a9c", **pen),
        moved(0, -30, badge(colour), scale=0.32)
        if colour
        else line("M0-60V0M-7-28V-22M7-28V-22", GOLD[1], 3),
    )


def _small_card(layer: str) -> str:
    return rect(-20, -28, 40, 56, "#fff6e8", rx=5, stroke=_DUSK.ink, stroke_width=3) + layer


def _fan(*cards: str) -> str:
    """Return cards side by side, as a hand holds them."""
    middle, apart = (len(cards) - 1) / 2, 18 + 56 / len(cards)
    return "".join(
        moved(apart * (index - middle), abs(index - middle) * 5, one, turn=12 * (index - middle))
        for index, one in enumerate(cards)
    )


def _lost(layer: str, half: float) -> str:
    """Return a layer struck through."""
    stroke = f"M{-half} 24L{half} -24"
    return layer + line(stroke, _DUSK.ink, 12) + line(stroke, _WARNING, 7)


def _red_rooms() -> str:
    rooms = (moved(0, 0, badge("red"), scale=0.34),) * 3
    return _lost(_fan(*map(_small_card, rooms)), 52)


def _keys() -> str:
    key = moved(0, 0, sign("key", _DUSK.ink), scale=0.46)
    return _lost(_fan(_small_card(key), _small_card(key)), 42)


def _returning() -> str:
    """Return a Nightmare that emerges from the mist again."""
    return moved(0, -4, sign("nightmare", "#0d0314"), scale=0.8) + _mist()


def _sinking() -> str:
    """Return a door that sinks into the mist."""
    door = moved(0, 30, _small_door(_ANY), scale=0.95)
    return door + _mist() + line("M58-30V0M47-11L58 2L69-11", _WARNING, 7)


def _one_sinks() -> str:
    stays = moved(-44, 18, _small_door(_ANY), scale=0.8)
    return stays + moved(16, 6, _sinking(), scale=0.8)


def _mist() -> str:
    waves = "M-70 24Q-52 12-35 24T0 24T35 24T70 24M-58 38Q-43 28-29 38T0 38T29 38T58 38"
    return line(waves, "#e6c8f5", 8, opacity=".85")


def _dreams() -> str:
    return _lost(moved(0, 0, sign("dream", "#8fb8ff"), scale=0.95), 50)


def _hand() -> str:
    hand = _lost(_fan(*(_small_card("") for _ in range(4))), 54)
    return moved(-24, 0, hand, scale=0.75) + moved(62, 0, _seer(), scale=0.72)


def _seers() -> str:
    return moved(-38, 0, _seer()) + moved(38, 0, _seer())


def _seer() -> str:
    """Return one more Premonition that is revealed."""
    eye = moved(0, 0, sign("eye", _DUSK.ink), scale=0.36)
    return rect(-25, -34, 50, 68, _DUSK.frame, rx=6, stroke=_DUSK.colour, stroke_width=4) + eye


_PENALTIES: Final[dict[str, Callable[[], str]]] = {
    "red": _red_rooms,
    "blue": _keys,
    "green": _returning,
    "brown": _sinking,
    "pair": _one_sinks,
    "rainbow": _dreams,
    "three": _hand,
    "five": _seers,
}
