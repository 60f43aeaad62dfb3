"""Keys of solo positions of Onirim that omit whatever cannot change the win probability.

Without expansions these do not matter: the discard pile; the row, except the colour, the progress
and the last symbol of the set at its end; which colour is which, since all colours have the same
rules; and, once no Nightmare is left to take a door away, the colours of rooms that can bring no
further door. With expansions, the whole position is the key.
"""

from typing import Final, cast, final

from librt.strings import BytesWriter, write_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.bots.search.exact_solver import PositionKey
from onirium.core.game import State
from onirium.games.onirim.components import (
    COLOUR_COUNT,
    FIRST_DOOR,
    HAND_SIZE,
    KEY,
    NIGHTMARE,
    ROOM_KIND_COUNT,
    SET_SIZE,
    SYMBOL_COUNT,
)
from onirium.games.onirim.doors import set_length
from onirium.games.onirim.state import NONE, Board
from onirium.games.onirim.steps import SEARCH

POSITIONS_BY_DECK_SIZE: Final = vec[i64]([10, 10, 10, 20, 50, 100, 2500, 5000, 40_000, 200_000])
"""Positions within which most decisions are solved, by the number of cards left in the deck."""

EXPANDED_FACTOR: Final[i64] = 16
"""With expansions there are more positions, and their keys take longer."""

TOO_MANY_POSITIONS: Final[i64] = 1 << 40
"""The estimate for larger decks: above every limit of positions that can be solved."""

FINISHED: Final[i64] = 4
"""The slot shared by all colours that can bring no further door."""

_SLOTS: Final = COLOUR_COUNT + 1
_CARDS_PER_SLOT: Final[i64] = 4
_DOOR: Final[i64] = 3
"""The index of the door among the cards of a colour, after its three kinds of room."""


@final
class OnirimPositionKey(PositionKey):
    """Maps solo positions to keys."""

    def __init__(self) -> None:
        self._writer = BytesWriter()
        self._slots = vec[i64]([0] * int(COLOUR_COUNT))
        self._signatures = vec[i64]([0] * int(COLOUR_COUNT))
        self._counts = vec[i64]([0] * int(_SLOTS * _CARDS_PER_SLOT * 3))

    def estimate_positions(self, state: State) -> i64:
        """Return the number of positions for the deck with the limbo that returns to it."""
        board = cast("Board", state)
        size = board.deck.size() + board.limbo_size + len(board.peeked) + len(board.ordered)
        if size >= len(POSITIONS_BY_DECK_SIZE):
            return TOO_MANY_POSITIONS
        factor = EXPANDED_FACTOR if board.options.has_expansions else 1
        return factor * POSITIONS_BY_DECK_SIZE[size]

    def is_lost(self, state: State) -> bool:
        """Return whether too few rooms are left for the missing doors.

        A door takes a key, or three rooms of its colour. The rooms must be there, and there must
        be turns to play them: every card played is replaced from the deck, except the last one.
        Keys that unlock doors one after another at the end need no replacement, so they are not
        counted, and without a room to play no replacement is needed.
        """
        board = cast("Board", state)
        if (
            board.options.has_expansions
            or board.options.sets_overlap
            or board.current_step() == SEARCH
        ):
            return False
        plays: i64 = 0
        rooms_in_deck: i64 = 0
        begun = set_length(board, board.row)
        colour: i64
        kind: i64
        for colour in range(COLOUR_COUNT):
            rooms: i64 = 0
            for kind in range(colour * SYMBOL_COUNT, (colour + 1) * SYMBOL_COUNT):
                in_deck = _count(board, kind)
                rooms_in_deck += in_deck
                rooms += in_deck + i64(board.hand[kind])
            key = colour * SYMBOL_COUNT + KEY
            keys = _count(board, key) + i64(board.hand[key])
            doors = i64(board.options.deck[FIRST_DOOR + colour]) - i64(board.doors[colour])
            unlocked = min(doors, keys)
            needed = SET_SIZE * (doors - unlocked)
            if needed > 0 and begun > 0 and i64(board.row[-1]) // SYMBOL_COUNT == colour:
                needed -= begun
            if needed > rooms - unlocked:
                return True
            plays += needed
        return plays > 0 and plays > rooms_in_deck + board.hand_size - (HAND_SIZE - 1)

    def key(self, state: State) -> bytes:
        """Return the key of a position."""
        board = cast("Board", state)
        if board.options.has_expansions:
            return board.to_bytes()
        self._choose_slots(board)
        self._writer.truncate(0)
        write_i64_le(self._writer, board.step_stack)
        self._writer.append(u8(board.pending_count))
        self._writer.append(u8(self._map(board.drawn)))
        self._write_row(board)
        self._write_piles(board)
        self._write_peeked(board.peeked)
        self._write_cards(board.ordered)
        self._write_cards(board.deck.top)
        self._write_cards(board.deck.bottom)
        return self._writer.getvalue()

    def _choose_slots(self, board: Board) -> None:
        """Give every unfinished colour a slot, in the order of the cards that it has."""
        can_lose_doors = _count(board, NIGHTMARE) > 0
        colour: i64
        other: i64
        for colour in range(COLOUR_COUNT):
            if can_lose_doors or _count(board, FIRST_DOOR + colour) > 0:
                self._signatures[colour] = _signature(board, colour)
            else:
                self._signatures[colour] = -1
        for colour in range(COLOUR_COUNT):
            slot: i64 = 0
            for other in range(COLOUR_COUNT):
                mine, others = self._signatures[colour], self._signatures[other]
                slot += i64(others > mine or (others == mine and other < colour))
            self._slots[colour] = FINISHED if self._signatures[colour] < 0 else slot

    def _map(self, card: i64) -> i64:
        """Return a card with its colour replaced by the slot of the colour."""
        if card < ROOM_KIND_COUNT:
            return self._slots[card // SYMBOL_COUNT] * _CARDS_PER_SLOT + card % SYMBOL_COUNT
        if card < NIGHTMARE:
            return self._slots[card - FIRST_DOOR] * _CARDS_PER_SLOT + _DOOR
        return _SLOTS * _CARDS_PER_SLOT + card - NIGHTMARE if card != NONE else NONE

    def _write_row(self, board: Board) -> None:
        """Write the last symbol, and colour and length of the set that it belongs to."""
        row = board.row
        if len(row) == 0:
            self._writer.append(u8(NONE))
            return
        last = i64(row[-1])
        length = set_length(board, row)
        slot = self._slots[last // SYMBOL_COUNT]
        # While a search is offered, the colour of the complete set decides which door it finds.
        if slot == FINISHED or (length == 0 and board.current_step() != SEARCH):
            length, slot = 0, FINISHED
        self._writer.append(u8((slot * SYMBOL_COUNT + length) * SYMBOL_COUNT + last % SYMBOL_COUNT))

    def _write_piles(self, board: Board) -> None:
        """Write the cards in hand, in the deck and in limbo, and the doors found."""
        counts, slots = self._counts, self._slots
        index: i64
        kind: i64
        colour: i64
        size = _SLOTS * _CARDS_PER_SLOT
        for index in range(3 * size):
            counts[index] = 0
        for kind in range(ROOM_KIND_COUNT):
            index = slots[kind // SYMBOL_COUNT] * _CARDS_PER_SLOT + kind % SYMBOL_COUNT
            counts[index] += i64(board.hand[kind])
            counts[size + index] += i64(board.deck.unknown[kind])
        for colour in range(COLOUR_COUNT):
            index = slots[colour] * _CARDS_PER_SLOT + _DOOR
            counts[index] += i64(board.doors[colour])
            counts[size + index] += i64(board.deck.unknown[FIRST_DOOR + colour])
            counts[2 * size + index] += i64(board.limbo[FIRST_DOOR + colour])
        for index in range(2 * size):
            self._writer.append(u8(counts[index]))
        for index in range(_SLOTS):
            self._writer.append(u8(counts[2 * size + index * _CARDS_PER_SLOT + _DOOR]))
        self._writer.append(u8(board.deck.unknown[NIGHTMARE]))
        self._writer.append(u8(board.limbo[NIGHTMARE]))

    def _write_cards(self, cards: vec[u8]) -> None:
        """Write cards in order."""
        self._writer.append(u8(len(cards)))
        for card in cards:
            self._writer.append(u8(self._map(i64(card))))

    def _write_peeked(self, cards: vec[u8]) -> None:
        """Write cards whose order does not matter."""
        size = i64(len(cards))
        start = i64(len(self._writer)) + 1
        self._write_cards(cards)
        end: i64
        index: i64
        for end in range(start + 1, start + size):
            index = end
            while index > start and self._writer[index - 1] > self._writer[index]:
                card = self._writer[index]
                self._writer[index] = self._writer[index - 1]
                self._writer[index - 1] = card
                index -= 1


def _count(board: Board, kind: i64) -> i64:
    """Return the number of cards of a kind that are in the deck or can still return to it."""
    deck = board.deck
    count = i64(deck.unknown[kind]) + i64(board.limbo[kind]) + i64(board.drawn == kind)
    count += _count_among(deck.top, kind) + _count_among(deck.bottom, kind)
    return count + _count_among(board.peeked, kind) + _count_among(board.ordered, kind)


def _count_among(cards: vec[u8], kind: i64) -> i64:
    count: i64 = 0
    for card in cards:
        count += i64(i64(card) == kind)
    return count


def _signature(board: Board, colour: i64) -> i64:
    """Return the cards of a colour as a number, for a canonical order of the colours."""
    number = i64(board.doors[colour]) * 4 + i64(board.limbo[FIRST_DOOR + colour])
    number = number * 4 + i64(board.deck.unknown[FIRST_DOOR + colour])
    kind: i64
    for kind in range(colour * SYMBOL_COUNT, (colour + 1) * SYMBOL_COUNT):
        number = (number * 8 + i64(board.hand[kind])) * 16 + i64(board.deck.unknown[kind])
    number = number * 2 + i64(len(board.row) > 0 and i64(board.row[-1]) // SYMBOL_COUNT == colour)
    number *= 64
    index: i64
    for index in range(i64(len(board.deck.top))):
        number += (index + 1) * i64(_colour_of(i64(board.deck.top[index])) == colour)
    return number


def _colour_of(card: i64) -> i64:
    if card < ROOM_KIND_COUNT:
        return card // SYMBOL_COUNT
    return card - FIRST_DOOR
