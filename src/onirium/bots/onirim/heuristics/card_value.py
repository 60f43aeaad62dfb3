"""The value of cards: in hand, to the partner, and as the next card of the deck."""

from typing import Final

from mypy_extensions import i64

from onirium.bots.onirim.heuristics.sets import SetPlan, doors_to_find, partner_seeks
from onirium.bots.onirim.heuristics.towers import is_useful
from onirium.games.onirim.components import (
    FIRST_DOOR,
    FIRST_TOWER,
    HAPPY_DREAM,
    KEY,
    NIGHTMARE,
    ROOM_KIND_COUNT,
    SYMBOL_COUNT,
)
from onirium.games.onirim.doors import key_of, set_length
from onirium.games.onirim.hooks import door_could_match_goal
from onirium.games.onirim.legal_actions import barred_symbol
from onirium.games.onirim.state import Board
from onirium.games.onirim.two_players import can_take_door

SCARCITY_SCALE: Final[i64] = 100
"""The value of all remaining rooms of a kind together, for each door still to be found."""

KEY_BONUS: Final[i64] = 1000
"""Added for a key, a useful tower or the next room of a partner's set: above any scarcity."""

FINISHED_COLOUR_PENALTY: Final[i64] = 2000
"""Subtracted if all doors of the colour are found: more than the bonus of a key."""

USELESS_TOWER_VALUE: Final[i64] = -3000
"""The value of a tower that the row cannot use: below any room."""

PLAN_BONUS: Final[i64] = 4000
"""Added for a room that the plan needs: more than any penalty."""

VALUE_BOUND: Final[i64] = 10000
"""An upper bound of the value of a card in hand."""


def usefulness(board: Board, card: i64) -> i64:
    """Return the value of a card in hand: keys first, then scarce rooms; finished colours last."""
    if card >= FIRST_TOWER:
        if is_useful(board, card):
            return KEY_BONUS
        return USELESS_TOWER_VALUE
    colour = card // SYMBOL_COUNT
    doors = doors_to_find(board, colour)
    if board.options.seats > 1 and not board.options.race and board.shared[card] > 0:
        doors += i64(partner_seeks(board, colour))
    value = SCARCITY_SCALE * doors // (board.possible_in_deck(card) + i64(board.hand[card]) + 1)
    if card % SYMBOL_COUNT == KEY:
        value += KEY_BONUS
    if doors == 0:
        value -= FINISHED_COLOUR_PENALTY
    return value


def help_to_partner(board: Board, card: i64) -> i64:
    """Return the value of a card for the partner: scarcity, and a bonus for keys and sets begun."""
    if card >= FIRST_TOWER or not partner_seeks(board, card // SYMBOL_COUNT):
        return 0
    value = SCARCITY_SCALE // (board.possible_in_deck(card) + 1)
    if card % SYMBOL_COUNT == KEY or continues_partners_set(board, card):
        value += KEY_BONUS
    return value


def continues_partners_set(board: Board, room: i64) -> bool:
    """Return whether a room could continue a set that the partner has begun."""
    row = board.partner_row
    if set_length(board, row) == 0 or room % SYMBOL_COUNT == barred_symbol(row):
        return False
    return room // SYMBOL_COUNT == i64(row[-1]) // SYMBOL_COUNT


def draw_value(board: Board, plan: SetPlan, card: i64) -> i64:
    """Return the value of drawing a card.

    Doors that can be unlocked rank first, then rooms of the plan, other rooms, other doors, and
    Nightmares.
    """
    if card == NIGHTMARE:
        return -2 * VALUE_BOUND
    if card == HAPPY_DREAM:
        return 0
    if FIRST_DOOR <= card < NIGHTMARE:
        if could_unlock(board, card):
            return VALUE_BOUND
        return -VALUE_BOUND
    value = usefulness(board, card)
    if card < ROOM_KIND_COUNT and plan.missing[card] > 0:
        value += PLAN_BONUS
    return value


def could_unlock(board: Board, door: i64) -> bool:
    """Return whether a door could be unlocked if it were drawn."""
    return (
        board.hand[key_of(door)] > 0
        and can_take_door(board, door)
        and door_could_match_goal(board, door)
    )
