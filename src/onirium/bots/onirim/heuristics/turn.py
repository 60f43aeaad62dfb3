"""Decisions of the base game: playing and discarding, prophecies, doors and Nightmares."""

from typing import Final

from mypy_extensions import i64

from onirium.bots.onirim.heuristics import towers
from onirium.bots.onirim.heuristics.card_value import (
    KEY_BONUS,
    PLAN_BONUS,
    VALUE_BOUND,
    draw_value,
    usefulness,
)
from onirium.bots.onirim.heuristics.sets import SetPlan
from onirium.games.onirim.actions import (
    CAST_PLANNING,
    CAST_PUNISHMENT,
    DECLINE,
    DISCARD_CARD,
    DISCARD_HAND,
    FORETELL_CARD,
    PAY_KEY,
    PLAY_CARD,
    REVEAL_CARDS,
    SEARCH_DECK,
    UNLOCK_DOOR,
    labyrinth_index,
)
from onirium.games.onirim.components import (
    COLOUR_COUNT,
    FIRST_DOOR,
    HAND_SIZE,
    KEY,
    KIND_COUNT,
    NIGHTMARE,
    ROOM_KIND_COUNT,
    SYMBOL_COUNT,
    is_labyrinth,
)
from onirium.games.onirim.doors import can_unlock, holds_key, set_length, sought_door
from onirium.games.onirim.expansions.book.spells import can_pay, can_plan, could_plan_for
from onirium.games.onirim.hooks import door_matches_goal
from onirium.games.onirim.legal_actions import barred_symbol
from onirium.games.onirim.state import NONE, Board

CROWDED_CARDS_PER_NIGHTMARE: Final[i64] = 4
"""Nightmares crowd the deck if there are fewer cards than this for each of them."""


def play_or_discard(board: Board) -> i64:
    """Build a tower, play the next room of the plan, or give up the least useful card."""
    if board.options.towers and towers.holds_tower(board):
        build = towers.build(board)
        if build != NONE:
            return build
    plan = SetPlan(board)
    if plan.next_is_held():
        room = i64(plan.rooms[-1])
        if len(plan.rooms) > 1 or door_matches_goal(board, FIRST_DOOR + room // SYMBOL_COUNT):
            return PLAY_CARD + room
        if can_plan(board):
            return CAST_PLANNING
    card = least_useful(board, plan)
    if can_start(board, card):
        return PLAY_CARD + card
    return DISCARD_CARD + labyrinth_index(card)


def least_useful(board: Board, plan: SetPlan) -> i64:
    """Return the card of the hand with the lowest value; cards of the plan rank last."""
    choice = NONE
    lowest = VALUE_BOUND
    crowded = is_crowded_with_nightmares(board)
    card: i64
    for card in range(KIND_COUNT):
        if board.hand[card] > 0:
            value = usefulness(board, card)
            if plan.spare[card] == 0:
                value += PLAN_BONUS
            elif crowded and card < ROOM_KIND_COUNT and card % SYMBOL_COUNT == KEY:
                # Now worth less than rooms that can still find a door.
                value -= 2 * KEY_BONUS
            if value < lowest:
                lowest = value
                choice = card
    return choice


def is_crowded_with_nightmares(board: Board) -> bool:
    """Return whether the deck holds so many Nightmares that a prophecy is worth a key."""
    return board.deck.count(NIGHTMARE) * CROWDED_CARDS_PER_NIGHTMARE > board.deck.size()


def can_start(board: Board, card: i64) -> bool:
    """Return whether a room, not a key, can start a set without breaking off another."""
    symbol = card % SYMBOL_COUNT
    if card >= ROOM_KIND_COUNT or symbol == KEY or symbol == barred_symbol(board.row):
        return False
    return set_length(board, board.row) == 0


def foretell(board: Board) -> i64:
    """Discard a Nightmare, or the least welcome labyrinth card, or the first card."""
    plan = SetPlan(board)
    choice = i64(board.peeked[0])
    lowest = VALUE_BOUND
    for peeked in board.peeked:
        card = i64(peeked)
        if card == NIGHTMARE:
            return FORETELL_CARD + NIGHTMARE
        if is_labyrinth(card) and draw_value(board, plan, card) < lowest:
            lowest = draw_value(board, plan, card)
            choice = card
    return FORETELL_CARD + choice


def best_next_card(board: Board) -> i64:
    """Return the card of highest draw value among the peeked cards."""
    plan = SetPlan(board)
    choice = i64(board.peeked[0])
    for peeked in board.peeked:
        if draw_value(board, plan, i64(peeked)) > draw_value(board, plan, choice):
            choice = i64(peeked)
    return choice


def search(board: Board) -> i64:
    """Search the deck for a door, unless it would not match the next goal."""
    if door_matches_goal(board, sought_door(board)):
        return SEARCH_DECK
    return DECLINE


def unlock(board: Board) -> i64:
    """Unlock the door drawn, with Parallel Planning if necessary."""
    if can_unlock(board):
        return UNLOCK_DOOR
    if board.options.book and holds_key(board) and could_plan_for(board, board.drawn - FIRST_DOOR):
        return CAST_PLANNING
    return DECLINE


def appease(board: Board) -> i64:
    """Punish a Nightmare, or pay the least useful key, or discard the hand, or reveal cards."""
    if board.options.book and can_pay(board, CAST_PUNISHMENT):
        return CAST_PUNISHMENT
    choice = REVEAL_CARDS
    if has_new_hand(board):
        choice = DISCARD_HAND
    lowest = VALUE_BOUND
    colour: i64
    for colour in range(COLOUR_COUNT):
        key = colour * SYMBOL_COUNT + KEY
        if board.hand[key] > 0 and usefulness(board, key) < lowest:
            lowest = usefulness(board, key)
            choice = PAY_KEY + colour
    return choice


def has_new_hand(board: Board) -> bool:
    """Return whether the deck still holds enough labyrinth cards for a new hand."""
    # Their number is public: the partner's hidden reserve holds no other cards.
    cards: i64 = 0
    card: i64
    for card in range(KIND_COUNT):
        if is_labyrinth(card):
            cards += board.deck.count(card)
    return cards >= HAND_SIZE
