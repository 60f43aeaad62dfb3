"""O8.4 to O8.6 The spells: when they may be cast and what they cost."""

from mypy_extensions import i64

from onirium.games.onirim.actions import CAST_PLANNING, CAST_PROPHECY
from onirium.games.onirim.components import GOAL_COUNT
from onirium.games.onirim.expansions.book.components import (
    HARD_PLANNING_PRICE,
    HARD_PROPHECY_PRICE,
    HARD_PUNISHMENT_PRICE,
    PLANNING_PRICE,
    PROPHECY_PRICE,
    PUNISHMENT_PRICE,
)
from onirium.games.onirim.expansions.book.doors import is_face_up, next_goal
from onirium.games.onirim.state import Board


def price(board: Board, spell: i64) -> i64:
    """O8.5 Return what a spell costs."""
    hard = board.options.lost_steps
    if spell == CAST_PROPHECY:
        return HARD_PROPHECY_PRICE if hard else PROPHECY_PRICE
    if spell == CAST_PLANNING:
        return HARD_PLANNING_PRICE if hard else PLANNING_PRICE
    return HARD_PUNISHMENT_PRICE if hard else PUNISHMENT_PRICE


def can_pay(board: Board, spell: i64) -> bool:
    """O8.4 Tell whether the discard pile holds the price of a spell."""
    return board.discard_size >= price(board, spell)


def can_prophesy(board: Board) -> bool:
    """O8.5 Paradoxical Prophecy needs its price and a card in the deck."""
    return can_pay(board, CAST_PROPHECY) and board.deck.size() > 0


def can_plan(board: Board) -> bool:
    """O8.5 Parallel Planning needs its price and two goals face up."""
    return can_pay(board, CAST_PLANNING) and face_up_goal_count(board) > 1


def can_cast(board: Board) -> bool:
    """O8.6 Tell whether one of the two spells of every time can be cast."""
    return can_prophesy(board) or can_plan(board)


def face_up_goal_count(board: Board) -> i64:
    """O8.2 Count the goals face up."""
    count: i64 = 0
    place: i64
    for place in range(GOAL_COUNT):
        count += i64(is_face_up(board, place))
    return count


def could_plan_for(board: Board, colour: i64) -> bool:
    """O8.2 Tell whether Parallel Planning can be cast and make a door the next to be found."""
    if not can_plan(board):
        return False
    place: i64
    for place in range(next_goal(board), GOAL_COUNT):
        if is_face_up(board, place) and i64(board.goals[place]) == colour:
            return True
    return False
