"""Decisions of The Towers: building, keeping, and towers lost to Nightmares."""

from typing import Final

from librt.vecs import append, extend, vec
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import BUILD_LEFT, BUILD_RIGHT, SAVE_TOWERS, TOPPLE_TOWER
from onirium.games.onirim.components import (
    COLOUR_COUNT,
    FIRST_TOWER,
    TOWER_COUNT,
    TOWERS_PER_COLOUR,
)
from onirium.games.onirim.expansions.towers.components import FORMATION_SIZE, can_touch
from onirium.games.onirim.expansions.towers.row import can_fall, fits_left, fits_right, is_complete
from onirium.games.onirim.state import NONE, Board

RUN_VALUE: Final[i64] = 100
"""The value of each tower in a run: above that of all towers that could extend it."""

FORMATION_VALUE: Final[i64] = 1000
"""The value of the complete formation: above that of any run."""

MIN_RUN_TO_SAVE: Final[i64] = 2
"""A run of at least this length is worth the return of the Nightmare."""


def holds_tower(board: Board) -> bool:
    """Return whether there is a tower in hand."""
    number: i64
    for number in range(TOWER_COUNT):
        if board.hand[FIRST_TOWER + number] > 0:
            return True
    return False


def build(board: Board) -> i64:
    """Return the play of a tower that raises the row's value most, or ``NONE``.

    With Stone upon Stone a complete row is extended too: further towers shield it from Nightmares.
    """
    action = NONE
    best = row_value(board, board.towers)
    if best == FORMATION_VALUE and board.options.stone_upon_stone:
        best -= 1
    number: i64
    for number in range(TOWER_COUNT):
        tower = FIRST_TOWER + number
        if board.hand[tower] > 0:
            if len(board.towers) > 0 and fits_left(board, tower):
                value = row_value(board, extend(vec[u8]([u8(tower)]), board.towers))
                if value > best:
                    best = value
                    action = BUILD_LEFT + number
            if fits_right(board, tower):
                value = row_value(board, append(board.towers[:], u8(tower)))
                if value > best:
                    best = value
                    action = BUILD_RIGHT + number
    return action


def topple(board: Board) -> i64:
    """Lose the least valuable tower, or save all if a run of sufficient length would break."""
    action = SAVE_TOWERS
    run = row_value(board, board.towers) // RUN_VALUE
    best: i64 = -1
    index: i64
    for index in range(i64(len(board.towers))):
        if can_fall(board, index):
            value = row_value(board, extend(board.towers[:index], board.towers[index + 1 :]))
            if value > best and (run < MIN_RUN_TO_SAVE or value // RUN_VALUE >= run):
                best = value
                action = TOPPLE_TOWER + i64(board.towers[index]) - FIRST_TOWER
    return action


def row_value(board: Board, row: vec[u8]) -> i64:
    """Return the value of a tower row: that of its better end, or of the formation.

    A run is a sequence of neighbours of different colours at an end of the row.
    """
    last: i64 = len(row) - 1
    start: i64
    for start in range(last - FORMATION_SIZE + 2):
        if count_colours(run_from(row, start, 1)) == FORMATION_SIZE:
            return FORMATION_VALUE
    if last < 0:
        return 0
    return max(_end_value(board, row, 0, 1), _end_value(board, row, last, -1))


def run_from(row: vec[u8], index: i64, step: i64) -> i64:
    """Return the colours of the run that starts at an index, as a bit set."""
    colours: i64 = 0
    while 0 <= index < len(row) and not colours >> colour_of(i64(row[index])) & 1:
        colours |= 1 << colour_of(i64(row[index]))
        index += step
    return colours


def colour_of(tower: i64) -> i64:
    """Return the colour of a tower."""
    return (tower - FIRST_TOWER) // TOWERS_PER_COLOUR


def count_colours(colours: i64) -> i64:
    """Return the number of colours in a bit set."""
    count: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        count += colours >> colour & 1
    return count


def _end_value(board: Board, row: vec[u8], end: i64, inwards: i64) -> i64:
    run = run_from(row, end, inwards)
    ways: i64 = 0
    number: i64
    for number in range(TOWER_COUNT):
        tower = FIRST_TOWER + number
        if not run >> colour_of(tower) & 1 and _is_available(board, tower):
            ways += i64(_fits_end(row, end, inwards, tower))
    if ways == 0:
        return 0
    return RUN_VALUE * count_colours(run) + ways


def _is_available(board: Board, tower: i64) -> bool:
    """Return whether a tower may still be built."""
    return board.hand[tower] > 0 or board.possible_in_deck(tower) > 0


def _fits_end(row: vec[u8], end: i64, inwards: i64, tower: i64) -> bool:
    """Return whether a tower fits at an end of a row."""
    last = i64(row[end]) - FIRST_TOWER
    if inwards > 0:
        return can_touch(tower - FIRST_TOWER, last)
    return can_touch(last, tower - FIRST_TOWER)


def is_useful(board: Board, tower: i64) -> bool:
    """Return whether a tower may become part of a complete run at an end of the row."""
    last: i64 = len(board.towers) - 1
    if last < 0:
        return True
    if is_complete(board):
        return False
    return _can_complete(board.towers, 0, 1, tower) or _can_complete(board.towers, last, -1, tower)


def _can_complete(row: vec[u8], end: i64, inwards: i64, tower: i64) -> bool:
    run = run_from(row, end, inwards)
    if run >> colour_of(tower) & 1:
        return False
    return count_colours(run) < FORMATION_SIZE - 1 or _fits_end(row, end, inwards, tower)
