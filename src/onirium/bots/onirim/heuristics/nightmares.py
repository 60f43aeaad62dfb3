"""Nightmares: how to appease them."""

from mypy_extensions import i64

from onirium.bots.onirim.heuristics.card_value import BEYOND, usefulness
from onirium.games.onirim.actions import CAST_PUNISHMENT, DISCARD_HAND, PAY_KEY, REVEAL_CARDS
from onirium.games.onirim.components import (
    COLOUR_COUNT,
    HAND_SIZE,
    KEY,
    KIND_COUNT,
    SYMBOL_COUNT,
    is_labyrinth,
)
from onirium.games.onirim.expansions.book.spells import can_pay
from onirium.games.onirim.state import Board


def appease(table: Board) -> i64:
    """Punish it; else pay the least useful key; else discard the hand if there is a new one."""
    if table.options.book and can_pay(table, CAST_PUNISHMENT):
        return CAST_PUNISHMENT
    choice = REVEAL_CARDS
    if new_hand_is_there(table):
        choice = DISCARD_HAND
    lowest = BEYOND
    colour: i64
    for colour in range(COLOUR_COUNT):
        key = colour * SYMBOL_COUNT + KEY
        if table.hand[key] > 0 and usefulness(table, key) < lowest:
            lowest = usefulness(table, key)
            choice = PAY_KEY + colour
    return choice


def new_hand_is_there(table: Board) -> bool:
    """Tell whether the deck still holds a hand full of labyrinth cards."""
    # Their number is no secret: none but such cards are in the partner's reserve.
    cards: i64 = 0
    card: i64
    for card in range(KIND_COUNT):
        if is_labyrinth(card):
            cards += table.deck.count(card)
    return cards >= HAND_SIZE
