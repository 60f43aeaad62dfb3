"""What a seat sees of its own hand and creatures."""

from typing import Final

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.nightmarium.features.creatures import ABILITY_COUNT, write_creatures
from onirium.bots.nightmarium.features.phase import bound_legion, phase_of, turn_of
from onirium.bots.nightmarium.features.seat_counts import HEAD, USES, Standing
from onirium.games.nightmarium.components import (
    ABILITY_OF,
    KIND_COUNT,
    LEGION_COUNT,
    LEGION_OF,
    PARTS_OF,
)
from onirium.games.nightmarium.state import NONE, Board

MOST_CARDS: Final[i64] = 12
MAX_COMPLETIONS: Final[i64] = 5
"""So many cards, and heads on bodies, are seen at most."""


def write_own(table: Board, seat: i64, own: Standing, writer: FeatureWriter) -> None:
    """Write what the seat has."""
    phase = phase_of(table, seat)
    to_go, hand = own.to_go(), own.hand()
    bare, bodies = min(own.bare, 3), min(own.bodies, 3)
    torsos, heads = min(own.any_torsos, 3), min(own.any_heads, 3)
    completes = own.can_complete(turn_of(table, seat), bound_legion(table, seat))
    writer.one_hot((to_go * 13 + hand) * 4 + phase, 416)
    writer.one_hot((to_go * 4 + bare) * 4 + bodies, 128)
    writer.one_hot(own.cards_to_go() * 13 + hand, 286)
    writer.one_hot(((bare * 4 + bodies) * 4 + torsos) * 4 + heads, 256)
    writer.one_hot(((to_go * 3 + completes) * 2 + own.mocker) * 4 + phase, 192)
    write_creatures(own, writer)
    _write_legions(own, writer)
    _write_cards(table, own, writer)
    _write_completions(table, own, writer)


def _write_legions(own: Standing, writer: FeatureWriter) -> None:
    """Write how many cards of each legion are in hand, and what for."""
    legion: i64
    for legion in range(LEGION_COUNT):
        cards = min(own.cards[legion], 5)
        if cards > 0:
            writer.add((legion * 5 + cards - 1) * USES + own.use_of_legion(legion))
    writer.end_group(120)


def _write_cards(table: Board, own: Standing, writer: FeatureWriter) -> None:
    """Write the cards in hand, each with its best use."""
    held = table.hands.cards
    place: i64
    for place in range(own.first, own.first + min(own.size, MOST_CARDS)):
        card = i64(held[place])
        writer.add(card * USES + own.use_of(card))
    writer.end_group(KIND_COUNT * USES)


def _write_completions(table: Board, own: Standing, writer: FeatureWriter) -> None:
    """Write which creatures the heads in hand would complete: their abilities and terror."""
    held = table.hands.cards
    before = NONE
    seen: i64 = 0
    place: i64
    body: i64
    for place in range(own.first, own.first + own.size):
        card = i64(held[place])
        if card != before and PARTS_OF[card] & HEAD:
            for body in range(own.bodies):
                if seen < MAX_COMPLETIONS:
                    writer.add(_completion(own.body_legs[body], own.body_torso[body], card))
                    seen += 1
        before = card
    writer.end_group(686)


def _completion(legs: i64, torso: i64, head: i64) -> i64:
    """Number a complete creature by its abilities, and by whether it brings terror."""
    abilities = ABILITY_OF[head] * ABILITY_COUNT + ABILITY_OF[torso]
    abilities = abilities * ABILITY_COUNT + ABILITY_OF[legs]
    legion = LEGION_OF[head]
    if LEGION_OF[torso] == legion and LEGION_OF[legs] == legion:
        return abilities * 2 + 1
    return abilities * 2
