"""The rooms: a symbol that shines in its place."""

from typing import Final

from onirium.web.card_art.onirim import aquarium, garden, library, observatory
from onirium.web.card_art.onirim.badges import badge
from onirium.web.card_art.onirim.corner import corner
from onirium.web.card_art.onirim.palette import PLACES
from onirium.web.card_art.onirim.signs import sign
from onirium.web.card_art.onirim.symbols import halo, symbol
from onirium.web.card_art.svg import card, group, mirrored, moved, seeded_rng

_SCENES: Final = {
    "red": observatory.scene,
    "blue": aquarium.scene,
    "green": garden.scene,
    "brown": library.scene,
}
_MIDDLE: Final = (145, 128)
_TURNED: Final = 1
"""The copy that shows its land the other way round."""


def scene(colour: str, name: str, variant: int) -> tuple[str, str]:
    """Return the sky and the land of a place, as they look on a copy of a card."""
    turn = mirrored if variant == _TURNED else group
    far, land = _SCENES[colour](seeded_rng(f"{colour} {name} {variant}"), variant)
    return far, turn(land)


def room(colour: str, name: str, variant: int) -> str:
    """Return a room's card."""
    place = PLACES[colour]
    far, land = scene(colour, name, variant)
    return card(
        far,
        halo(colour, *_MIDDLE),
        land,
        moved(*_MIDDLE, symbol(name, colour), scale=0.94),
        corner(place, badge(colour), sign(name, place.ink)),
        frame=place.frame,
    )
