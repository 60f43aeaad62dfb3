"""The pictures of Nightmarium: thirty-six monsters, in parts that fit one another."""

from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from onirium.games.nightmarium.components import ABILITIES, CARDS, LEGIONS, NAMES
from onirium.web.card_art import VARIANTS
from onirium.web.card_art.nightmarium.bodies import DRAWN, outline, part
from onirium.web.card_art.nightmarium.cards import face
from onirium.web.card_art.nightmarium.cover import back
from onirium.web.card_art.nightmarium.designs import MONSTERS
from onirium.web.card_art.nightmarium.emblems import ability, badge, square

__all__ = ["card_svg", "names"]

_Picture: TypeAlias = Callable[[], str]


def monster(kind: int, variant: int) -> int:
    """Return the index of the monster, of the nine of its legion, that a card shows.

    The kinds of a legion start at successive monsters; the variants of a kind are three
    monsters apart.
    """
    legion = CARDS[kind][0]
    index = sum(1 for other in CARDS[:kind] if other[0] == legion)
    return (index + 3 * variant) % len(MONSTERS[legion])


def _cards() -> dict[str, _Picture]:
    """Return the drawing functions of every copy of every card, and of each of its parts.

    A name without a number means the first copy.
    """
    drawn: dict[str, _Picture] = {}
    for kind, name in enumerate(NAMES):
        written = name.replace(" ", "-").replace("/", "+")
        drawn |= _copy(written, kind, 0)
        for variant in range(VARIANTS):
            drawn |= _copy(f"{written}.{variant}", kind, variant)
    return drawn


def _copy(name: str, kind: int, variant: int) -> dict[str, _Picture]:
    legion, parts, *power = NAMES[kind].split()
    can_be = tuple(parts.split("/"))
    which = monster(kind, variant)
    drawn: dict[str, _Picture] = {name: partial(face, legion, which, can_be, "".join(power))}
    return drawn | {f"{name}.{one}": partial(part, legion, which, one) for one in can_be}


def _signs() -> dict[str, _Picture]:
    """Return the drawing functions of the other pictures: back, signs, missing parts of a body."""
    copies = ("back", *(f"back.{variant}" for variant in range(VARIANTS)))
    drawn: dict[str, _Picture] = dict.fromkeys(copies, back)
    drawn |= {f"ability-{name}": partial(square, ability(name)) for name in ABILITIES}
    drawn |= {f"legion-{name}": partial(square, badge(name)) for name in LEGIONS}
    return drawn | {f"outline-{name}": partial(outline, name) for name in DRAWN}


_PICTURES: Final = _cards() | _signs()


def names() -> list[str]:
    """Return the names of all pictures."""
    return list(_PICTURES)


def card_svg(name: str) -> str:
    """Return a picture.

    Raises:
        KeyError: if no picture has that name.
    """
    return _PICTURES[name]()
