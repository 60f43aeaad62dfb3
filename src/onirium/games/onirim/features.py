"""What a learner sees of a table of Onirim: named arrays of small integers."""

from typing import Final

from onirium.games.onirim.actions import barred_symbol
from onirium.games.onirim.box import COLOUR_COUNT, KINDS, PROPHECY_SIZE, ROOMS, SYMBOL_COUNT
from onirium.games.onirim.doors import row_colour, set_length
from onirium.games.onirim.state import NONE, STEPS, Table

SHAPES: Final = {
    "step": len(STEPS),
    "hand": ROOMS,
    "barred_symbol": SYMBOL_COUNT,
    "set": COLOUR_COUNT,
    "doors": COLOUR_COUNT,
    "limbo": KINDS,
    "discard": KINDS,
    "deck": KINDS,
    "next_cards": PROPHECY_SIZE,
    "looked": KINDS,
    "arranged": PROPHECY_SIZE,
    "drawn": KINDS,
}
"""The length of each array."""


def observe(table: Table) -> dict[str, list[int]]:
    """Return what a seat sees; to the one player of the base game, everything there is.

    ``step``, ``barred_symbol`` and ``drawn`` mark one place with a 1. ``set`` holds the length of
    the set begun, at the place of its colour. ``next_cards`` and ``arranged`` list cards in order,
    as kinds counted from 1, a 0 where there is none. The others count cards by kind or colour.
    """
    top = list(reversed(list(table.deck.top)))
    colour = row_colour(table) if len(table.row) else NONE
    return {
        "step": _mark(table.step(), len(STEPS)),
        "hand": list(table.hand)[:ROOMS],
        "barred_symbol": _mark(barred_symbol(table), SYMBOL_COUNT),
        "set": [set_length(table) if place == colour else 0 for place in range(COLOUR_COUNT)],
        "doors": list(table.doors),
        "limbo": list(table.limbo),
        "discard": list(table.discard),
        "deck": [table.deck.count(kind) for kind in range(KINDS)],
        "next_cards": _places(top),
        "looked": _counts(bytes(table.looked)),
        "arranged": _places(list(table.arranged)),
        "drawn": _mark(table.drawn, KINDS),
    }


def _mark(place: int, length: int) -> list[int]:
    """Return zeros with a 1 at a place; a place that stands for none is beyond the length."""
    return [int(index == place) for index in range(length)]


def _counts(cards: bytes) -> list[int]:
    return [cards.count(kind) for kind in range(KINDS)]


def _places(cards: list[int]) -> list[int]:
    known = [card + 1 for card in cards[:PROPHECY_SIZE]]
    return known + [0] * (PROPHECY_SIZE - len(known))
