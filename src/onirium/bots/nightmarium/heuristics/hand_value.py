"""Scores of cards to discard, for terror and in exchanges."""

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

MAX_DRAWS_FOR_EXCHANGE: Final[i64] = 1
"""Exchanges start only if at most this many cards can be drawn.

They are probably the cards discarded last.
"""

EXCHANGE_BEFORE_DRAW: Final[i64] = 0
"""The score of an exchange when there is little to draw."""

EXCHANGE_BEFORE_WASTE: Final[i64] = -1001
"""Its score when there is nothing to draw.

Just below ``placement.IMPOSSIBLE``, so that placing any card is preferred, but not wasting a torso.
"""

LAST_RESORT: Final[i64] = -2000
"""The score of exchanging cards that could be needed."""


def discard_score(action: i64) -> i64:
    """Return the score of discarding a card for terror: the least useful card first."""
    return -usefulness(action - DISCARD_CARD)


def usefulness(card: i64) -> i64:
    """Return the usefulness of a card: a bonus for an ability, and one for each possible part."""
    parts = PARTS_OF[card]
    value = (parts & 1) + (parts >> 1 & 1) + (parts >> 2)
    if ABILITY_OF[card] != NO_ABILITY:
        value += CREATURE_HEIGHT
    return value


def begin_exchange_score(board: Board, action: i64) -> i64:
    """Return the score of starting an exchange with a card."""
    card = action - EXCHANGE_CARD
    left = board.deck.unknown_size + board.discard_size
    if left > MAX_DRAWS_FOR_EXCHANGE or not is_excess(board, card):
        return LAST_RESORT - usefulness(card)
    if left == 0:
        return EXCHANGE_BEFORE_WASTE
    return EXCHANGE_BEFORE_DRAW


def continue_exchange_score(board: Board, action: i64) -> i64:
    """Return the score of exchanging a further card, or of ending the exchange."""
    if action == DONE:
        return 0
    if is_excess(board, action - EXCHANGE_CARD):
        return 1
    return -1


def is_excess(board: Board, card: i64) -> bool:
    """Return whether the mover holds more cards of this part than creatures can still take.

    A card that can be several parts is never in excess.
    """
    height: i64
    for height in range(CREATURE_HEIGHT):
        if PARTS_OF[card] == 1 << height:
            return count_cards_for(board, height) > count_creatures_without(board, height)
    return False


def count_cards_for(board: Board, height: i64) -> i64:
    """Return the number of cards in the mover's hand that can be the part at a height."""
    hands = board.hands
    count: i64 = 0
    index: i64
    for index in range(hands.begin(board.mover), hands.end(board.mover)):
        if fits(i64(hands.cards[index]), height):
            count += 1
    return count


def count_creatures_without(board: Board, height: i64) -> i64:
    """Return the number of the mover's creatures, begun or not, that lack the part at a height."""
    count: i64 = 0
    spot: i64
    for spot in range(board.spot(board.mover, 0), board.spot(board.mover + 1, 0)):
        if board.height(spot) <= height:
            count += 1
    return count
