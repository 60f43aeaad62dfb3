"""Features of the options, the turn order and the pending steps."""

from typing import Final

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.games.nightmarium.components import ACTIONS_PER_TURN, KIND_COUNT, LEGION_COUNT
from onirium.games.nightmarium.state import NONE, Board
from onirium.games.nightmarium.steps import OVER, STEP_BITS, STEP_COUNT, STEP_MASK

NOT_ITS_TURN: Final[i64] = 3
"""The phase of a waiting seat; the phase of the mover is the number of its remaining actions."""

CAUSES_TERROR: Final[i64] = 0
IS_A_VICTIM: Final[i64] = 1
WAS_A_VICTIM: Final[i64] = 2
WILL_BE_A_VICTIM: Final[i64] = 3
"""The role of a seat while terror is resolved."""


def seats_after(board: Board, first: i64, seat: i64) -> i64:
    """Return the number of turns from one seat to another."""
    seats = board.options.seats
    return (seat - first + seats) % seats


def phase_of(board: Board, seat: i64) -> i64:
    """Return the number of actions a seat has left, or ``NOT_ITS_TURN``."""
    if seat == board.mover:
        return board.actions
    return NOT_ITS_TURN


def actions_in_turn(board: Board, seat: i64) -> i64:
    """Return the number of actions that a seat has left in this turn, or has in its next one."""
    if seat == board.mover and board.actions > 0:
        return board.actions
    return ACTIONS_PER_TURN


def bound_legion(board: Board, seat: i64) -> i64:
    """N3.2 Return the legion that binds the next action of a seat, or ``NONE``."""
    if seat == board.mover and board.actions > 0:
        return board.legion
    return NONE


def write_phase(board: Board, seat: i64, writer: FeatureWriter) -> None:
    """Write the options, the seat to move, the pending steps, terror and revealed cards."""
    seats, goal = board.options.seats - 2, board.options.goal - 5
    after = seats_after(board, board.mover, seat)
    waits = min(after, 1)
    writer.one_hot(seats * 3 + goal, 12)
    writer.one_hot((seats * 5 + after) * 3 + board.actions, 60)
    writer.one_hot(seats * 8 + _deck_bit_length(board), 32)
    _write_steps(board, waits, writer)
    _write_terror(board, seat, writer)
    if board.actions == 1 and board.legion != NONE:
        writer.add(waits * LEGION_COUNT + board.legion)
    writer.end_group(2 * LEGION_COUNT)
    for card in board.revealed:
        writer.add(waits * KIND_COUNT + i64(card))
    writer.end_group(2 * KIND_COUNT)


def _deck_bit_length(board: Board) -> i64:
    """Return the bit length of the number of cards in deck and discard pile."""
    cards = board.deck.unknown_size + board.discard_size
    digits: i64 = 0
    while cards > 0:
        digits += 1
        cards >>= 1
    return digits


def _write_steps(board: Board, waits: i64, writer: FeatureWriter) -> None:
    """Write the step stack: the next step, and the set of those behind it."""
    steps = board.step_stack
    behind: i64 = 0
    while steps != OVER:
        writer.add((waits * 2 + behind) * STEP_COUNT + (steps & STEP_MASK))
        behind = 1
        steps >>= STEP_BITS
    writer.end_group(4 * STEP_COUNT)


def _write_terror(board: Board, seat: i64, writer: FeatureWriter) -> None:
    """Write the role of a seat in terror, and the number of cards the victim has discarded."""
    if board.victim != NONE:
        writer.add(_terror_role(board, seat) * 2 + board.lost)
    writer.end_group(8)


def _terror_role(board: Board, seat: i64) -> i64:
    if seat == board.mover:
        return CAUSES_TERROR
    if seat == board.victim:
        return IS_A_VICTIM
    if seats_after(board, board.mover, seat) < seats_after(board, board.mover, board.victim):
        return WAS_A_VICTIM
    return WILL_BE_A_VICTIM
