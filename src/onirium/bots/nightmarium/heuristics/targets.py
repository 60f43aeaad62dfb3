"""Scores of the targets of abilities."""

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

PROGRESS_WEIGHT: Final[i64] = 10
"""The weight of the owner's progress: above every property of the creature."""


def execute_score(board: Board, action: i64) -> i64:
    """Return the score of a target of the Executioner.

    The leader comes first, then unfinished creatures, then cards with an ability. A head is soon
    replaced, and then all abilities of the creature are played again.
    """
    seat = (action - EXECUTE) // MAX_CREATURES
    spot = board.spot(seat, (action - EXECUTE) % MAX_CREATURES)
    score = PROGRESS_WEIGHT * progress(board, seat)
    if board.height(spot) < CREATURE_HEIGHT:
        score += 2
    if ABILITY_OF[board.top(spot)] != NO_ABILITY:
        score += 1
    return score


def scavenge_score(board: Board, action: i64) -> i64:
    """Return the score of a target of the Scavenger: the leader first, then higher creatures."""
    seat = (action - SCAVENGE) // MAX_CREATURES
    spot = board.spot(seat, (action - SCAVENGE) % MAX_CREATURES)
    return PROGRESS_WEIGHT * progress(board, seat) + board.height(spot)


def devour_score(board: Board, action: i64) -> i64:
    """Return the score of a target of the Devourer: a head, which can be replaced, or few cards."""
    height = board.height(board.spot(board.mover, action - DEVOUR))
    if height == CREATURE_HEIGHT:
        return 0
    return -height


def progress(board: Board, seat: i64) -> i64:
    """Return the progress of a seat: its placed cards, those of complete creatures twice.

    Ties are broken in favour of the seat that moves first.
    """
    cards: i64 = 0
    spot: i64
    for spot in range(board.spot(seat, 0), board.spot(seat + 1, 0)):
        height = board.height(spot)
        cards += height
        if height == CREATURE_HEIGHT:
            cards += CREATURE_HEIGHT
    seats = board.options.seats
    return seats * cards - (seat - board.mover + seats) % seats
