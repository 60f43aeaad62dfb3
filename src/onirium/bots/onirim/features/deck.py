"""What is seen of the deck: how far it will go, and which cards of it are known."""

from typing import Final

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.onirim.features.seat_counts import Sight, row_state
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

SORTS: Final[i64] = 51
"""So many sorts of card are told apart in a known place."""
PLACES: Final[i64] = 8
"""So many places of a known top are told apart."""

LOWEST: Final[i64] = 3
"""So many cards of the known bottom are seen: those that come first."""


def write_deck(table: Board, sight: Sight, writer: FeatureWriter) -> None:
    """Write how far the deck will go."""
    size = sight.deck_size
    nightmares = sight.left[NIGHTMARE] + i64(table.limbo[NIGHTMARE])
    doors: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        doors += i64(table.limbo[FIRST_DOOR + colour])
    writer.one_hot(min(size, 95), 96)
    writer.one_hot(min(nightmares, 10) * 12 + min(size // 8, 11), 132)
    writer.one_hot(sight.to_find * 24 + min(size // 4, 23), 216)
    writer.one_hot(sight.keys * 11 + min(nightmares, 10), 66)
    writer.one_hot(min(i64(table.limbo[NIGHTMARE]), 3) * 9 + min(doors, 8), 36)


def write_known(table: Board, seat: i64, sight: Sight, writer: FeatureWriter) -> None:
    """Write the cards whose place in the deck is known, and those being looked at."""
    place: i64 = 0
    for card in table.ordered:
        if place < PLACES:
            writer.add(place * SORTS + _sort(table, seat, i64(card), sight))
        place += 1
    top: i64 = i64(len(table.deck.top)) - 1
    while top >= 0 and place < PLACES:
        writer.add(place * SORTS + _sort(table, seat, i64(table.deck.top[top]), sight))
        place += 1
        top -= 1
    writer.end_group(PLACES * SORTS)
    for card in table.peeked:
        writer.add(_sort(table, seat, i64(card), sight))
    writer.end_group(SORTS)
    for place in range(min(i64(len(table.deck.bottom)), LOWEST)):
        writer.add(_sort(table, seat, i64(table.deck.bottom[place]), sight))
    writer.end_group(SORTS)


def _sort(table: Board, seat: i64, card: i64, sight: Sight) -> i64:
    """Return the sort of a card: what it would bring."""
    if card < ROOM_KIND_COUNT:
        colour = card // SYMBOL_COUNT
        begun = max(row_state(table, seat, colour) - 1, 0) // SYMBOL_COUNT
        return (sight.needs[colour] * 3 + card % SYMBOL_COUNT) * 3 + begun
    if card < NIGHTMARE:
        held = min(sight.hand[key_of(card)], 1)
        return 36 + sight.needs[card - FIRST_DOOR] * 2 + held
    if card == NIGHTMARE:
        return 44 + min(sight.keys, 2)
    if card == HAPPY_DREAM:
        return 47
    return 48 + min((card - FIRST_TOWER) % 3, 2)
