"""N4 Placing a card before oneself: legs begin a creature, a torso and a head go on top."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium.actions import (
    PLACE_CARD,
    PLACEMENTS_PER_CARD,
    placed_card,
    placement_of,
)
from onirium.games.nightmarium.components import CREATURE_HEIGHT, PARTS, PARTS_OF
from onirium.games.nightmarium.state import NONE, Board, log_public


def placements_into(board: Board, card: i64, actions: vec[i64], count: i64) -> i64:
    """N4.1 Write behind other actions the placements of a card; return the number of all.

    N4.2, N4.3 It goes on one's own creatures, and begins one only where a place is left.
    """
    parts = PARTS_OF[card]
    first = board.spot(board.mover, 0)
    action = PLACE_CARD + card * PLACEMENTS_PER_CARD
    if parts & 1 and free_slot(board) != NONE:
        actions[count] = action
        count += 1
    place: i64
    for place in range(board.options.goal):
        height = board.height(first + place)
        if height > 0 and parts >> height & 1:
            actions[count] = action + place + 1
            count += 1
    return count


def free_slot(board: Board) -> i64:
    """N4.3 Return the first place of the mover that is empty, or ``NONE``."""
    first = board.spot(board.mover, 0)
    place: i64
    for place in range(board.options.goal):
        if board.height(first + place) == 0:
            return place
    return NONE


def place(board: Board, action: i64, source: str) -> i64:
    """N3.5, N4.1 Lay a card before the mover.

    Args:
        board: the board.
        action: which card, and where.
        source: where the card comes from.

    Returns:
        The place of the creature that it completes, or ``NONE``.
    """
    card = placed_card(action)
    place = placement_of(action) - 1
    if place < 0:
        place = free_slot(board)
    spot = board.spot(board.mover, place)
    if board.log is not None:
        part = PARTS[int(board.height(spot))]
        log_public(board, f"place {part}", board.mover, card, source, "creature", spot)
    board.lay(spot, card)
    if board.height(spot) == CREATURE_HEIGHT:
        return place
    return NONE
