"""O10.2, O10.6 The conditions under which Premonitions strike."""

from mypy_extensions import i64

from onirium.games.onirim.components import COLOUR_COUNT, DOORS_PER_COLOUR, PREMONITION_COUNT
from onirium.games.onirim.expansions.premonitions.components import (
    COLOUR_PREMONITION_COUNT,
    FIVE_DOOR_COUNT,
    PAIR,
    RAINBOW,
    THREE,
    THREE_DOOR_COUNT,
)
from onirium.games.onirim.state import Board
from onirium.games.onirim.two_players import found_doors


def strikes(board: Board, number: i64) -> bool:
    """O10.2 Return whether a Premonition is face up and its condition holds."""
    return board.premonitions >> number & 1 == 1 and condition_holds(board, number)


def ready_to_strike(board: Board) -> i64:
    """O10.2 Return a bit mask of the Premonitions that can strike next; the mover chooses one.

    All whose condition holds are ready. In the reading in which revealed ones strike at once, those
    revealed last precede the others.
    """
    ready: i64 = 0
    number: i64
    for number in range(PREMONITION_COUNT):
        if strikes(board, number):
            ready |= 1 << number
    if ready & board.revealed != 0:
        return ready & board.revealed
    if ready & board.revealed_before != 0:
        return ready & board.revealed_before
    return ready


def condition_holds(board: Board, number: i64) -> bool:
    """O10.6 Return whether the condition of a Premonition holds."""
    if number < COLOUR_PREMONITION_COUNT:
        return both_are_found(board, number)
    if number == PAIR:
        return count_colours_with(board, DOORS_PER_COLOUR) > 0
    if number == RAINBOW:
        return count_colours_with(board, 1) == COLOUR_COUNT
    if number == THREE:
        return count_found_doors(board) >= THREE_DOOR_COUNT
    return count_found_doors(board) >= FIVE_DOOR_COUNT


def both_are_found(board: Board, colour: i64) -> bool:
    """O10.6 Return whether both doors of a colour are found."""
    return found_doors(board, colour) == DOORS_PER_COLOUR


def count_colours_with(board: Board, doors: i64) -> i64:
    """O10.6 Return the number of colours with at least ``doors`` found doors."""
    count: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        count += i64(found_doors(board, colour) >= doors)
    return count


def count_found_doors(board: Board) -> i64:
    """O10.6 Return the number of found doors."""
    count: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        count += found_doors(board, colour)
    return count
