"""The Towers: which to build, which to keep, and what a Nightmare may take."""

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

RUN: Final[i64] = 100
"""What each tower of a run counts: more than all the towers that could lengthen it."""

FORMATION: Final[i64] = 1000
"""What the formation counts: more than any run."""

WORTH_SAVING: Final[i64] = 2
"""A run of so many towers is worth that the Nightmare comes back."""


def holds_tower(table: Board) -> bool:
    """Tell whether there is a tower in hand."""
    number: i64
    for number in range(TOWER_COUNT):
        if table.hand[FIRST_TOWER + number] > 0:
            return True
    return False


def build(table: Board) -> i64:
    """Return the play of a tower that brings the formation nearest, or none if none does.

    Where Nightmares touch a complete row, further towers shield it.
    """
    choice = NONE
    nearest = nearness(table, table.towers)
    if nearest == FORMATION and table.options.stone_upon_stone:
        nearest -= 1
    number: i64
    for number in range(TOWER_COUNT):
        tower = FIRST_TOWER + number
        if table.hand[tower] > 0:
            if len(table.towers) > 0 and fits_left(table, tower):
                near = nearness(table, extend(vec[u8]([u8(tower)]), table.towers))
                if near > nearest:
                    nearest = near
                    choice = BUILD_LEFT + number
            if fits_right(table, tower):
                near = nearness(table, append(table.towers[:], u8(tower)))
                if near > nearest:
                    nearest = near
                    choice = BUILD_RIGHT + number
    return choice


def topple(table: Board) -> i64:
    """Lose the tower that is missed least; save them all if a run worth it would be broken."""
    choice = SAVE_TOWERS
    run = nearness(table, table.towers) // RUN
    nearest: i64 = -1
    place: i64
    for place in range(i64(len(table.towers))):
        if can_fall(table, place):
            near = nearness(table, extend(table.towers[:place], table.towers[place + 1 :]))
            if near > nearest and (run < WORTH_SAVING or near // RUN >= run):
                nearest = near
                choice = TOPPLE_TOWER + i64(table.towers[place]) - FIRST_TOWER
    return choice


def nearness(table: Board, row: vec[u8]) -> i64:
    """Value a tower row: how long a run at one of its ends is, and how many may lengthen it.

    A run are neighbours of different colours; one that nothing can lengthen is worth nothing.
    """
    last: i64 = len(row) - 1
    start: i64
    for start in range(last - FORMATION_SIZE + 2):
        if size(run_from(row, start, 1)) == FORMATION_SIZE:
            return FORMATION
    if last < 0:
        return 0
    return max(_prospect(table, row, 0, 1), _prospect(table, row, last, -1))


def run_from(row: vec[u8], place: i64, step: i64) -> i64:
    """Return the colours of the towers from a place on, as a set, until one repeats."""
    colours: i64 = 0
    while 0 <= place < len(row) and not colours >> colour_of(i64(row[place])) & 1:
        colours |= 1 << colour_of(i64(row[place]))
        place += step
    return colours


def colour_of(tower: i64) -> i64:
    """Return the colour of a tower."""
    return (tower - FIRST_TOWER) // TOWERS_PER_COLOUR


def size(colours: i64) -> i64:
    """Count the colours of a set."""
    count: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        count += colours >> colour & 1
    return count


def _prospect(table: Board, row: vec[u8], end: i64, inwards: i64) -> i64:
    run = run_from(row, end, inwards)
    ways: i64 = 0
    number: i64
    for number in range(TOWER_COUNT):
        tower = FIRST_TOWER + number
        if not run >> colour_of(tower) & 1 and _is_there(table, tower):
            ways += i64(_may_stand_beside(row, end, inwards, tower))
    if ways == 0:
        return 0
    return RUN * size(run) + ways


def _is_there(table: Board, tower: i64) -> bool:
    """Tell whether a tower may still be built."""
    return table.hand[tower] > 0 or table.possible_in_deck(tower) > 0


def _may_stand_beside(row: vec[u8], end: i64, inwards: i64, tower: i64) -> bool:
    """Tell whether a tower may be set at an end of a row."""
    last = i64(row[end]) - FIRST_TOWER
    if inwards > 0:
        return can_touch(tower - FIRST_TOWER, last)
    return can_touch(last, tower - FIRST_TOWER)


def is_of_use(table: Board, tower: i64) -> bool:
    """Tell whether a tower may complete a run at an end of the row, at once or after others."""
    last: i64 = len(table.towers) - 1
    if last < 0:
        return True
    if is_complete(table):
        return False
    return _may_complete(table.towers, 0, 1, tower) or _may_complete(table.towers, last, -1, tower)


def _may_complete(row: vec[u8], end: i64, inwards: i64, tower: i64) -> bool:
    run = run_from(row, end, inwards)
    if run >> colour_of(tower) & 1:
        return False
    return size(run) < FORMATION_SIZE - 1 or _may_stand_beside(row, end, inwards, tower)
