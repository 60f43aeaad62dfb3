"""O8.4 to O8.6 The legal actions of The Book of Steps."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import (
    CAST_PLANNING,
    CAST_PROPHECY,
    CAST_PUNISHMENT,
    DRAW_CARD,
    LIFT_CARD,
    REMOVE_CARD,
    REMOVE_REST,
    swap_action,
)
from onirium.games.onirim.components import GOAL_COUNT, KIND_COUNT
from onirium.games.onirim.expansions.book.spells import can_pay, can_plan, can_prophesy
from onirium.games.onirim.expansions.book.turn import can_pay_rest
from onirium.games.onirim.prophecy import peeked_into
from onirium.games.onirim.state import Board
from onirium.games.onirim.steps import CAST, LIFT, PAY


def legal_actions_into(board: Board, step: i64, actions: vec[i64]) -> i64:
    """O8.4, O8.5 Write the legal actions of a decision of The Book of Steps."""
    if step == PAY:
        return _payments_into(board, actions)
    if step == LIFT:
        return lifts_into(board, actions)
    if step == CAST:
        count = spells_into(board, actions, 0)
        actions[count] = DRAW_CARD
        return count + 1
    return _swaps_into(board, actions)


def spells_into(board: Board, actions: vec[i64], count: i64) -> i64:
    """O8.6 Append the castable ones of the two spells that need no Nightmare."""
    if can_prophesy(board):
        actions[count] = CAST_PROPHECY
        count += 1
    if can_plan(board):
        actions[count] = CAST_PLANNING
        count += 1
    return count


def punishment_into(board: Board, actions: vec[i64], count: i64) -> i64:
    """O8.6 Append the spell against a Nightmare, if it can be cast."""
    if can_pay(board, CAST_PUNISHMENT):
        actions[count] = CAST_PUNISHMENT
        count += 1
    return count


def _payments_into(board: Board, actions: vec[i64]) -> i64:
    """O8.4 Write the payments: any discarded card, or the rest at once.

    There is a single payment if the whole pile must be removed.
    """
    if board.to_pay == 0:
        return 0
    discard = board.discard
    count: i64 = 0
    card: i64
    for card in range(KIND_COUNT):  # branch-free, like the actions of a turn
        actions[count] = REMOVE_CARD + card
        count += discard[card] > 0
    if count > 0 and board.to_pay == board.discard_size:
        return 1
    if (count != 1 or board.struck != 0) and can_pay_rest(board):
        actions[count] = REMOVE_REST
        count += 1
    return count


def lifts_into(board: Board, actions: vec[i64]) -> i64:
    """O8.5 Write one action for each kind of peeked card, sorted or not."""
    if not board.options.keeps_order_below:
        return peeked_into(board, LIFT_CARD, actions)
    count: i64 = 0
    card: i64
    for card in range(KIND_COUNT):
        if u8(card) in board.peeked:
            actions[count] = LIFT_CARD + card
            count += 1
    return count


def _swaps_into(board: Board, actions: vec[i64]) -> i64:
    """O8.5 Write the swaps of any two goals; in one reading, of face-up goals only."""
    fixed: i64 = board.found_goals if board.options.plans_face_up else 0
    count: i64 = 0
    first: i64
    second: i64
    for first in range(GOAL_COUNT):
        if fixed >> first & 1:
            continue
        for second in range(first + 1, GOAL_COUNT):
            if fixed >> second & 1 == 0:
                actions[count] = swap_action(first, second)
                count += 1
    return count
