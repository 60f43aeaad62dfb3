"""O9.3 to O9.7 The legal actions of The Towers."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.onirim.actions import (
    BUILD_LEFT,
    BUILD_RIGHT,
    DISCARD_CARD,
    SAVE_TOWERS,
    TOPPLE_TOWER,
    labyrinth_index,
)
from onirium.games.onirim.components import FIRST_TOWER, TOWER_COUNT
from onirium.games.onirim.expansions.towers.row import can_fall, fits_left, fits_right
from onirium.games.onirim.state import Board


def builds_into(board: Board, actions: vec[i64], count: i64) -> i64:
    """O9.3 Append the towers that can be played, first at the left end."""
    hand = board.hand
    number: i64
    if len(board.towers) > 0:
        for number in range(TOWER_COUNT):
            tower = FIRST_TOWER + number
            if hand[tower] > 0 and fits_left(board, tower):
                actions[count] = BUILD_LEFT + number
                count += 1
    for number in range(TOWER_COUNT):
        tower = FIRST_TOWER + number
        if hand[tower] > 0 and fits_right(board, tower):
            actions[count] = BUILD_RIGHT + number
            count += 1
    return count


def discards_into(board: Board, actions: vec[i64], count: i64) -> i64:
    """O9.5 Append the discards of all towers in hand."""
    hand = board.hand
    number: i64
    for number in range(TOWER_COUNT):
        if hand[FIRST_TOWER + number] > 0:
            actions[count] = DISCARD_CARD + labyrinth_index(FIRST_TOWER + number)
            count += 1
    return count


def losses_into(board: Board, actions: vec[i64]) -> i64:
    """O9.6, O9.7 Write the towers that can fall, by kind, and the action that saves all."""
    count: i64 = 0
    number: i64
    index: i64
    for number in range(TOWER_COUNT):
        for index in range(i64(len(board.towers))):
            if i64(board.towers[index]) == FIRST_TOWER + number and can_fall(board, index):
                actions[count] = TOPPLE_TOWER + number
                count += 1
    actions[count] = SAVE_TOWERS
    return count + 1
