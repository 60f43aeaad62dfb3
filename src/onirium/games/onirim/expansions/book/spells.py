"""O8.4 to O8.6 The conditions and prices of the spells."""

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
from onirium.games.onirim.expansions.book.doors import is_face_up
from onirium.games.onirim.state import Board


def price(board: Board, spell: i64) -> i64:
    """O8.5 Return the price of a spell."""
    hard = board.options.lost_steps
    if spell == CAST_PROPHECY:
        return HARD_PROPHECY_PRICE if hard else PROPHECY_PRICE
    if spell == CAST_PLANNING:
        return HARD_PLANNING_PRICE if hard else PLANNING_PRICE
    return HARD_PUNISHMENT_PRICE if hard else PUNISHMENT_PRICE


def can_pay(board: Board, spell: i64) -> bool:
    """O8.4 Return whether the discard pile covers the price of a spell."""
    return board.discard_size >= price(board, spell)


def can_prophesy(board: Board) -> bool:
    """O8.5 Return whether Paradoxical Prophecy can be cast: it needs a card in the deck."""
    return can_pay(board, CAST_PROPHECY) and board.deck.size() > 0


def can_plan(board: Board) -> bool:
    """O8.5 Return whether Parallel Planning can be cast: it needs two goals to swap."""
    if not can_pay(board, CAST_PLANNING):
        return False
    return not board.options.plans_face_up or has_two_face_up_goals(board)


def can_cast(board: Board) -> bool:
    """O8.6 Return whether one of the two spells that need no Nightmare can be cast."""
    return can_prophesy(board) or can_plan(board)


def face_up_goal_count(board: Board) -> i64:
    """O8.2 Return the number of face-up goals."""
    count: i64 = 0
    index: i64
    for index in range(GOAL_COUNT):
        count += i64(is_face_up(board, index))
    return count


def has_two_face_up_goals(board: Board) -> bool:
    """O8.2 Return whether at least two goals are face up."""
    face_up = ~board.found_goals & ((1 << GOAL_COUNT) - 1)
    return face_up & (face_up - 1) != 0  # clears the lowest bit


def could_plan_for(board: Board, colour: i64) -> bool:
    """O8.2 Return whether Parallel Planning can be cast to make a colour the next goal."""
    if not can_plan(board):
        return False
    index: i64
    for index in range(GOAL_COUNT):
        if is_face_up(board, index) and i64(board.goals[index]) == colour:
            return True
    return False
