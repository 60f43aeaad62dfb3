"""Features of the deck: its composition and the cards in known positions."""

from typing import Final

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.onirim.features.seat_counts import SeatCounts
from onirium.games.onirim.components import (
    COLOUR_COUNT,
    FIRST_DOOR,
    FIRST_TOWER,
    HAPPY_DREAM,
    NIGHTMARE,
    ROOM_KIND_COUNT,
    SYMBOL_COUNT,
)
from onirium.games.onirim.doors import key_of
from onirium.games.onirim.state import Board

CARD_CLASSES: Final[i64] = 51
"""The number of classes of a card in a known position."""

KNOWN_TOP_CARDS: Final[i64] = 8
"""The number of known cards at the top that are encoded."""

KNOWN_BOTTOM_CARDS: Final[i64] = 3
"""The number of known cards at the bottom that are encoded, the next ones to be drawn."""


def write_deck(board: Board, counts: SeatCounts, writer: FeatureWriter) -> None:
    """Write the size of the deck with the numbers of Nightmares, keys and missing doors."""
    size = counts.deck_size
    nightmares = counts.deck[NIGHTMARE] + i64(board.limbo[NIGHTMARE])
    doors: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        doors += i64(board.limbo[FIRST_DOOR + colour])
    writer.one_hot(min(size, 95), 96)
    writer.one_hot(min(nightmares, 10) * 12 + min(size // 8, 11), 132)
    writer.one_hot(counts.doors_to_find * 24 + min(size // 4, 23), 216)
    writer.one_hot(counts.key_count * 11 + min(nightmares, 10), 66)
    writer.one_hot(min(i64(board.limbo[NIGHTMARE]), 3) * 9 + min(doors, 8), 36)


def write_known_cards(board: Board, counts: SeatCounts, writer: FeatureWriter) -> None:
    """Write the cards in known positions of the deck, and the peeked cards."""
    index: i64 = 0
    for card in board.ordered:
        if index < KNOWN_TOP_CARDS:
            writer.add(index * CARD_CLASSES + _card_class(i64(card), counts))
        index += 1
    top: i64 = i64(len(board.deck.top)) - 1
    while top >= 0 and index < KNOWN_TOP_CARDS:
        card_on_top = i64(board.deck.top[top])
        writer.add(index * CARD_CLASSES + _card_class(card_on_top, counts))
        index += 1
        top -= 1
    writer.end_group(KNOWN_TOP_CARDS * CARD_CLASSES)
    for card in board.peeked:
        writer.add(_card_class(i64(card), counts))
    writer.end_group(CARD_CLASSES)
    for index in range(min(i64(len(board.deck.bottom)), KNOWN_BOTTOM_CARDS)):
        writer.add(_card_class(i64(board.deck.bottom[index]), counts))
    writer.end_group(CARD_CLASSES)


def _card_class(card: i64, counts: SeatCounts) -> i64:
    """Return the class of a card: its kind, with the seat's need of it."""
    if card < ROOM_KIND_COUNT:
        colour = card // SYMBOL_COUNT
        begun = max(counts.row_states[colour] - 1, 0) // SYMBOL_COUNT
        return (counts.door_needs[colour] * 3 + card % SYMBOL_COUNT) * 3 + begun
    if card < NIGHTMARE:
        held = min(counts.hand[key_of(card)], 1)
        return 36 + counts.door_needs[card - FIRST_DOOR] * 2 + held
    if card == NIGHTMARE:
        return 44 + min(counts.key_count, 2)
    if card == HAPPY_DREAM:
        return 47
    return 48 + (card - FIRST_TOWER) % 3
