"""Card counts from a seat's point of view, computed once for all features."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.onirim.components import (
    COLOUR_COUNT,
    FIRST_DOOR,
    KEY,
    KIND_COUNT,
    SYMBOL_COUNT,
)
from onirium.games.onirim.doors import set_length
from onirium.games.onirim.state import Board

_NO_CARDS: Final = vec[i64]([0] * 30)
_NO_DOORS: Final = vec[i64]([0] * 4)

NO_SET: Final[i64] = 0
"""The set length of a row without a set begun."""


@final
class SeatCounts:
    """The cards and needs of a seat.

    Attributes:
        deck: the number of cards of each kind in the deck.
        deck_size: the number of cards in the deck.
        hand: the number of cards of each kind in hand, including the shared reserve.
        hand_size: the number of cards in hand, up to 8 during the draft.
        key_count: the number of keys in hand.
        partner_hand: in games of two, the partner's personal reserve by kind.
        door_needs: for each colour the doors still to be found: in games of one their number, in
            games of two a bit set of the seat itself (1) and the partner (2).
        doors_to_find: the number of doors still to be found by all.
    """

    def __init__(self) -> None:
        self.deck = _NO_CARDS[:]
        self.deck_size: i64 = 0
        self.hand = _NO_CARDS[:]
        self.hand_size: i64 = 0
        self.key_count: i64 = 0
        self.partner_hand = _NO_CARDS[:]
        self.door_needs = _NO_DOORS[:]
        self.doors_to_find: i64 = 0

    def update(self, board: Board, seat: i64) -> None:
        """Recompute all counts for a board and a seat."""
        self._count_deck(board)
        if board.options.seats == 1:
            self._count_single_seat(board)
        else:
            self._count_two_seats(board, seat)
        self.hand_size = 0
        self.key_count = 0
        kind: i64
        for kind in range(KIND_COUNT):
            self.hand_size += self.hand[kind]
        for kind in range(COLOUR_COUNT):
            self.key_count += self.hand[kind * SYMBOL_COUNT + KEY]

    def _count_deck(self, board: Board) -> None:
        deck = board.deck
        self.deck_size = deck.size()
        kind: i64
        for kind in range(KIND_COUNT):
            self.deck[kind] = i64(deck.unknown[kind])
        for card in deck.top:
            self.deck[i64(card)] += 1
        for card in deck.bottom:
            self.deck[i64(card)] += 1

    def _count_single_seat(self, board: Board) -> None:
        kind: i64
        for kind in range(KIND_COUNT):
            self.hand[kind] = i64(board.hand[kind])
        self.doors_to_find = 0
        colour: i64
        for colour in range(COLOUR_COUNT):
            doors = i64(board.options.deck[FIRST_DOOR + colour])
            self.door_needs[colour] = doors - i64(board.doors[colour])
            self.doors_to_find += self.door_needs[colour]

    def _count_two_seats(self, board: Board, seat: i64) -> None:
        moves = seat == board.mover
        kind: i64
        for kind in range(KIND_COUNT):
            shared = i64(board.shared[kind])
            mine = i64(board.hand[kind]) - shared
            theirs = i64(board.partner_hand[kind])
            if not moves:
                mine, theirs = theirs, mine
            self.hand[kind] = mine + shared
            self.partner_hand[kind] = theirs
        self.doors_to_find = 0
        colour: i64
        for colour in range(COLOUR_COUNT):
            own = i64(board.doors[colour] == 0)
            other = i64(board.partner_doors[colour] == 0)
            self.doors_to_find += own + other
            if not moves:
                own, other = other, own
            self.door_needs[colour] = own + 2 * other


def row_state(board: Board, seat: i64, colour: i64) -> i64:
    """Return the state of a row with respect to a colour, as an index from 0 to 9.

    0 for an empty row; 1 to 3 by the last symbol if no set of the colour is begun; 4 to 9 by the
    length of the set begun and its last symbol.
    """
    row = board.row if seat == board.mover else board.partner_row
    if len(row) == 0:
        return 0
    last = i64(row[-1])
    length = set_length(board, row)
    if length == NO_SET or last // SYMBOL_COUNT != colour:
        return 1 + last % SYMBOL_COUNT
    return 1 + length * SYMBOL_COUNT + last % SYMBOL_COUNT
