"""Features of the seat's unfinished creatures: abilities, and the cards in hand that fit."""

from typing import Final

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.nightmarium.features.seat_counts import SeatCounts
from onirium.games.nightmarium.components import ABILITY_OF, LEGION_OF

ABILITY_COUNT: Final[i64] = 7
"""The number of abilities, counting none as one."""

MAX_ENCODED: Final[i64] = 3
"""The maximum number of bare creatures, and of bodies, that are encoded."""

NO_CARD: Final[i64] = 0
SOME_CARD: Final[i64] = 1
CARD_OF_THE_LEGION: Final[i64] = 2
TWO_OF_THE_LEGION: Final[i64] = 3
"""The best card in hand for the next missing part."""


def write_creatures(counts: SeatCounts, writer: FeatureWriter) -> None:
    """Write the unfinished creatures of the seat."""
    number: i64
    for number in range(min(counts.bare, MAX_ENCODED)):
        writer.add(_bare(counts, counts.bare_legs[number]))
    writer.end_group(112)
    for number in range(min(counts.bodies, MAX_ENCODED)):
        legs, torso = counts.body_legs[number], counts.body_torso[number]
        abilities = ABILITY_OF[legs] * ABILITY_COUNT + ABILITY_OF[torso]
        writer.add(abilities * 3 + _head(counts, legs, torso))
    writer.end_group(147)
    for number in range(min(counts.bodies, MAX_ENCODED)):
        legs, torso = counts.body_legs[number], counts.body_torso[number]
        writer.add(legion_of_body(legs, torso) * 3 + _head(counts, legs, torso))
    writer.end_group(15)


def _bare(counts: SeatCounts, legs: i64) -> i64:
    """Return the index of a bare creature: legion, ability, and the best torso in hand."""
    legion = LEGION_OF[legs]
    torso = NO_CARD
    if counts.can_be_torso_and_head(legion):
        torso = TWO_OF_THE_LEGION
    elif counts.torsos[legion] > 0:
        torso = CARD_OF_THE_LEGION
    elif counts.torso_count > 0:
        torso = SOME_CARD
    return (legion * ABILITY_COUNT + ABILITY_OF[legs]) * 4 + torso


def _head(counts: SeatCounts, legs: i64, torso: i64) -> i64:
    """Return the best head in hand for a body; one of its legion causes terror."""
    legion = LEGION_OF[legs]
    if LEGION_OF[torso] == legion and counts.heads[legion] > 0:
        return CARD_OF_THE_LEGION
    return min(counts.head_count, SOME_CARD)


def legion_of_body(legs: i64, torso: i64) -> i64:
    """Return the legion of a body, or 4 if its cards are of two legions."""
    legion = LEGION_OF[legs]
    if LEGION_OF[torso] == legion:
        return legion
    return 4
