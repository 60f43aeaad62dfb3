"""The Book of Steps: Paradoxical Prophecy, what to pay with, and which goals to swap."""

from mypy_extensions import i64

from onirium.bots.onirim.heuristics.plan import Plan
from onirium.games.onirim.actions import (
    CAST_PROPHECY,
    DRAW_CARD,
    REMOVE_CARD,
    REMOVE_REST,
    swap_of,
)
from onirium.games.onirim.components import FIRST_DOOR, GOAL_COUNT, KIND_COUNT, SYMBOL_COUNT
from onirium.games.onirim.expansions.book.doors import is_face_up, next_goal
from onirium.games.onirim.expansions.book.spells import can_prophesy, face_up_goal_count
from onirium.games.onirim.expansions.book.turn import can_pay_rest
from onirium.games.onirim.state import NONE, Board


def cast_or_draw(table: Board) -> i64:
    """Cast Paradoxical Prophecy for the last goal, when nothing is left to be planned."""
    if face_up_goal_count(table) == 1 and can_prophesy(table) and not knows_next(table):
        return CAST_PROPHECY
    return DRAW_CARD


def knows_next(table: Board) -> bool:
    """Tell whether the mover knows the card on top of the deck."""
    deck = table.deck
    return len(deck.top) > 0 and i64(deck.top_seen[-1]) >> table.mover & 1 == 1


def pay(table: Board) -> i64:
    """Pay with what does not matter; if that is too little, with any card."""
    if can_pay_rest(table):
        return REMOVE_REST
    card: i64 = 0
    while card < KIND_COUNT - 1 and table.discard[card] == 0:
        card += 1
    return REMOVE_CARD + card


def swap(table: Board) -> i64:
    """Bring forward the first goal of the colour of the door that waits, or else of the plan."""
    colour = colour_wanted(table)
    first = next_goal(table)
    last = first
    place: i64
    for place in range(first + 1, GOAL_COUNT):
        if is_face_up(table, place):
            last = place
            if i64(table.goals[place]) == colour:
                break
    return swap_of(first, last)


def colour_wanted(table: Board) -> i64:
    """Return the colour that the next goal shall have."""
    if table.drawn != NONE:
        return table.drawn - FIRST_DOOR
    plan = Plan(table)
    if len(plan.rooms) == 0:
        return NONE
    return i64(plan.rooms[0]) // SYMBOL_COUNT
