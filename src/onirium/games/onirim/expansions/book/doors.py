"""O8.2, O8.3 The goals, which determine the order in which doors must be found."""

from mypy_extensions import i64

from onirium.games.onirim.components import FIRST_GOAL, GOAL_COUNT
from onirium.games.onirim.state import NONE, REOPENED_BITS, REOPENED_MASK, Board, log_public


def next_goal(board: Board) -> i64:
    """O8.2, O8.3 Return the index of the next goal, or ``NONE``: the leftmost face-up one.

    Goals in ``reopened`` precede it, the most recently reopened one first.
    """
    if board.reopened != 0:
        return (board.reopened & REOPENED_MASK) - 1
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


def reopened_goals(board: Board) -> list[int]:
    """O8.3, O14 Return the indices of the goals that precede all others, the next one first."""
    indices = []
    stack = int(board.reopened)
    while stack:
        indices.append((stack & int(REOPENED_MASK)) - 1)
        stack >>= int(REOPENED_BITS)
    return indices


def move_reopened(board: Board, first: i64, second: i64) -> None:
    """O8.5, O14 Keep the rank of a reopened goal when it is swapped with a face-down one.

    Two face-up goals exchange their ranks, so that ``reopened`` stays as it is.
    """
    shift: i64 = 0
    while board.reopened >> shift != 0:
        index = (board.reopened >> shift & REOPENED_MASK) - 1
        if index == first or index == second:
            board.reopened ^= ((first + 1) ^ (second + 1)) << shift
        shift += REOPENED_BITS


def turn_down(board: Board) -> None:
    """O8.2 Turn the next goal face down, for a door just found."""
    index = next_goal(board)
    board.found_goals |= 1 << index
    board.reopened >>= REOPENED_BITS
    log_public(board, "found", FIRST_GOAL + i64(board.goals[index]), "goals", "found")


def turn_up(board: Board, colour: i64) -> None:
    """O8.3 Turn the goal of a lost door face up again; the rightmost of two."""
    index: i64 = GOAL_COUNT - 1
    while is_face_up(board, index) or i64(board.goals[index]) != colour:
        index -= 1
    board.found_goals &= ~(1 << index)
    if board.options.reopened_first:
        board.reopened = board.reopened << REOPENED_BITS | (index + 1)
    log_public(board, "sought", FIRST_GOAL + colour, "found", "goals")
