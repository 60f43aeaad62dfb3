"""One player's side of a table, and what is left in the deck, counted once for all inputs."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.onirim.components import COLOUR_COUNT, KEY, KIND_COUNT, SYMBOL_COUNT
from onirium.games.onirim.doors import set_length
from onirium.games.onirim.state import Board

_NO_CARDS: Final = vec[i64]([0] * 30)
_NO_DOORS: Final = vec[i64]([0] * 4)

NO_SET: Final[i64] = 0
"""The length of a set in a row that has none begun."""


@final
class Sight:
    """What one player has and needs.

    Attributes:
        left: how many cards of each kind are in the deck.
        deck_size: how many cards the deck has.
        hand: the cards of the hand by kind, the shared reserve among them.
        hand_size: how many they are, five at most.
        keys: how many of them are keys.
        partner_hand: with two players the partner's personal reserve by kind.
        needs: for each colour what is still to be found: alone how many doors, else whether a door
            for oneself (1) and for the partner (2).
        to_find: how many doors are still to be found in all.
    """

    def __init__(self) -> None:
        self.left = _NO_CARDS[:]
        self.deck_size: i64 = 0
        self.hand = _NO_CARDS[:]
        self.hand_size: i64 = 0
        self.keys: i64 = 0
        self.partner_hand = _NO_CARDS[:]
        self.needs = _NO_DOORS[:]
        self.to_find: i64 = 0

    def look(self, table: Board, seat: i64) -> None:
        """Look at a table from a seat."""
        self._look_at_deck(table)
        if table.options.seats == 1:
            self._look_alone(table)
        else:
            self._look_beside_partner(table, seat)
        self.hand_size = 0
        self.keys = 0
        kind: i64
        for kind in range(KIND_COUNT):
            self.hand_size += self.hand[kind]
        for kind in range(COLOUR_COUNT):
            self.keys += self.hand[kind * SYMBOL_COUNT + KEY]

    def _look_at_deck(self, table: Board) -> None:
        deck = table.deck
        self.deck_size = deck.size()
        kind: i64
        for kind in range(KIND_COUNT):
            self.left[kind] = i64(deck.unknown[kind])
        for card in deck.top:
            self.left[i64(card)] += 1
        for card in deck.bottom:
            self.left[i64(card)] += 1

    def _look_alone(self, table: Board) -> None:
        kind: i64
        for kind in range(KIND_COUNT):
            self.hand[kind] = i64(table.hand[kind])
        self.to_find = 0
        colour: i64
        for colour in range(COLOUR_COUNT):
            self.needs[colour] = 2 - i64(table.doors[colour])
            self.to_find += self.needs[colour]

    def _look_beside_partner(self, table: Board, seat: i64) -> None:
        moves = seat == table.mover
        kind: i64
        for kind in range(KIND_COUNT):
            shared = i64(table.shared[kind])
            mine = i64(table.hand[kind]) - shared
            theirs = i64(table.partner_hand[kind])
            if not moves:
                mine, theirs = theirs, mine
            self.hand[kind] = mine + shared
            self.partner_hand[kind] = theirs
        self.to_find = 0
        colour: i64
        for colour in range(COLOUR_COUNT):
            own = 1 - i64(table.doors[colour])
            other = 1 - i64(table.partner_doors[colour])
            self.to_find += own + other
            if not moves:
                own, other = other, own
            self.needs[colour] = own + 2 * other


def row_state(table: Board, seat: i64, colour: i64) -> i64:
    """Tell how a row stands to a colour, as a number below 10.

    0 when it is empty; 1 to 3 by the last symbol when no set of the colour is begun; 4 to 9 by the
    length of the set begun and its last symbol.
    """
    row = table.row if seat == table.mover else table.partner_row
    if len(row) == 0:
        return 0
    last = i64(row[-1])
    length = set_length(row)
    if length == NO_SET or last // SYMBOL_COUNT != colour:
        return 1 + last % SYMBOL_COUNT
    return 1 + length * SYMBOL_COUNT + last % SYMBOL_COUNT
