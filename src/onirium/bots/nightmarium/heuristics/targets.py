"""At which creature an ability aims."""

from typing import Final

from mypy_extensions import i64

from onirium.games.nightmarium.actions import DEVOUR, EXECUTE, SCAVENGE
from onirium.games.nightmarium.components import (
    ABILITY_OF,
    CREATURE_HEIGHT,
    MAX_CREATURES,
    NO_ABILITY,
)
from onirium.games.nightmarium.state import Board

LEAD: Final[i64] = 10
"""Whose creature it is matters more than which one."""


def execute(table: Board, action: i64) -> i64:
    """Weigh a target of the Executioner: of the leader, unfinished, then a card with an ability.

    A head is soon put back, and then all abilities of the creature are played once more.
    """
    seat = (action - EXECUTE) // MAX_CREATURES
    spot = table.spot(seat, (action - EXECUTE) % MAX_CREATURES)
    weight = LEAD * lead(table, seat)
    if table.height(spot) < CREATURE_HEIGHT:
        weight += 2
    if ABILITY_OF[table.top(spot)] != NO_ABILITY:
        weight += 1
    return weight


def scavenge(table: Board, action: i64) -> i64:
    """Weigh a target of the Scavenger: of the leader, and as high as possible."""
    seat = (action - SCAVENGE) // MAX_CREATURES
    spot = table.spot(seat, (action - SCAVENGE) % MAX_CREATURES)
    return LEAD * lead(table, seat) + table.height(spot)


def devour(table: Board, action: i64) -> i64:
    """Weigh a target of the Devourer: a head, since it can be put back; else as low as possible."""
    height = table.height(table.spot(table.mover, action - DEVOUR))
    if height == CREATURE_HEIGHT:
        return 0
    return -height


def lead(table: Board, seat: i64) -> i64:
    """Measure how far a player has come: by all cards placed, those of complete creatures twice.

    Of equals the one whose turn comes first is ahead.
    """
    cards: i64 = 0
    spot: i64
    for spot in range(table.spot(seat, 0), table.spot(seat + 1, 0)):
        height = table.height(spot)
        cards += height
        if height == CREATURE_HEIGHT:
            cards += CREATURE_HEIGHT
    seats = table.options.seats
    return seats * cards - (seat - table.mover + seats) % seats
