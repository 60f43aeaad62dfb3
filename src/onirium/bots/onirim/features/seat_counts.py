"""Card counts from a seat's point of view, computed once for all features."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.games.onirim.components import (
    COLOUR_COUNT,
    FIRST_DOOR,
    KEY,
    KIND_COUNT,
    ROOM_KIND_COUNT,
    SYMBOL_COUNT,
)
from onirium.games.onirim.doors import set_length
from onirium.games.onirim.state import Board

_NO_CARDS: Final = vec[i64]([0] * int(KIND_COUNT))
_NO_COLOURS: Final = vec[i64]([0] * int(COLOUR_COUNT))


@final
class SeatCounts:
    """The cards, needs and row of a seat.

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
        row_states: for each colour the state of the seat's row, from 0 to 9: 0 if it is empty; 1 to
            3 by its last symbol if no set of the colour is begun; 4 to 9 by the length of the set
            begun and its last symbol.
        partner_row_states: in games of two, the same of the partner's row.
    """

    def __init__(self) -> None:
        self.deck = _NO_CARDS[:]
        self.deck_size: i64 = 0
        self.hand = _NO_CARDS[:]
        self.hand_size: i64 = 0
        self.key_count: i64 = 0
        self.partner_hand = _NO_CARDS[:]
        self.door_needs = _NO_COLOURS[:]
        self.doors_to_find: i64 = 0
        self.row_states = _NO_COLOURS[:]
        self.partner_row_states = _NO_COLOURS[:]

    def update(self, board: Board, seat: i64) -> None:
        """Recompute all counts for a board and a seat."""
        self._count_deck(board)
        if board.options.seats == 1:
            self._count_single_seat(board)
            _write_row_states(board, board.row, self.row_states)
        else:
            self._count_two_seats(board, seat)
            moves = seat == board.mover
            own_row = board.row if moves else board.partner_row
            partner_row = board.partner_row if moves else board.row
            _write_row_states(board, own_row, self.row_states)
            _write_row_states(board, partner_row, self.partner_row_states)
        self._count_hand()

    def _count_deck(self, board: Board) -> None:
        deck, counts = board.deck, self.deck
        self.deck_size = deck.size()
        kind: i64
        for kind in range(KIND_COUNT):
            counts[kind] = i64(deck.unknown[kind])
        for card in deck.top:
            counts[i64(card)] += 1
        for card in deck.bottom:
            counts[i64(card)] += 1

    def _count_single_seat(self, board: Board) -> None:
        hand = self.hand
        kind: i64
        for kind in range(KIND_COUNT):
            hand[kind] = i64(board.hand[kind])
        total: i64 = 0
        colour: i64
        for colour in range(COLOUR_COUNT):
            needs = i64(board.options.deck[FIRST_DOOR + colour]) - i64(board.doors[colour])
            self.door_needs[colour] = needs
            total += needs
        self.doors_to_find = total

    def _count_two_seats(self, board: Board, seat: i64) -> None:
        moves = seat == board.mover
        hand, partner_hand = self.hand, self.partner_hand
        kind: i64
        if moves:
            for kind in range(KIND_COUNT):
                hand[kind] = i64(board.hand[kind])
                partner_hand[kind] = i64(board.partner_hand[kind])
        else:
            for kind in range(KIND_COUNT):
                shared = i64(board.shared[kind])
                hand[kind] = i64(board.partner_hand[kind]) + shared
                partner_hand[kind] = i64(board.hand[kind]) - shared
        total: i64 = 0
        colour: i64
        for colour in range(COLOUR_COUNT):
            own = i64(board.doors[colour] == 0)
            other = i64(board.partner_doors[colour] == 0)
            total += own + other
            if not moves:
                own, other = other, own
            self.door_needs[colour] = own + 2 * other
        self.doors_to_find = total

    def _count_hand(self) -> None:
        hand = self.hand
        cards: i64 = 0
        keys: i64 = 0
        kind: i64
        for kind in range(KIND_COUNT):
            cards += hand[kind]
        for kind in range(KEY, ROOM_KIND_COUNT, SYMBOL_COUNT):
            keys += hand[kind]
        self.hand_size = cards
        self.key_count = keys


def _write_row_states(board: Board, row: vec[u8], states: vec[i64]) -> None:
    """Write the state of a row for each colour."""
    colour: i64
    if len(row) == 0:
        for colour in range(COLOUR_COUNT):
            states[colour] = 0
        return
    last = i64(row[-1])
    symbol = last % SYMBOL_COUNT
    for colour in range(COLOUR_COUNT):
        states[colour] = 1 + symbol
    # A row without a set begun has the length 0: the same state as for the other colours.
    states[last // SYMBOL_COUNT] = 1 + set_length(board, row) * SYMBOL_COUNT + symbol
