"""What is seen of each colour; the four share their inputs, since nothing else sets them apart."""

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.onirim.features.seat_counts import Sight, row_state
from onirium.games.onirim.components import COLOUR_COUNT, GOAL_COUNT, KEY, SYMBOL_COUNT
from onirium.games.onirim.expansions.book.doors import is_face_up
from onirium.games.onirim.state import Board


def write_colours(table: Board, seat: i64, sight: Sight, writer: FeatureWriter) -> None:
    """Write what is seen of the colours."""
    first = writer.offset
    colour: i64
    for colour in range(COLOUR_COUNT):
        writer.offset = first
        _write_colour(table, seat, colour, sight, writer)


def _write_colour(
    table: Board, seat: i64, colour: i64, sight: Sight, writer: FeatureWriter
) -> None:
    needs = sight.needs[colour]
    sun = colour * SYMBOL_COUNT
    suns, moons, keys = sight.hand[sun], sight.hand[sun + 1], sight.hand[sun + KEY]
    more_suns, more_moons, more_keys = sight.left[sun], sight.left[sun + 1], sight.left[sun + KEY]
    row = row_state(table, seat, colour)
    writer.one_hot((needs * 4 + more_keys) * 4 + keys, 64)
    writer.one_hot((needs * 5 + more_moons) * 10 + more_suns, 200)
    hand = (min(keys, 2) * 4 + min(moons, 3)) * 4 + min(suns, 3)
    writer.one_hot((needs * 48 + hand) * 10 + row, 1920)
    writer.one_hot((needs * 4 + more_keys) * 12 + min(sight.deck_size // 8, 11), 192)
    rooms = more_suns + more_moons + more_keys
    writer.one_hot((needs * 17 + rooms) * 3 + max(row - 1, 0) // 3, 204)
    if table.options.book:
        _write_goals(table, colour, needs, row, sight, writer)
    else:
        writer.end_group(324 + 720)
    if table.options.premonitions:
        writer.one_hot(needs * 2 + (table.premonitions >> colour & 1), 8)
    else:
        writer.end_group(8)
    if table.options.seats > 1:
        _write_partner(table, seat, colour, needs, sight, writer)
    else:
        writer.end_group(1080)


def _write_goals(
    table: Board, colour: i64, needs: i64, row: i64, sight: Sight, writer: FeatureWriter
) -> None:
    """Write when the doors of a colour are due."""
    due: i64 = 8
    then: i64 = 8
    ahead: i64 = 0
    place: i64
    for place in range(len(table.goals)):
        if is_face_up(table, place):
            if i64(table.goals[place]) == colour:
                if due == GOAL_COUNT:
                    due = ahead
                else:
                    then = ahead
            ahead += 1
    writer.one_hot((needs * 9 + due) * 9 + then, 324)
    sun = colour * SYMBOL_COUNT
    hand = (min(sight.hand[sun + KEY], 1) * 3 + min(sight.hand[sun + 1], 2)) * 3
    hand += min(sight.hand[sun], 2)
    writer.one_hot((min(due, 3) * 18 + hand) * 10 + row, 720)


def _write_partner(
    table: Board, seat: i64, colour: i64, needs: i64, sight: Sight, writer: FeatureWriter
) -> None:
    """Write what the partner has of a colour."""
    sun = colour * SYMBOL_COUNT
    hand = (min(sight.partner_hand[sun + KEY], 2) * 3 + min(sight.partner_hand[sun + 1], 2)) * 3
    hand += min(sight.partner_hand[sun], 2)
    writer.one_hot((needs * 27 + hand) * 10 + row_state(table, 1 - seat, colour), 1080)
