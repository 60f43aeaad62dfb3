"""N4 Placing a card before oneself: legs begin a creature, a torso and a head go on top."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium.actions import PLACE_CARD, PLACES, place_of, placed_card
from onirium.games.nightmarium.components import HEIGHT, PARTS, PARTS_OF
from onirium.games.nightmarium.state import NONE, Table, tell


def places_into(table: Table, card: i64, actions: vec[i64], count: i64) -> i64:
    """N4.1 Write behind other actions the placements of a card; return the number of all.

    N4.2, N4.3 It goes on one's own creatures, and begins one only where a place is left.
    """
    parts = PARTS_OF[card]
    first = table.spot(table.mover, 0)
    action = PLACE_CARD + card * PLACES
    if parts & 1 and free_place(table) != NONE:
        actions[count] = action
        count += 1
    place: i64
    for place in range(table.options.goal):
        height = table.height(first + place)
        if height > 0 and parts >> height & 1:
            actions[count] = action + place + 1
            count += 1
    return count


def free_place(table: Table) -> i64:
    """N4.3 Return the first place of the mover that is empty, or ``NONE``."""
    first = table.spot(table.mover, 0)
    place: i64
    for place in range(table.options.goal):
        if table.height(first + place) == 0:
            return place
    return NONE


def place(table: Table, action: i64, source: str) -> i64:
    """N3.5, N4.1 Lay a card before the mover.

    Args:
        table: the table.
        action: which card, and where.
        source: where the card comes from.

    Returns:
        The place of the creature that it completes, or ``NONE``.
    """
    card = placed_card(action)
    place = place_of(action) - 1
    if place < 0:
        place = free_place(table)
    spot = table.spot(table.mover, place)
    if table.log is not None:
        part = PARTS[int(table.height(spot))]
        tell(table, f"place {part}", table.mover, card, source, "creature", spot)
    table.lay(spot, card)
    if table.height(spot) == HEIGHT:
        return place
    return NONE
