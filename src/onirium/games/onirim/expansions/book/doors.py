"""O8.2, O8.3 The goals: doors must be found in their order."""

from mypy_extensions import i64

from onirium.games.onirim.components import FIRST_GOAL, GOAL_COUNT
from onirium.games.onirim.state import NONE, Board, log_public


def next_goal(board: Board) -> i64:
    """O8.2 Return the place of the leftmost goal that is face up; none when all are down."""
    place: i64
    for place in range(GOAL_COUNT):
        if is_face_up(board, place):
            return place
    return NONE


def is_face_up(board: Board, place: i64) -> bool:
    """O8.2 Tell whether the goal at a place is still to be found."""
    return board.found_goals >> place & 1 == 0


def matches(board: Board, colour: i64) -> bool:
    """O8.2 Tell whether a door of a colour is the next to be found."""
    place = next_goal(board)
    return place != NONE and i64(board.goals[place]) == colour


def turn_down(board: Board) -> None:
    """O8.2 Turn the goal of a door just laid out face down."""
    place = next_goal(board)
    board.found_goals |= 1 << place
    log_public(board, "found", FIRST_GOAL + i64(board.goals[place]), "goals", "found")


def turn_up(board: Board, colour: i64) -> None:
    """O8.3 Turn the goal of a lost door face up again; of two the rightmost."""
    place: i64 = GOAL_COUNT - 1
    while is_face_up(board, place) or i64(board.goals[place]) != colour:
        place -= 1
    board.found_goals &= ~(1 << place)
    log_public(board, "sought", FIRST_GOAL + colour, "found", "goals")
