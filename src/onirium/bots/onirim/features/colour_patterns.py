"""What is seen closely: each colour that is not done, as a whole.

Units of a network add up what they are told of all colours, so that what belongs to one of them
must be told in one piece.
"""

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.onirim.features.seat_counts import Sight, row_state
from onirium.games.onirim.components import COLOUR_COUNT, KEY, SYMBOL_COUNT
from onirium.games.onirim.state import Board


def write_wholes(table: Board, seat: i64, sight: Sight, writer: FeatureWriter) -> None:
    """Write what each colour can still become for a player, and the symbols of the hand."""
    first = writer.offset
    colour: i64
    for colour in range(COLOUR_COUNT):
        writer.offset = first
        missing = _missing(table, colour, sight)
        if missing > 0:
            _write_colour(table, seat, colour, missing - 1, sight, writer)
    writer.offset = first
    writer.end_group(4000 + 2160 + 576)
    _write_symbols(table, seat, sight, writer)


def write_keys(sight: Sight, writer: FeatureWriter) -> None:
    """Write where the keys of each colour are, when there are two players."""
    first = writer.offset
    colour: i64
    for colour in range(COLOUR_COUNT):
        writer.offset = first
        if sight.needs[colour] > 0:
            key = colour * SYMBOL_COUNT + KEY
            held = min(sight.hand[key], 2) * 3 + min(sight.partner_hand[key], 2)
            keys = ((sight.needs[colour] - 1) * 9 + held) * 4 + sight.left[key]
            writer.one_hot(keys * 24 + min(sight.deck_size // 4, 23), 2592)
    writer.offset = first
    writer.end_group(2592)


def _missing(table: Board, colour: i64, sight: Sight) -> i64:
    """Return how many doors of a colour are still to be found, none where the player needs none."""
    needs = sight.needs[colour]
    if table.options.seats == 1:
        return needs
    if needs & 1:
        return 1 + (needs >> 1)
    return 0


def _write_colour(
    table: Board, seat: i64, colour: i64, two: i64, sight: Sight, writer: FeatureWriter
) -> None:
    """Write what hands and deck still have of a colour, and what is in hand for it."""
    sun = colour * SYMBOL_COUNT
    suns, moons, keys = sight.hand[sun], sight.hand[sun + 1], sight.hand[sun + KEY]
    more_suns, more_moons, more_keys = sight.left[sun], sight.left[sun + 1], sight.left[sun + KEY]
    row = row_state(table, seat, colour)
    both = ((keys + more_keys) * 5 + moons + more_moons) * 10 + suns + more_suns
    if table.options.seats > 1:
        both += (sight.partner_hand[sun + KEY] * 5 + sight.partner_hand[sun + 1]) * 10
        both += sight.partner_hand[sun]
    writer.one_hot((two * 200 + both) * 10 + row, 4000)
    held = min(keys, 2) * 4 + more_keys
    hand = (held * 3 + min(moons, 2)) * 3 + min(suns, 2)
    writer.one_hot((two * 108 + hand) * 10 + row, 2160)
    writer.one_hot((two * 12 + held) * 24 + min(sight.deck_size // 4, 23), 576)


def _write_symbols(table: Board, seat: i64, sight: Sight, writer: FeatureWriter) -> None:
    """Write how many cards of each symbol are in hand, beside the symbol that ends the row."""
    row = table.row if seat == table.mover else table.partner_row
    last: i64 = 0
    if len(row) > 0:
        last = i64(row[-1]) % SYMBOL_COUNT + 1
    suns: i64 = 0
    moons: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        suns += sight.hand[colour * SYMBOL_COUNT]
        moons += sight.hand[colour * SYMBOL_COUNT + 1]
    hand = (min(sight.keys, 5) * 6 + min(moons, 5)) * 6 + min(suns, 5)
    writer.one_hot(last * 216 + hand, 864)
