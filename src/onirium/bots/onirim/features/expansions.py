"""Features of the expansions that do not belong to a colour."""

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.onirim.features.seat_counts import SeatCounts
from onirium.bots.onirim.heuristics.towers import count_colours, run_from
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


def write_expansions(board: Board, counts: SeatCounts, writer: FeatureWriter) -> None:
    """Write the set of expansions and the features of each."""
    options = board.options
    book, towers = i64(options.book), i64(options.towers)
    writer.one_hot(book + 2 * towers + 4 * i64(options.premonitions), 8)
    if options.book:
        _write_spells(board, writer)
    else:
        writer.end_group(144)
    if options.towers:
        _write_towers(board, counts, writer)
    else:
        writer.end_group(246)
    if options.premonitions:
        _write_premonitions(board, counts, writer)
    else:
        writer.end_group(133)


def _write_spells(board: Board, writer: FeatureWriter) -> None:
    """Write the discard pile as means of payment, and the amount to pay."""
    writer.one_hot(i64(board.options.lost_steps) * 64 + min(board.discard_size, 63), 128)
    writer.one_hot(min(board.to_pay, 15), 16)


def _write_towers(board: Board, counts: SeatCounts, writer: FeatureWriter) -> None:
    """Write the runs at both ends of the tower row, and the towers in hand and deck."""
    complete = i64(is_complete(board))
    spared = i64(not board.options.stone_upon_stone)
    last: i64 = i64(len(board.towers)) - 1
    writer.one_hot((complete * 2 + spared) * 8 + min(last + 1, 7), 32)
    held: i64 = 0
    left: i64 = 0
    number: i64
    for number in range(TOWER_COUNT):
        held += counts.hand[FIRST_TOWER + number]
        left += counts.deck[FIRST_TOWER + number]
    writer.one_hot(complete * 6 + min(held, 5), 12)
    writer.one_hot(complete * 26 + min(last + 1, 1) * 13 + min(left, 12), 52)
    if last >= 0 and complete == 0:
        first = _row_end(board, counts, 0, 1)
        other = _row_end(board, counts, last, -1)
        writer.add(first)
        writer.add(other)
        writer.end_group(75)
        writer.one_hot(max(first, other), 75)
    else:
        writer.end_group(150)


def _row_end(board: Board, counts: SeatCounts, end: i64, inwards: i64) -> i64:
    """Return the length of the run at an end, with the towers that can extend it, as an index."""
    colours = run_from(board.towers, end, inwards)
    tower = i64(board.towers[end]) - FIRST_TOWER
    held: i64 = 0
    left: i64 = 0
    number: i64
    for number in range(TOWER_COUNT):
        if not colours >> (number // TOWERS_PER_COLOUR) & 1:
            touches = can_touch(number, tower) if inwards > 0 else can_touch(tower, number)
            if touches:
                held += counts.hand[FIRST_TOWER + number]
                left += counts.deck[FIRST_TOWER + number]
    return (min(count_colours(colours), 4) * 3 + min(held, 2)) * 5 + min(left, 4)


def _write_premonitions(board: Board, counts: SeatCounts, writer: FeatureWriter) -> None:
    """Write the waiting Premonitions and the progress towards their conditions."""
    number: i64
    for number in range(PREMONITION_COUNT):
        if board.pile >> number & 1:
            writer.add(number)
    writer.end_group(8)
    single: i64 = 0
    colours: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        single += i64(counts.door_needs[colour] == 1)
        colours += i64(counts.door_needs[colour] < _initial_need(board))
    up = board.premonitions
    writer.one_hot((up >> 4 & 1) * 5 + single, 10)
    writer.one_hot((up >> 5 & 1) * 5 + colours, 10)
    writer.one_hot((up >> 6 & 1) * 9 + counts.doors_to_find, 18)
    writer.one_hot((up >> 7 & 1) * 9 + counts.doors_to_find, 18)
    writer.one_hot(PREMONITION_COUNT if board.striking == NONE else board.striking, 9)
    dreams = counts.deck[HAPPY_DREAM] + i64(board.limbo[HAPPY_DREAM])
    writer.one_hot(min(dreams, 4) * 12 + min(counts.deck_size // 8, 11), 60)


def _initial_need(board: Board) -> i64:
    """Return the value of ``door_needs`` for a colour without doors found."""
    if board.options.seats > 1:
        return 3
    return 2
