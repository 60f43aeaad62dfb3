"""O9.3 to O9.7 Which towers may be played, discarded and lost."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.onirim.actions import (
    BUILD_LEFT,
    BUILD_RIGHT,
    DISCARD_CARD,
    SAVE_TOWERS,
    TOPPLE_TOWER,
    labyrinth_number,
)
from onirium.games.onirim.components import FIRST_TOWER, TOWERS
from onirium.games.onirim.expansions.towers.row import fits_left, fits_right, may_fall
from onirium.games.onirim.state import Table


def builds_into(table: Table, actions: vec[i64], count: i64) -> i64:
    """O9.3 Write behind other actions the towers that may be played, first those to the left."""
    number: i64
    if len(table.towers) > 0:
        for number in range(TOWERS):
            tower = FIRST_TOWER + number
            if table.hand[tower] > 0 and fits_left(table, tower):
                actions[count] = BUILD_LEFT + number
                count += 1
    for number in range(TOWERS):
        tower = FIRST_TOWER + number
        if table.hand[tower] > 0 and fits_right(table, tower):
            actions[count] = BUILD_RIGHT + number
            count += 1
    return count


def discards_into(table: Table, actions: vec[i64], count: i64) -> i64:
    """O9.5 Write behind other actions the towers that may be discarded: any in hand."""
    number: i64
    for number in range(TOWERS):
        if table.hand[FIRST_TOWER + number] > 0:
            actions[count] = DISCARD_CARD + labyrinth_number(FIRST_TOWER + number)
            count += 1
    return count


def losses_into(table: Table, actions: vec[i64]) -> i64:
    """O9.6, O9.7 Write the towers that may be lost, in the order of their kinds; or to save all."""
    count: i64 = 0
    number: i64
    place: i64
    for number in range(TOWERS):
        for place in range(i64(len(table.towers))):
            if i64(table.towers[place]) == FIRST_TOWER + number and may_fall(table, place):
                actions[count] = TOPPLE_TOWER + number
                count += 1
    actions[count] = SAVE_TOWERS
    return count + 1
