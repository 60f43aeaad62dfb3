"""Features of the seat's own hand and creatures."""

from typing import Final

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.nightmarium.features.creatures import ABILITY_COUNT, write_creatures
from onirium.bots.nightmarium.features.phase import actions_in_turn, bound_legion, phase_of
from onirium.bots.nightmarium.features.seat_counts import HEAD, USE_COUNT, SeatCounts
from onirium.games.nightmarium.components import (
    ABILITY_OF,
    KIND_COUNT,
    LEGION_COUNT,
    LEGION_OF,
    PARTS_OF,
)
from onirium.games.nightmarium.state import NONE, Board

MAX_HAND_CARDS: Final[i64] = 12
"""The maximum number of cards in hand that are encoded."""

MAX_ENCODED_COMPLETIONS: Final[i64] = 5
"""The maximum number of pairs of a head in hand and a body that are encoded."""


def write_own(board: Board, seat: i64, own: SeatCounts, writer: FeatureWriter) -> None:
    """Write the hand and creatures of the seat."""
    phase = phase_of(board, seat)
    creatures_to_go, hand = own.creatures_to_go(), own.hand_after_draws()
    bare, bodies = min(own.bare, 3), min(own.bodies, 3)
    torsos, heads = min(own.torso_count, 3), min(own.head_count, 3)
    completes = own.count_completable(actions_in_turn(board, seat), bound_legion(board, seat))
    writer.one_hot((creatures_to_go * 13 + hand) * 4 + phase, 416)
    writer.one_hot((creatures_to_go * 4 + bare) * 4 + bodies, 128)
    writer.one_hot(own.cards_to_go() * 13 + hand, 286)
    writer.one_hot(((bare * 4 + bodies) * 4 + torsos) * 4 + heads, 256)
    writer.one_hot(((creatures_to_go * 3 + completes) * 2 + own.has_mocker) * 4 + phase, 192)
    write_creatures(own, writer)
    _write_legions(own, writer)
    _write_cards(board, own, writer)
    _write_completions(board, own, writer)


def _write_legions(own: SeatCounts, writer: FeatureWriter) -> None:
    """Write the number of cards of each legion in hand, with their best use."""
    legion: i64
    for legion in range(LEGION_COUNT):
        cards = min(own.cards[legion], 5)
        if cards > 0:
            writer.add((legion * 5 + cards - 1) * USE_COUNT + own.best_use_of_legion(legion))
    writer.end_group(120)


def _write_cards(board: Board, own: SeatCounts, writer: FeatureWriter) -> None:
    """Write the cards in hand, each with its best use."""
    held = board.hands.cards
    index: i64
    for index in range(own.first, own.first + min(own.size, MAX_HAND_CARDS)):
        card = i64(held[index])
        writer.add(card * USE_COUNT + own.best_use(card))
    writer.end_group(KIND_COUNT * USE_COUNT)


def _write_completions(board: Board, own: SeatCounts, writer: FeatureWriter) -> None:
    """Write the creatures that heads in hand would complete: abilities and terror."""
    held = board.hands.cards
    previous = NONE
    encoded: i64 = 0
    index: i64
    body: i64
    for index in range(own.first, own.first + own.size):
        card = i64(held[index])
        if card != previous and PARTS_OF[card] & HEAD:
            for body in range(own.bodies):
                if encoded < MAX_ENCODED_COMPLETIONS:
                    writer.add(_completion(own.body_legs[body], own.body_torso[body], card))
                    encoded += 1
        previous = card
    writer.end_group(686)


def _completion(legs: i64, torso: i64, head: i64) -> i64:
    """Return the index of a complete creature: its abilities, and whether it causes terror."""
    abilities = ABILITY_OF[head] * ABILITY_COUNT + ABILITY_OF[torso]
    abilities = abilities * ABILITY_COUNT + ABILITY_OF[legs]
    legion = LEGION_OF[head]
    if LEGION_OF[torso] == legion and LEGION_OF[legs] == legion:
        return abilities * 2 + 1
    return abilities * 2
