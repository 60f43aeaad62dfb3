"""O8.2, O8.3 The goals, which determine the order in which doors must be found."""

from mypy_extensions import i64

from onirium.games.onirim.components import FIRST_GOAL, GOAL_COUNT
from onirium.games.onirim.state import NONE, Board, log_public


def next_goal(board: Board) -> i64:
    """O8.2 Return the index of the leftmost face-up goal, or ``NONE``."""
    index: i64
    for index in range(GOAL_COUNT):
        if is_face_up(board, index):
            return index
    return NONE


def is_face_up(board: Board, index: i64) -> bool:
    """O8.2 Return whether the goal at an index is face up."""
    return board.found_goals >> index & 1 == 0


def matches(board: Board, colour: i64) -> bool:
    """O8.2 Return whether a colour is the next goal."""
    index = next_goal(board)
    return index != NONE and i64(board.goals[index]) == colour


def turn_down(board: Board) -> None:
    """O8.2 Turn the next goal face down, for a door just found."""
    index = next_goal(board)
    board.found_goals |= 1 << index
    log_public(board, "found", FIRST_GOAL + i64(board.goals[index]), "goals", "found")


def turn_up(board: Board, colour: i64) -> None:
    """O8.3 Turn the goal of a lost door face up again; the rightmost of two."""
    index: i64 = GOAL_COUNT - 1
    while is_face_up(board, index) or i64(board.goals[index]) != colour:
        index -= 1
    board.found_goals &= ~(1 << index)
    log_public(board, "sought", FIRST_GOAL + colour, "found", "goals")
