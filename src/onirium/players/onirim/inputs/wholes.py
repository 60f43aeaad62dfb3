"""What is seen more closely at a table for one: each colour that is not done, as a whole.

Units of a network add up what they are told of all colours, so that what belongs to one of them
must be told in one piece.
"""

from mypy_extensions import i64

from onirium.games.onirim.box import COLOUR_COUNT, KEY, SYMBOL_COUNT
from onirium.games.onirim.state import Table
from onirium.players.onirim.inputs.sight import Sight, row_state
from onirium.players.pen import Pen


def write_alone(table: Table, seat: i64, sight: Sight, pen: Pen) -> None:
    """Write what each colour can still become, and the symbols of the hand."""
    first = pen.first
    colour: i64
    for colour in range(COLOUR_COUNT):
        pen.first = first
        if sight.needs[colour] > 0:
            _write_colour(table, seat, colour, sight, pen)
    pen.first = first
    pen.skip(4000 + 2160 + 576)
    _write_symbols(table, sight, pen)


def _write_colour(table: Table, seat: i64, colour: i64, sight: Sight, pen: Pen) -> None:
    """Write what hand and deck still have of a colour, and what is in hand for it."""
    two = sight.needs[colour] - 1
    sun = colour * SYMBOL_COUNT
    suns, moons, keys = sight.hand[sun], sight.hand[sun + 1], sight.hand[sun + KEY]
    more_suns, more_moons, more_keys = sight.left[sun], sight.left[sun + 1], sight.left[sun + KEY]
    row = row_state(table, seat, colour)
    both = ((keys + more_keys) * 5 + moons + more_moons) * 10 + suns + more_suns
    pen.one_of((two * 200 + both) * 10 + row, 4000)
    held = min(keys, 2) * 4 + more_keys
    hand = (held * 3 + min(moons, 2)) * 3 + min(suns, 2)
    pen.one_of((two * 108 + hand) * 10 + row, 2160)
    pen.one_of((two * 12 + held) * 24 + min(sight.deck_size // 4, 23), 576)


def _write_symbols(table: Table, sight: Sight, pen: Pen) -> None:
    """Write how many cards of each symbol are in hand, beside the symbol that ends the row."""
    last: i64 = 0
    if len(table.row) > 0:
        last = i64(table.row[-1]) % SYMBOL_COUNT + 1
    suns: i64 = 0
    moons: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        suns += sight.hand[colour * SYMBOL_COUNT]
        moons += sight.hand[colour * SYMBOL_COUNT + 1]
    hand = (min(sight.keys, 5) * 6 + min(moons, 5)) * 6 + min(suns, 5)
    pen.one_of(last * 216 + hand, 864)
