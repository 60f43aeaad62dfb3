"""What a seat sees of its unfinished creatures: abilities, and how its hand can go on with them."""

from typing import Final

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.nightmarium.features.seat_counts import Standing
from onirium.games.nightmarium.components import ABILITY_OF, LEGION_OF

ABILITY_COUNT: Final[i64] = 7
"""The abilities, and none."""

MOST_SEEN: Final[i64] = 3
"""Of more bare creatures, or bodies, only so many are seen."""

NO_CARD: Final[i64] = 0
SOME_CARD: Final[i64] = 1
CARD_OF_THE_LEGION: Final[i64] = 2
TWO_OF_THE_LEGION: Final[i64] = 3
"""What of the cards that are missing is in hand."""


def write_creatures(standing: Standing, writer: FeatureWriter) -> None:
    """Write what is seen of the unfinished creatures of a player."""
    number: i64
    for number in range(min(standing.bare, MOST_SEEN)):
        writer.add(_bare(standing, standing.bare_legs[number]))
    writer.end_group(112)
    for number in range(min(standing.bodies, MOST_SEEN)):
        legs, torso = standing.body_legs[number], standing.body_torso[number]
        abilities = ABILITY_OF[legs] * ABILITY_COUNT + ABILITY_OF[torso]
        writer.add(abilities * 3 + _head(standing, legs, torso))
    writer.end_group(147)
    for number in range(min(standing.bodies, MOST_SEEN)):
        legs, torso = standing.body_legs[number], standing.body_torso[number]
        writer.add(legion_of_body(legs, torso) * 3 + _head(standing, legs, torso))
    writer.end_group(15)


def _bare(standing: Standing, legs: i64) -> i64:
    """Number legs by legion and ability, and by whether a torso is in hand."""
    legion = LEGION_OF[legs]
    torso = NO_CARD
    if standing.can_be_torso_and_head(legion):
        torso = TWO_OF_THE_LEGION
    elif standing.torsos[legion] > 0:
        torso = CARD_OF_THE_LEGION
    elif standing.any_torsos > 0:
        torso = SOME_CARD
    return (legion * ABILITY_COUNT + ABILITY_OF[legs]) * 4 + torso


def _head(standing: Standing, legs: i64, torso: i64) -> i64:
    """Tell whether a head for a body is in hand, and one that brings terror."""
    legion = LEGION_OF[legs]
    if LEGION_OF[torso] == legion and standing.heads[legion] > 0:
        return CARD_OF_THE_LEGION
    return min(standing.any_heads, SOME_CARD)


def legion_of_body(legs: i64, torso: i64) -> i64:
    """Return the legion of a body, or 4 if its cards are of two."""
    legion = LEGION_OF[legs]
    if LEGION_OF[torso] == legion:
        return legion
    return 4
