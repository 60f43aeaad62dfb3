"""Decisions of The Book of Steps: Paradoxical Prophecy, payments and swaps of goals."""

from mypy_extensions import i64

from onirium.bots.onirim.heuristics.sets import SetPlan
from onirium.games.onirim.actions import (
    CAST_PROPHECY,
    DRAW_CARD,
    REMOVE_CARD,
    REMOVE_REST,
    SWAP_GOALS,
    swap_action,
)
from onirium.games.onirim.components import FIRST_DOOR, GOAL_COUNT, KIND_COUNT, SYMBOL_COUNT
from onirium.games.onirim.expansions.book.doors import is_face_up, next_goal
from onirium.games.onirim.expansions.book.spells import can_prophesy, face_up_goal_count
from onirium.games.onirim.expansions.book.turn import can_pay_rest
from onirium.games.onirim.state import NONE, Board


def cast_or_draw(board: Board) -> i64:
    """Cast Paradoxical Prophecy for the last goal, unless the next card is known."""
    if face_up_goal_count(board) == 1 and can_prophesy(board) and not knows_next(board):
        return CAST_PROPHECY
    return DRAW_CARD


def knows_next(board: Board) -> bool:
    """Return whether the mover knows the card on top of the deck."""
    deck = board.deck
    return len(deck.top) > 0 and i64(deck.top_seen[-1]) >> board.mover & 1 == 1


def pay(board: Board) -> i64:
    """Pay the rest at once if harmless cards cover it, else remove the first discarded card."""
    if can_pay_rest(board):
        return REMOVE_REST
    card: i64 = 0
    while card < KIND_COUNT - 1 and board.discard[card] == 0:
        card += 1
    return REMOVE_CARD + card


def swap(board: Board) -> i64:
    """Swap the next goal with the first other one of the wanted colour, or else with the last one.

    Only face-up goals count. If there is no other one, swap the two leftmost goals.
    """
    colour = wanted_colour(board)
    first = next_goal(board)
    other = first
    index: i64
    for index in range(GOAL_COUNT):
        if index != first and is_face_up(board, index):
            other = index
            if i64(board.goals[index]) == colour:
                break
    if other == first:
        return SWAP_GOALS
    return swap_action(min(first, other), max(first, other))


def wanted_colour(board: Board) -> i64:
    """Return the colour of the door drawn, or else of the planned set."""
    if board.drawn != NONE:
        return board.drawn - FIRST_DOOR
    plan = SetPlan(board)
    if len(plan.rooms) == 0:
        return NONE
    return i64(plan.rooms[0]) // SYMBOL_COUNT
