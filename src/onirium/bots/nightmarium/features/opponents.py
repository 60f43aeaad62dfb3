"""Features of the public information about an opponent."""

from typing import Final

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.nightmarium.features.creatures import ABILITY_COUNT, MAX_ENCODED, legion_of_body
from onirium.bots.nightmarium.features.phase import seats_after
from onirium.bots.nightmarium.features.seat_counts import USE_COUNT, SeatCounts
from onirium.games.nightmarium.components import ABILITY_OF, KIND_COUNT, LEGION_OF
from onirium.games.nightmarium.hands import KNOWN
from onirium.games.nightmarium.state import Board

MAX_KNOWN_CARDS: Final[i64] = 12
"""The maximum number of known cards in all opponents' hands that are encoded."""

IS_MOVER: Final[i64] = 0
BEFORE_SEAT: Final[i64] = 1
AFTER_SEAT: Final[i64] = 2
"""The opponent's position in the order of play, relative to the seat."""


def write_opponent(
    board: Board, seat: i64, other: i64, opponent: SeatCounts, writer: FeatureWriter
) -> None:
    """Write the public information about an opponent."""
    several = min(board.options.seats - 2, 1)
    creatures_to_go, hand = opponent.creatures_to_go(), opponent.hand_after_draws()
    bare, bodies = min(opponent.bare, 3), min(opponent.bodies, 3)
    kind = _play_order(board, seat, other) * 2 + several
    writer.one_hot((kind * 8 + creatures_to_go) * 13 + hand, 624)
    writer.one_hot((kind * 4 + bodies) * 13 + hand, 312)
    writer.one_hot((several * 22 + opponent.cards_to_go()) * 13 + hand, 572)
    writer.one_hot(
        (((several * 8 + creatures_to_go) * 4 + bare) * 4 + bodies) * 2 + opponent.has_mocker, 512
    )
    _write_creatures(opponent, hand, writer)
    _write_cards(board, opponent, writer)


def _play_order(board: Board, seat: i64, other: i64) -> i64:
    """Return the opponent's position in the order of play."""
    if other == board.mover:
        return IS_MOVER
    if seats_after(board, board.mover, other) < seats_after(board, board.mover, seat):
        return BEFORE_SEAT
    return AFTER_SEAT


def _write_creatures(opponent: SeatCounts, hand: i64, writer: FeatureWriter) -> None:
    """Write the unfinished creatures, each with the size of the hand in three classes."""
    cards = min(hand // 3, 2)
    number: i64
    for number in range(min(opponent.bare, MAX_ENCODED)):
        legs = opponent.bare_legs[number]
        writer.add((LEGION_OF[legs] * ABILITY_COUNT + ABILITY_OF[legs]) * 3 + cards)
    writer.end_group(84)
    for number in range(min(opponent.bodies, MAX_ENCODED)):
        legs, torso = opponent.body_legs[number], opponent.body_torso[number]
        writer.add((ABILITY_OF[legs] * ABILITY_COUNT + ABILITY_OF[torso]) * 3 + cards)
    writer.end_group(147)
    for number in range(min(opponent.bodies, MAX_ENCODED)):
        legion = legion_of_body(opponent.body_legs[number], opponent.body_torso[number])
        writer.add(legion * 3 + cards)
    writer.end_group(15)


def _write_cards(board: Board, opponent: SeatCounts, writer: FeatureWriter) -> None:
    """Write the publicly known cards in hand, each with its best use."""
    held, decks = board.hands.cards, board.hands.decks
    max_cards = MAX_KNOWN_CARDS // (board.options.seats - 1)
    encoded: i64 = 0
    index: i64
    for index in range(opponent.first, opponent.first + opponent.size):
        if i64(decks[index]) == KNOWN and encoded < max_cards:
            writer.add(i64(held[index]) * USE_COUNT + opponent.best_use(i64(held[index])))
            encoded += 1
    writer.end_group(KIND_COUNT * USE_COUNT)
