"""N4 Placing a card: legs begin a creature, a torso and a head go on top.

``PARTS_OF`` has one bit for each part that a card can form. A creature of height ``h`` needs part
``h`` next; bit 0 stands for legs, which begin a creature in the first free slot.
"""

from typing import Final

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

SLOT_BITS: Final[i64] = 8
"""The width of a bit mask of slots, of which a player has seven at most."""
SLOT_MASK: Final[i64] = 255


def slots_by_height(board: Board) -> i64:
    """Return a bit mask of the mover's slots for each height, the one of free slots lowest."""
    first = board.spot(board.mover, 0)
    slots: i64 = 0
    slot: i64
    for slot in range(board.options.goal):
        slots |= 1 << (board.height(first + slot) * SLOT_BITS + slot)
    return slots


def placements_into(card: i64, slots: i64, actions: vec[i64], count: i64) -> i64:
    """N4.1 Append the placements of a card to an array of actions.

    N4.2 The card continues one of the mover's own creatures, or (N4.3) begins one in a free slot.

    Args:
        card: the card to place.
        slots: the result of ``slots_by_height``.
        actions: the array; it has room for all legal actions.
        count: number of actions in the array.

    Returns:
        The new number of actions in the array.
    """
    parts = PARTS_OF[card]
    action = PLACE_CARD + card * PLACEMENTS_PER_CARD
    if parts & 1 and slots & SLOT_MASK != 0:
        actions[count] = action
        count += 1
    fitting: i64 = 0
    height: i64
    for height in range(1, CREATURE_HEIGHT):
        if parts >> height & 1:
            fitting |= slots >> height * SLOT_BITS & SLOT_MASK
    while fitting != 0:
        action += 1
        if fitting & 1:
            actions[count] = action
            count += 1
        fitting >>= 1
    return count


def free_slot(board: Board) -> i64:
    """N4.3 Return the first empty slot of the mover, or ``NONE`` if all hold a creature."""
    first = board.spot(board.mover, 0)
    slot: i64
    for slot in range(board.options.goal):
        if board.height(first + slot) == 0:
            return slot
    return NONE


def place_card(board: Board, action: i64, source: str) -> i64:
    """N3.5, N4.1 Place a card, already taken from its pile, on a creature of the mover.

    Args:
        board: the board.
        action: the placement: card and creature.
        source: the pile of the card, for the log.

    Returns:
        The slot of the creature that the card completes, or ``NONE``.
    """
    card = placed_card(action)
    slot = placement_of(action) - 1
    if slot < 0:
        slot = free_slot(board)
    spot = board.spot(board.mover, slot)
    if board.log is not None:
        part = PARTS[int(board.height(spot))]
        log_public(board, f"place {part}", board.mover, card, source, "creature", spot)
    board.add_to_creature(spot, card)
    if board.height(spot) == CREATURE_HEIGHT:
        return slot
    return NONE
