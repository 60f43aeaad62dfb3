"""What is seen of the moment: what is being done, and what waits."""

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.onirim.features.seat_counts import Sight
from onirium.games.onirim.components import COLOUR_COUNT, FIRST_DOOR, HAPPY_DREAM, NIGHTMARE
from onirium.games.onirim.doors import key_of
from onirium.games.onirim.state import NONE, Board


def write_moment(table: Board, seat: i64, sight: Sight, writer: FeatureWriter) -> None:
    """Write what is being done, and how the doors stand as a whole."""
    writer.one_hot(table.current_step() * 6 + min(sight.hand_size, 5), 216)
    writer.one_hot(_waiting(table, sight), 6)
    writer.one_hot(_doors(sight), 25)
    if table.options.seats > 1:
        writer.one_hot(i64(seat == table.mover), 2)
    else:
        writer.end_group(2)


def _waiting(table: Board, sight: Sight) -> i64:
    """Return what card lies on the table."""
    card = table.drawn
    if card == NONE:
        return 0
    if card == NIGHTMARE:
        return 1
    if card == HAPPY_DREAM:
        return 2
    if FIRST_DOOR <= card < NIGHTMARE:
        return 3 + min(sight.hand[key_of(card)], 1)
    return 5


def _doors(sight: Sight) -> i64:
    """Return of how many colours one door, and of how many two are still to be found."""
    one: i64 = 0
    more: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        if sight.needs[colour] == 1:
            one += 1
        elif sight.needs[colour] > 1:
            more += 1
    return one * 5 + more
