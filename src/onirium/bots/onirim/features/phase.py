"""Features of the current step and the doors as a whole."""

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.onirim.features.seat_counts import SeatCounts
from onirium.games.onirim.components import COLOUR_COUNT, FIRST_DOOR, HAPPY_DREAM, NIGHTMARE
from onirium.games.onirim.doors import key_of
from onirium.games.onirim.state import NONE, Board


def write_phase(board: Board, seat: i64, counts: SeatCounts, writer: FeatureWriter) -> None:
    """Write the current step, the drawn card, the needed doors and the seat to move."""
    writer.one_hot(board.current_step() * 6 + min(counts.hand_size, 5), 216)
    writer.one_hot(_drawn_card_class(board, counts), 6)
    writer.one_hot(_doors_by_need(counts), 25)
    if board.options.seats > 1:
        writer.one_hot(i64(seat == board.mover), 2)
    else:
        writer.end_group(2)


def _drawn_card_class(board: Board, counts: SeatCounts) -> i64:
    """Return the class of the card drawn and not yet resolved."""
    card = board.drawn
    if card == NONE:
        return 0
    if card == NIGHTMARE:
        return 1
    if card == HAPPY_DREAM:
        return 2
    if FIRST_DOOR <= card < NIGHTMARE:
        return 3 + min(counts.hand[key_of(card)], 1)
    return 5


def _doors_by_need(counts: SeatCounts) -> i64:
    """Return the numbers of colours that need one door and more doors, as an index."""
    one: i64 = 0
    more: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        if counts.door_needs[colour] == 1:
            one += 1
        elif counts.door_needs[colour] > 1:
            more += 1
    return one * 5 + more
