"""What a seat sees of the others: in a world that has been dealt, their hands too."""

from typing import Final

from mypy_extensions import i64

from onirium.games.nightmarium.box import ABILITY_OF
from onirium.games.nightmarium.state import Table
from onirium.players.nightmarium.inputs.creatures import ABILITY_COUNT, write_creatures
from onirium.players.nightmarium.inputs.moment import bound_legion, seats_after, turn_of
from onirium.players.nightmarium.inputs.standing import USES, Standing
from onirium.players.pen import Pen

MOST_CARDS: Final[i64] = 16
"""So many cards of all rivals are seen at most."""

HAS_THE_TURN: Final[i64] = 0
COMES_BEFORE: Final[i64] = 1
COMES_AFTER: Final[i64] = 2
"""When a rival's turn comes, beside the seat's own."""


def write_rival(table: Table, seat: i64, other: i64, rival: Standing, pen: Pen) -> None:
    """Write what a rival has."""
    several = min(table.options.seats - 2, 1)
    to_go, hand = rival.to_go(), rival.hand()
    bare, bodies = min(rival.bare, 3), min(rival.bodies, 3)
    torsos, heads = min(rival.any_torsos, 3), min(rival.any_heads, 3)
    completes = rival.can_complete(turn_of(table, other), bound_legion(table, other))
    kind = _order(table, seat, other) * 2 + several
    pen.one_of(((kind * 8 + to_go) * 3 + completes) * 2 + rival.mocker, 288)
    pen.one_of((several * 22 + rival.cards_to_go()) * 13 + hand, 572)
    pen.one_of((((several * 4 + bare) * 4 + bodies) * 4 + torsos) * 4 + heads, 512)
    write_creatures(rival, pen)
    _write_cards(table, rival, pen)


def _order(table: Table, seat: i64, other: i64) -> i64:
    """Tell when a rival's turn comes."""
    if other == table.mover:
        return HAS_THE_TURN
    if seats_after(table, table.mover, other) < seats_after(table, table.mover, seat):
        return COMES_BEFORE
    return COMES_AFTER


def _write_cards(table: Table, rival: Standing, pen: Pen) -> None:
    """Write the abilities of the cards in hand, each with its card's best use."""
    held = table.hands.cards
    most = MOST_CARDS // (table.options.seats - 1)
    place: i64
    for place in range(rival.first, rival.first + min(rival.size, most)):
        card = i64(held[place])
        pen.also(ABILITY_OF[card] * USES + rival.use_of(card))
    pen.skip(ABILITY_COUNT * USES)
