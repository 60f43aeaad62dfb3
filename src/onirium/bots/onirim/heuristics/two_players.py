"""Decisions of games of two: drafts and exchanges."""

from mypy_extensions import i64

from onirium.bots.onirim.heuristics.card_value import (
    PLAN_BONUS,
    VALUE_BOUND,
    help_to_partner,
    usefulness,
)
from onirium.bots.onirim.heuristics.sets import SetPlan
from onirium.games.onirim.actions import DECLINE, OFFER_CARD, TAKE_CARD, labyrinth_index
from onirium.games.onirim.components import KIND_COUNT
from onirium.games.onirim.state import NONE, Board


def draft(board: Board) -> i64:
    """Take the shared card that the planned set needs, or the most useful one."""
    return TAKE_CARD + labyrinth_index(most_wanted(board))


def most_wanted(board: Board) -> i64:
    """Return the shared card of highest value to the mover, or ``NONE``."""
    plan = SetPlan(board)
    choice = NONE
    highest = -VALUE_BOUND
    card: i64
    for card in range(KIND_COUNT):
        if board.shared[card] > 0 and card != board.drawn:
            value = usefulness(board, card)
            if plan.spare[card] < board.hand[card]:
                value += PLAN_BONUS
            if value > highest:
                highest = value
                choice = card
    return choice


def exchange(board: Board) -> i64:
    """Offer a card: together to help the partner, in a race to get a card of the plan."""
    offered = offer_in_race(board) if board.options.race else offer_together(board)
    if offered == NONE:
        return DECLINE
    return OFFER_CARD + labyrinth_index(offered)


def take(board: Board) -> i64:
    """Take a card: together the one that helps the partner least, in a race the most wanted."""
    if board.options.race:
        return TAKE_CARD + labyrinth_index(most_wanted(board))
    return TAKE_CARD + labyrinth_index(least_help(board, board.drawn))


def offer_together(board: Board) -> i64:
    """Return the spare card that helps the partner most, if it helps more than a shared card."""
    plan = SetPlan(board)
    choice = NONE
    highest: i64 = 0
    card: i64
    for card in range(KIND_COUNT):
        if is_spare(board, plan, card) and help_to_partner(board, card) > highest:
            highest = help_to_partner(board, card)
            choice = card
    if choice == NONE:
        return NONE
    least = least_help(board, choice)
    if least == NONE or help_to_partner(board, least) >= highest:
        return NONE
    return choice


def is_spare(board: Board, plan: SetPlan, card: i64) -> bool:
    """Return whether a card of the personal reserve is not part of the plan."""
    return board.hand[card] > board.shared[card] and plan.spare[card] > 0


def least_help(board: Board, offered: i64) -> i64:
    """Return the shared card of another kind that helps the partner least, or ``NONE``."""
    choice = NONE
    lowest = VALUE_BOUND
    card: i64
    for card in range(KIND_COUNT):
        if board.shared[card] > 0 and card != offered and help_to_partner(board, card) < lowest:
            lowest = help_to_partner(board, card)
            choice = card
    return choice


def offer_in_race(board: Board) -> i64:
    """Return the least useful spare card, if the plan needs a shared card."""
    plan = SetPlan(board)
    wanted = most_wanted(board)
    if wanted == NONE or plan.spare[wanted] == board.hand[wanted]:
        return NONE
    choice = NONE
    lowest = VALUE_BOUND
    card: i64
    for card in range(KIND_COUNT):
        if card != wanted and is_spare(board, plan, card) and usefulness(board, card) < lowest:
            lowest = usefulness(board, card)
            choice = card
    return choice
