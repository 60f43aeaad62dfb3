"""Card art of Onirim."""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from onirium.games.onirim.components import (
    COLOURS,
    LOWEST_TOWER,
    PREMONITIONS,
    SYMBOLS,
    TOWERS_PER_COLOUR,
)
from onirium.web.card_art import VARIANTS
from onirium.web.card_art.onirim.backs import back, back_goal
from onirium.web.card_art.onirim.badges import badge
from onirium.web.card_art.onirim.corner import alone
from onirium.web.card_art.onirim.doors import GATE_STATES, door, doorway, gate, leaf
from onirium.web.card_art.onirim.dreams import happy_dream, nightmare
from onirium.web.card_art.onirim.goals import goal
from onirium.web.card_art.onirim.palette import NIGHT, PLACES
from onirium.web.card_art.onirim.premonitions import premonition
from onirium.web.card_art.onirim.rooms import room
from onirium.web.card_art.onirim.signs import sign
from onirium.web.card_art.onirim.spells import spells
from onirium.web.card_art.onirim.towers import tower

_Picture: TypeAlias = Callable[[], str]

_SIGNS: Final = ("sun", "moon", "key", "door", "nightmare", "dream", "eye")
_TOWER_NUMBERS: Final = range(int(LOWEST_TOWER), int(LOWEST_TOWER + TOWERS_PER_COLOUR))


def card_svg(name: str) -> str:
    """Return a picture.

    Raises:
        KeyError: if no picture has that name.
    """
    return _PICTURES[name]()


def names() -> list[str]:
    """Return the names of all pictures."""
    return list(_PICTURES)


def _varied() -> dict[str, Callable[[int], str]]:
    """Return the drawing functions that differ for each copy of a card."""
    drawn: dict[str, Callable[[int], str]] = {"nightmare": nightmare, "happy-dream": happy_dream}
    for colour in COLOURS:
        drawn |= {f"{colour}-{name}": partial(room, colour, name) for name in SYMBOLS}
        drawn[f"{colour}-door"] = partial(door, colour)
        drawn |= {
            f"{colour}-tower-{number}": partial(tower, colour, number) for number in _TOWER_NUMBERS
        }
    return drawn


def _alike() -> dict[str, _Picture]:
    """Return the drawing functions of cards whose copies are alike."""
    drawn: dict[str, _Picture] = {"back": back}
    drawn |= {
        f"{condition}-premonition": partial(premonition, condition) for condition in PREMONITIONS
    }
    return drawn | {f"{colour}-goal": partial(goal, colour) for colour in COLOURS}


def _signs() -> dict[str, _Picture]:
    """Return the drawing functions of the pictures without copies."""
    drawn: dict[str, _Picture] = {"back-goal": back_goal, "spells": spells}
    drawn |= {
        f"gate-{colour}-{state}": partial(gate, colour, state)
        for colour in COLOURS
        for state in GATE_STATES
    }
    drawn |= {f"doorway-{colour}": partial(doorway, colour) for colour in COLOURS}
    drawn |= {f"leaf-{colour}": partial(leaf, colour) for colour in COLOURS}
    drawn |= {
        f"badge-{colour}": partial(alone, badge(colour), PLACES[colour]) for colour in COLOURS
    }
    drawn |= {f"symbol-{name}": partial(alone, sign(name, NIGHT.ink), NIGHT) for name in _SIGNS}
    return drawn


def _pictures() -> dict[str, _Picture]:
    """Return every picture by its name; a name without a number means the first copy."""
    drawn: dict[str, _Picture] = {}
    for name, varied in _varied().items():
        drawn[name] = partial(varied, 0)
        drawn |= {f"{name}.{number}": partial(varied, number) for number in range(VARIANTS)}
    for name, alike in _alike().items():
        drawn |= dict.fromkeys([name, *(f"{name}.{number}" for number in range(VARIANTS))], alike)
    return drawn | _signs()


_PICTURES: Final = _pictures()
