"""What is still to be found, by the mover and by the partner, and how long a card may take."""

from typing import Final

from mypy_extensions import i64

from onirium.games.onirim.components import DOORS_PER_COLOUR
from onirium.games.onirim.state import Board

NEVER: Final[i64] = 1000
"""The effort to get what cannot be had: more than any set takes."""


def doors_to_find(table: Board, colour: i64) -> i64:
    """Return how many doors of a colour the mover is to find; of two players, each finds one."""
    if table.options.seats == 1:
        return DOORS_PER_COLOUR - i64(table.doors[colour])
    return 1 - i64(table.doors[colour])


def partner_seeks(table: Board, colour: i64) -> bool:
    """Tell whether a partner has still to find a door of a colour."""
    return table.options.seats > 1 and table.partner_doors[colour] == 0


def draws_until(table: Board, card: i64) -> i64:
    """Return how many draws a card may be expected to take."""
    left = table.possible_in_deck(card)
    if left == 0:
        return NEVER
    return table.deck.size() // left
