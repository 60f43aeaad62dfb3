"""O9.2, O9.3, O9.6, O9.8 The tower row: its constraints and its completion."""

from mypy_extensions import i64

from onirium.games.onirim.components import FIRST_TOWER, TOWERS_PER_COLOUR
from onirium.games.onirim.expansions.towers.components import FORMATION_SIZE, can_touch
from onirium.games.onirim.state import Board


def fits_left(board: Board, tower: i64) -> bool:
    """O9.3 Return whether a tower fits at the left end of a row that is not empty.

    In one reading, towers are played at the right end only.
    """
    if board.options.right_end_only:
        return False
    return can_touch(tower - FIRST_TOWER, i64(board.towers[0]) - FIRST_TOWER)


def fits_right(board: Board, tower: i64) -> bool:
    """O9.3 Return whether a tower fits at the right end, where the first tower goes."""
    if len(board.towers) == 0:
        return True
    return can_touch(i64(board.towers[-1]) - FIRST_TOWER, tower - FIRST_TOWER)


def can_fall(board: Board, index: i64) -> bool:
    """O9.6 Return whether a tower can fall: an inner one only if its neighbours can touch."""
    if index == 0 or index == i64(len(board.towers)) - 1:
        return True
    left = i64(board.towers[index - 1]) - FIRST_TOWER
    return can_touch(left, i64(board.towers[index + 1]) - FIRST_TOWER)


def is_complete(board: Board) -> bool:
    """O9.2 Return whether four adjacent towers have four different colours."""
    start: i64
    for start in range(i64(len(board.towers)) - FORMATION_SIZE + 1):
        colours: i64 = 0
        index: i64
        for index in range(start, start + FORMATION_SIZE):
            colours |= 1 << (i64(board.towers[index]) - FIRST_TOWER) // TOWERS_PER_COLOUR
        if colours == (1 << FORMATION_SIZE) - 1:
            return True
    return False


def can_be_attacked(board: Board) -> bool:
    """O9.6, O9.8 Return whether a Nightmare attacks; a complete row only in Stone upon Stone."""
    if len(board.towers) == 0:
        return False
    return board.options.stone_upon_stone or not is_complete(board)
