"""Features that combine everything about an unfinished colour.

All colours share the weights of these features, and a hidden unit sums over the colours, so a fact
about one colour reaches the network only as a single feature.
"""

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.onirim.features.seat_counts import SeatCounts
from onirium.games.onirim.components import COLOUR_COUNT, KEY, ROOM_KIND_COUNT, SYMBOL_COUNT
from onirium.games.onirim.state import Board


def write_colour_patterns(board: Board, counts: SeatCounts, writer: FeatureWriter) -> None:
    """Write the patterns of each unfinished colour, and the symbols in hand."""
    first = writer.offset
    colour: i64
    for colour in range(COLOUR_COUNT):
        writer.offset = first
        missing = _missing_doors(board, colour, counts)
        if missing > 0:
            _write_colour(board, colour, missing - 1, counts, writer)
    writer.offset = first
    writer.end_group(4000 + 2160 + 576)
    _write_symbols(counts, writer)


def write_key_locations(counts: SeatCounts, writer: FeatureWriter) -> None:
    """Write the locations of the keys of each colour, in games of two."""
    first = writer.offset
    colour: i64
    for colour in range(COLOUR_COUNT):
        writer.offset = first
        if counts.door_needs[colour] > 0:
            key = colour * SYMBOL_COUNT + KEY
            held = min(counts.hand[key], 2) * 3 + min(counts.partner_hand[key], 2)
            keys = ((counts.door_needs[colour] - 1) * 9 + held) * 4 + counts.deck[key]
            writer.one_hot(keys * 24 + min(counts.deck_size // 4, 23), 2592)
    writer.offset = first
    writer.end_group(2592)


def _missing_doors(board: Board, colour: i64, counts: SeatCounts) -> i64:
    """Return the number of doors of a colour to be found, or 0 if the seat itself needs none."""
    needs = counts.door_needs[colour]
    if board.options.seats == 1:
        return needs
    if needs & 1:
        return 1 + (needs >> 1)
    return 0


def _write_colour(
    board: Board,
    colour: i64,
    missing: i64,
    counts: SeatCounts,
    writer: FeatureWriter,
) -> None:
    """Write the cards of a colour in hands and deck, and those in hand with the row."""
    sun = colour * SYMBOL_COUNT
    hand, deck, partner_hand = counts.hand, counts.deck, counts.partner_hand
    suns, moons, keys = hand[sun], hand[sun + 1], hand[sun + KEY]
    more_suns, more_moons, more_keys = deck[sun], deck[sun + 1], deck[sun + KEY]
    row = counts.row_states[colour]
    both = ((keys + more_keys) * 5 + moons + more_moons) * 10 + suns + more_suns
    if board.options.seats > 1:
        both += (partner_hand[sun + KEY] * 5 + partner_hand[sun + 1]) * 10 + partner_hand[sun]
    writer.one_hot((missing * 200 + both) * 10 + row, 4000)
    all_keys = min(keys, 2) * 4 + more_keys
    held = (all_keys * 3 + min(moons, 2)) * 3 + min(suns, 2)
    writer.one_hot((missing * 108 + held) * 10 + row, 2160)
    writer.one_hot((missing * 12 + all_keys) * 24 + min(counts.deck_size // 4, 23), 576)


def _write_symbols(counts: SeatCounts, writer: FeatureWriter) -> None:
    """Write the numbers of symbols in hand, with the last symbol of the row."""
    hand = counts.hand
    suns: i64 = 0
    moons: i64 = 0
    sun: i64
    for sun in range(0, ROOM_KIND_COUNT, SYMBOL_COUNT):
        suns += hand[sun]
        moons += hand[sun + 1]
    held = (min(counts.key_count, 5) * 6 + min(moons, 5)) * 6 + min(suns, 5)
    row = counts.row_states[0]
    last = (row - 1) % SYMBOL_COUNT + 1 if row > 0 else 0
    writer.one_hot(last * 216 + held, 864)
