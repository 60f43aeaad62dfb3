"""Features of the tower row in games without rivals: how far hand and deck can extend the run."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.onirim.features.seat_counts import SeatCounts
from onirium.bots.onirim.heuristics.towers import count_colours, run_from
from onirium.games.onirim.components import FIRST_TOWER, NIGHTMARE, TOWER_COUNT, TOWERS_PER_COLOUR
from onirium.games.onirim.expansions.towers.components import FORMATION_SIZE, can_touch
from onirium.games.onirim.expansions.towers.row import is_complete
from onirium.games.onirim.state import Board

CLOSED_END: Final[i64] = -1
"""Stands for an end of the row at which the run cannot be extended."""

NO_ROW: Final[i64] = -1
"""The row of an empty cache entry."""

CACHE_SIZE: Final[i64] = 512
"""The number of cached positions of the towers, a power of two."""

FEATURE_COUNT: Final[i64] = 1820
"""The number of features in this module."""


@final
class RunPotential:
    """The longest run at an end of the tower row, and its possible extensions.

    The search is cached by the positions of the towers: states of one search have few of them.

    Attributes:
        length: the length of the longest run, or 4 if the formation is complete.
        with_hand: its maximum length with towers of the hand.
        extending_towers: the number of towers in the deck or a partner's hand that would increase
            ``with_hand``.
        with_all: its maximum length with towers of hand, deck and partner.
    """

    def __init__(self) -> None:
        self.length: i64 = 0
        self.with_hand: i64 = 0
        self.extending_towers: i64 = 0
        self.with_all: i64 = 0
        self._rows = vec[i64]([NO_ROW] * int(CACHE_SIZE))
        self._cards = vec[i64]([0] * int(CACHE_SIZE))
        self._potentials = vec[i64]([0] * int(CACHE_SIZE))

    def update(self, board: Board, counts: SeatCounts) -> None:
        """Set the attributes to those of a board, from the cache if possible."""
        row: i64 = 0
        for tower in board.towers:
            row = row << 4 | (i64(tower) - FIRST_TOWER + 1)
        hand: i64 = 0
        deck: i64 = 0
        number: i64
        for number in range(TOWER_COUNT):
            hand |= i64(counts.hand[FIRST_TOWER + number] > 0) << number
            deck |= i64(_is_available(board, counts, FIRST_TOWER + number)) << number
        cards = deck << TOWER_COUNT | hand
        entry = _cache_entry(row, cards)
        if row == self._rows[entry] and cards == self._cards[entry]:
            self._unpack(self._potentials[entry])
            return
        self._compute(board, hand, deck)
        self._rows[entry] = row
        self._cards[entry] = cards
        self._potentials[entry] = self._pack()

    def _pack(self) -> i64:
        """Return the attributes as one integer, of 4 bits each."""
        packed = (self.length << 4 | self.with_hand) << 4 | self.extending_towers
        return packed << 4 | self.with_all

    def _unpack(self, packed: i64) -> None:
        """Set the attributes from the integer."""
        self.length = packed >> 12
        self.with_hand = packed >> 8 & 15
        self.extending_towers = packed >> 4 & 15
        self.with_all = packed & 15

    def _compute(self, board: Board, hand: i64, deck: i64) -> None:
        self.extending_towers = 0
        if is_complete(board):
            self.length = self.with_hand = self.with_all = FORMATION_SIZE
            return
        self.length = _longest_run_with(board, 0)
        self.with_hand = _longest_run_with(board, hand)
        self.with_all = _longest_run_with(board, hand | deck)
        number: i64
        for number in range(TOWER_COUNT):
            if deck >> number & 1 and _longest_run_with(board, hand | 1 << number) > self.with_hand:
                self.extending_towers += 1


def write_tower_row(
    board: Board, counts: SeatCounts, potential: RunPotential, writer: FeatureWriter
) -> None:
    """Write the run potential, combined with deck size, Nightmares and missing doors."""
    potential.update(board, counts)
    now, soon, ways = potential.length, potential.with_hand, min(potential.extending_towers, 7)
    nightmares = counts.deck[NIGHTMARE] + i64(board.limbo[NIGHTMARE])
    writer.one_hot((now * 5 + soon) * 8 + ways, 200)
    writer.one_hot((soon * 8 + ways) * 24 + min(counts.deck_size // 4, 23), 960)
    writer.one_hot((now * 5 + soon) * 11 + min(nightmares, 10), 275)
    writer.one_hot((soon * 8 + ways) * 9 + counts.doors_to_find, 360)
    writer.one_hot(soon * 5 + potential.with_all, 25)


def _cache_entry(row: i64, cards: i64) -> i64:
    """Return the cache entry of a position, by Fibonacci hashing of its bits, folded to 24."""
    folded = (row ^ row >> 24 ^ cards) & 0xFFFFFF
    return folded * 40503 >> 12 & (CACHE_SIZE - 1)


def _is_available(board: Board, counts: SeatCounts, tower: i64) -> bool:
    """Return whether a tower is in the deck or in a partner's hand."""
    partners = board.options.seats > 1 and counts.partner_hand[tower] > 0
    return partners or counts.deck[tower] > 0


def _longest_run_with(board: Board, cards: i64) -> i64:
    """Return the maximum length of a run at an end of the row, using a bit set of towers."""
    last: i64 = i64(len(board.towers)) - 1
    if last < 0:
        return _longest_new_run(cards)
    left = i64(board.towers[0]) - FIRST_TOWER
    right = i64(board.towers[last]) - FIRST_TOWER
    colours = run_from(board.towers, 0, 1)
    if count_colours(colours) == last + 1:
        return _extend_run(colours, left, right, cards)
    return max(
        _extend_run(colours, left, CLOSED_END, cards),
        _extend_run(run_from(board.towers, last, -1), CLOSED_END, right, cards),
    )


def _longest_new_run(cards: i64) -> i64:
    """Return the maximum length of a run in an empty row."""
    best: i64 = 0
    number: i64
    for number in range(TOWER_COUNT):
        if cards >> number & 1 and best < FORMATION_SIZE:
            colour: i64 = 1 << number // TOWERS_PER_COLOUR
            best = max(best, _extend_run(colour, number, number, cards))
    return best


def _extend_run(colours: i64, left: i64, right: i64, cards: i64) -> i64:
    """Return the maximum length of a run, by depth-first search.

    Args:
        colours: the colours of the run, as a bit set.
        left: the tower at its left end, or ``CLOSED_END``.
        right: the tower at its right end, or ``CLOSED_END``.
        cards: the towers that may be added, as a bit set.
    """
    best = count_colours(colours)
    number: i64
    for number in range(TOWER_COUNT):
        if best == FORMATION_SIZE:
            break
        colour: i64 = 1 << number // TOWERS_PER_COLOUR
        if cards >> number & 1 and not colours & colour:
            if left != CLOSED_END and can_touch(number, left):
                best = max(best, _extend_run(colours | colour, number, right, cards))
            if right != CLOSED_END and can_touch(right, number):
                best = max(best, _extend_run(colours | colour, left, number, cards))
    return best
