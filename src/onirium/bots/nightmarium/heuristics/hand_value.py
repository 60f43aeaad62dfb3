"""Which cards in hand to part with: at a terror, and in an exchange."""

from typing import Final

from mypy_extensions import i64

from onirium.games.nightmarium.actions import DISCARD_CARD, DONE, EXCHANGE_CARD
from onirium.games.nightmarium.components import (
    ABILITY_OF,
    CREATURE_HEIGHT,
    NO_ABILITY,
    PARTS_OF,
    fits,
)
from onirium.games.nightmarium.state import Board

LITTLE: Final[i64] = 1
"""When no more cards than this can be drawn, they are likely those just thrown away."""

BEFORE_DRAWING: Final[i64] = 0
"""The weight of an exchange when there is little to draw."""

BEFORE_WASTE: Final[i64] = -1001
"""Its weight when there is nothing: just below ``plan.NEVER``, so that any card is placed rather,
but no torso is wasted."""

LAST_RESORT: Final[i64] = -2000
"""The weight of an exchange of cards that could be needed."""


def discard(action: i64) -> i64:
    """Weigh a card to be discarded for terror: the least useful one goes."""
    return -usefulness(action - DISCARD_CARD)


def usefulness(card: i64) -> i64:
    """Weigh a card of a hand: an ability first, then each part that it can be."""
    parts = PARTS_OF[card]
    worth = (parts & 1) + (parts >> 1 & 1) + (parts >> 2)
    if ABILITY_OF[card] != NO_ABILITY:
        worth += CREATURE_HEIGHT
    return worth


def begin_exchange(table: Board, action: i64) -> i64:
    """Weigh an exchange: of what is too much, and only when there is little or nothing to draw."""
    card = action - EXCHANGE_CARD
    left = table.deck.unknown_size + table.discard_size
    if left > LITTLE or not is_too_much(table, card):
        return LAST_RESORT - usefulness(card)
    if left == 0:
        return BEFORE_WASTE
    return BEFORE_DRAWING


def go_on_exchanging(table: Board, action: i64) -> i64:
    """Weigh a further card, or the end: all that is too much goes."""
    if action == DONE:
        return 0
    if is_too_much(table, action - EXCHANGE_CARD):
        return 1
    return -1


def is_too_much(table: Board, card: i64) -> bool:
    """Tell whether the mover holds more such parts than creatures can still take.

    A card of several parts is never too much.
    """
    height: i64
    for height in range(CREATURE_HEIGHT):
        if PARTS_OF[card] == 1 << height:
            return cards_for(table, height) > creatures_without(table, height)
    return False


def cards_for(table: Board, height: i64) -> i64:
    """Count the cards of the mover's hand that can be a certain part."""
    hands = table.hands
    count: i64 = 0
    place: i64
    for place in range(hands.begin(table.mover), hands.end(table.mover)):
        if fits(i64(hands.cards[place]), height):
            count += 1
    return count


def creatures_without(table: Board, height: i64) -> i64:
    """Count the mover's creatures, begun or not, that lack a certain part."""
    count: i64 = 0
    spot: i64
    for spot in range(table.spot(table.mover, 0), table.spot(table.mover + 1, 0)):
        if table.height(spot) <= height:
            count += 1
    return count
