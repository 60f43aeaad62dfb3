"""What a seat sees of the others."""

from typing import Final

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.nightmarium.features.creatures import ABILITY_COUNT, MOST_SEEN, legion_of_body
from onirium.bots.nightmarium.features.phase import seats_after
from onirium.bots.nightmarium.features.seat_counts import USES, Standing
from onirium.games.nightmarium.components import ABILITY_OF, KIND_COUNT, LEGION_OF
from onirium.games.nightmarium.hands import KNOWN
from onirium.games.nightmarium.state import Board

MOST_CARDS: Final[i64] = 12
"""So many cards of all rivals are told of at most."""

HAS_THE_TURN: Final[i64] = 0
COMES_BEFORE: Final[i64] = 1
COMES_AFTER: Final[i64] = 2
"""When a rival's turn comes, beside the seat's own."""


def write_rival(
    table: Board, seat: i64, other: i64, rival: Standing, writer: FeatureWriter
) -> None:
    """Write what everybody sees of a rival."""
    several = min(table.options.seats - 2, 1)
    to_go, hand = rival.to_go(), rival.hand()
    bare, bodies = min(rival.bare, 3), min(rival.bodies, 3)
    kind = _order(table, seat, other) * 2 + several
    writer.one_hot((kind * 8 + to_go) * 13 + hand, 624)
    writer.one_hot((kind * 4 + bodies) * 13 + hand, 312)
    writer.one_hot((several * 22 + rival.cards_to_go()) * 13 + hand, 572)
    writer.one_hot((((several * 8 + to_go) * 4 + bare) * 4 + bodies) * 2 + rival.mocker, 512)
    _write_creatures(rival, hand, writer)
    _write_cards(table, rival, writer)


def _order(table: Board, seat: i64, other: i64) -> i64:
    """Tell when a rival's turn comes."""
    if other == table.mover:
        return HAS_THE_TURN
    if seats_after(table, table.mover, other) < seats_after(table, table.mover, seat):
        return COMES_BEFORE
    return COMES_AFTER


def _write_creatures(rival: Standing, hand: i64, writer: FeatureWriter) -> None:
    """Write the unfinished creatures, each with whether few, some or many cards are in hand."""
    cards = min(hand // 3, 2)
    number: i64
    for number in range(min(rival.bare, MOST_SEEN)):
        legs = rival.bare_legs[number]
        writer.add((LEGION_OF[legs] * ABILITY_COUNT + ABILITY_OF[legs]) * 3 + cards)
    writer.end_group(84)
    for number in range(min(rival.bodies, MOST_SEEN)):
        legs, torso = rival.body_legs[number], rival.body_torso[number]
        writer.add((ABILITY_OF[legs] * ABILITY_COUNT + ABILITY_OF[torso]) * 3 + cards)
    writer.end_group(147)
    for number in range(min(rival.bodies, MOST_SEEN)):
        legion = legion_of_body(rival.body_legs[number], rival.body_torso[number])
        writer.add(legion * 3 + cards)
    writer.end_group(15)


def _write_cards(table: Board, rival: Standing, writer: FeatureWriter) -> None:
    """Write the cards in hand that everybody has seen, each with its best use."""
    held, decks = table.hands.cards, table.hands.decks
    most = MOST_CARDS // (table.options.seats - 1)
    seen: i64 = 0
    place: i64
    for place in range(rival.first, rival.first + rival.size):
        if i64(decks[place]) == KNOWN and seen < most:
            writer.add(i64(held[place]) * USES + rival.use_of(i64(held[place])))
            seen += 1
    writer.end_group(KIND_COUNT * USES)
