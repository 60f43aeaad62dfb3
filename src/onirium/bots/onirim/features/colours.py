"""Features of each colour. The four colours share them, because the rules treat colours alike."""

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.onirim.features.seat_counts import SeatCounts
from onirium.games.onirim.components import COLOUR_COUNT, GOAL_COUNT, KEY, SYMBOL_COUNT
from onirium.games.onirim.expansions.book.doors import is_face_up
from onirium.games.onirim.state import Board


def write_colours(board: Board, counts: SeatCounts, writer: FeatureWriter) -> None:
    """Write the features of all colours."""
    first = writer.offset
    colour: i64
    for colour in range(COLOUR_COUNT):
        writer.offset = first
        _write_colour(board, colour, counts, writer)


def _write_colour(board: Board, colour: i64, counts: SeatCounts, writer: FeatureWriter) -> None:
    needs = counts.door_needs[colour]
    row = counts.row_states[colour]
    sun = colour * SYMBOL_COUNT
    hand, deck = counts.hand, counts.deck
    suns, moons, keys = hand[sun], hand[sun + 1], hand[sun + KEY]
    more_suns, more_moons, more_keys = deck[sun], deck[sun + 1], deck[sun + KEY]
    writer.one_hot((needs * 4 + more_keys) * 4 + keys, 64)
    writer.one_hot((needs * 5 + more_moons) * 10 + more_suns, 200)
    held = (min(keys, 2) * 4 + min(moons, 3)) * 4 + min(suns, 3)
    writer.one_hot((needs * 48 + held) * 10 + row, 1920)
    writer.one_hot((needs * 4 + more_keys) * 12 + min(counts.deck_size // 8, 11), 192)
    rooms = more_suns + more_moons + more_keys
    writer.one_hot((needs * 17 + rooms) * 3 + max(row - 1, 0) // 3, 204)
    if board.options.book:
        _write_goals(board, colour, needs, row, counts, writer)
    else:
        writer.end_group(324 + 720)
    if board.options.premonitions:
        writer.one_hot(needs * 2 + (board.premonitions >> colour & 1), 8)
    else:
        writer.end_group(8)
    if board.options.seats > 1:
        _write_partner(colour, needs, counts, writer)
    else:
        writer.end_group(1080)


def _write_goals(
    board: Board, colour: i64, needs: i64, row: i64, counts: SeatCounts, writer: FeatureWriter
) -> None:
    """Write the positions of a colour among the face-up goals."""
    first: i64 = 8
    second: i64 = 8
    ahead: i64 = 0
    index: i64
    for index in range(len(board.goals)):
        if is_face_up(board, index):
            if i64(board.goals[index]) == colour:
                if first == GOAL_COUNT:
                    first = ahead
                else:
                    second = ahead
            ahead += 1
    writer.one_hot((needs * 9 + first) * 9 + second, 324)
    sun = colour * SYMBOL_COUNT
    hand = counts.hand
    held = (min(hand[sun + KEY], 1) * 3 + min(hand[sun + 1], 2)) * 3 + min(hand[sun], 2)
    writer.one_hot((min(first, 3) * 18 + held) * 10 + row, 720)


def _write_partner(colour: i64, needs: i64, counts: SeatCounts, writer: FeatureWriter) -> None:
    """Write the cards of a colour in the partner's hand, with the partner's row."""
    sun = colour * SYMBOL_COUNT
    hand = counts.partner_hand
    held = (min(hand[sun + KEY], 2) * 3 + min(hand[sun + 1], 2)) * 3 + min(hand[sun], 2)
    writer.one_hot((needs * 27 + held) * 10 + counts.partner_row_states[colour], 1080)
