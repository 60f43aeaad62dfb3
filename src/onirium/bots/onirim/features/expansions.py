"""What is seen of the expansions beyond what belongs to a colour."""

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.onirim.features.seat_counts import Sight
from onirium.bots.onirim.heuristics.towers import run_from, size
from onirium.games.onirim.components import (
    COLOUR_COUNT,
    FIRST_TOWER,
    HAPPY_DREAM,
    PREMONITION_COUNT,
    TOWER_COUNT,
    TOWERS_PER_COLOUR,
)
from onirium.games.onirim.expansions.towers.components import can_touch
from onirium.games.onirim.expansions.towers.row import is_complete
from onirium.games.onirim.state import NONE, Board


def write_expansions(table: Board, sight: Sight, writer: FeatureWriter) -> None:
    """Write which expansions are in play, and what each shows."""
    options = table.options
    book, towers = i64(options.book), i64(options.towers)
    writer.one_hot(book + 2 * towers + 4 * i64(options.premonitions), 8)
    if options.book:
        _write_spells(table, writer)
    else:
        writer.end_group(144)
    if options.towers:
        _write_towers(table, sight, writer)
    else:
        writer.end_group(246)
    if options.premonitions:
        _write_premonitions(table, sight, writer)
    else:
        writer.end_group(133)


def _write_spells(table: Board, writer: FeatureWriter) -> None:
    """Write what can be paid."""
    writer.one_hot(i64(table.options.lost_steps) * 64 + min(table.discard_size, 63), 128)
    writer.one_hot(min(table.to_pay, 15), 16)


def _write_towers(table: Board, sight: Sight, writer: FeatureWriter) -> None:
    """Write how near the formation is at either end, and what could bring it nearer."""
    stands = i64(is_complete(table))
    spared = i64(not table.options.stone_upon_stone)
    last: i64 = i64(len(table.towers)) - 1
    writer.one_hot((stands * 2 + spared) * 8 + min(last + 1, 7), 32)
    held: i64 = 0
    left: i64 = 0
    number: i64
    for number in range(TOWER_COUNT):
        held += sight.hand[FIRST_TOWER + number]
        left += sight.left[FIRST_TOWER + number]
    writer.one_hot(stands * 6 + min(held, 5), 12)
    writer.one_hot(stands * 26 + min(last + 1, 1) * 13 + min(left, 12), 52)
    if last >= 0 and stands == 0:
        first = _end(table, sight, 0, 1)
        other = _end(table, sight, last, -1)
        writer.add(first)
        writer.add(other)
        writer.end_group(75)
        writer.one_hot(max(first, other), 75)
    else:
        writer.end_group(150)


def _end(table: Board, sight: Sight, end: i64, inwards: i64) -> i64:
    """Return how long the run at an end is, and which towers in hand and deck can lengthen it."""
    colours = run_from(table.towers, end, inwards)
    tower = i64(table.towers[end]) - FIRST_TOWER
    held: i64 = 0
    left: i64 = 0
    number: i64
    for number in range(TOWER_COUNT):
        if not colours >> (number // TOWERS_PER_COLOUR) & 1:
            touches = can_touch(number, tower) if inwards > 0 else can_touch(tower, number)
            if touches:
                held += sight.hand[FIRST_TOWER + number]
                left += sight.left[FIRST_TOWER + number]
    return (min(size(colours), 4) * 3 + min(held, 2)) * 5 + min(left, 4)


def _write_premonitions(table: Board, sight: Sight, writer: FeatureWriter) -> None:
    """Write which Premonitions wait, and how near they are to striking."""
    number: i64
    for number in range(PREMONITION_COUNT):
        if table.pile >> number & 1:
            writer.add(number)
    writer.end_group(8)
    single: i64 = 0
    colours: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        single += i64(sight.needs[colour] == 1)
        colours += i64(sight.needs[colour] < _most(table))
    up = table.premonitions
    writer.one_hot((up >> 4 & 1) * 5 + single, 10)
    writer.one_hot((up >> 5 & 1) * 5 + colours, 10)
    writer.one_hot((up >> 6 & 1) * 9 + sight.to_find, 18)
    writer.one_hot((up >> 7 & 1) * 9 + sight.to_find, 18)
    writer.one_hot(PREMONITION_COUNT if table.striking == NONE else table.striking, 9)
    dreams = sight.left[HAPPY_DREAM] + i64(table.limbo[HAPPY_DREAM])
    writer.one_hot(min(dreams, 4) * 12 + min(sight.deck_size // 8, 11), 60)


def _most(table: Board) -> i64:
    """Return what a colour needs of which no door is found."""
    if table.options.seats > 1:
        return 3
    return 2
