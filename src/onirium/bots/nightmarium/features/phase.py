"""What is seen of the moment: whose turn it is, and what of an action is still to come."""

from typing import Final

from mypy_extensions import i64

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.games.nightmarium.components import ACTIONS_PER_TURN, KIND_COUNT, LEGION_COUNT
from onirium.games.nightmarium.state import NONE, Board
from onirium.games.nightmarium.steps import OVER, STEP_BITS, STEP_MASK

STEP_COUNT: Final[i64] = 15

NOT_ITS_TURN: Final[i64] = 3
"""The phase of a seat that waits; that of the mover is how many actions it has left."""

CAUSES_TERROR: Final[i64] = 0
IS_A_VICTIM: Final[i64] = 1
WAS_A_VICTIM: Final[i64] = 2
WILL_BE_A_VICTIM: Final[i64] = 3


def seats_after(table: Board, first: i64, seat: i64) -> i64:
    """Count the turns from one seat to another."""
    seats = table.options.seats
    return (seat - first + seats) % seats


def phase_of(table: Board, seat: i64) -> i64:
    """Tell how many actions a seat has left, or that it is not its turn."""
    if seat == table.mover:
        return table.actions
    return NOT_ITS_TURN


def turn_of(table: Board, seat: i64) -> i64:
    """Count the actions that a seat has left in its turn, or will have in its next one."""
    if seat == table.mover and table.actions > 0:
        return table.actions
    return ACTIONS_PER_TURN


def bound_legion(table: Board, seat: i64) -> i64:
    """N3.2 Return the legion that binds the next action of a seat, or ``NONE``."""
    if seat == table.mover and table.actions > 0:
        return table.legion
    return NONE


def write_moment(table: Board, seat: i64, writer: FeatureWriter) -> None:
    """Write what game it is and what is going on."""
    seats, goal = table.options.seats - 2, table.options.goal - 5
    after = seats_after(table, table.mover, seat)
    whose = min(after, 1)
    writer.one_hot(seats * 3 + goal, 12)
    writer.one_hot((seats * 5 + after) * 3 + table.actions, 60)
    writer.one_hot(seats * 8 + _cards_to_come(table), 32)
    _write_steps(table, whose, writer)
    _write_terror(table, seat, writer)
    if table.actions == 1 and table.legion != NONE:
        writer.add(whose * LEGION_COUNT + table.legion)
    writer.end_group(2 * LEGION_COUNT)
    for card in table.revealed:
        writer.add(whose * KIND_COUNT + i64(card))
    writer.end_group(2 * KIND_COUNT)


def _cards_to_come(table: Board) -> i64:
    """Measure the deck and the discard pile: the number of binary digits."""
    cards = table.deck.unknown_size + table.discard_size
    digits: i64 = 0
    while cards > 0:
        digits += 1
        cards >>= 1
    return digits


def _write_steps(table: Board, whose: i64, writer: FeatureWriter) -> None:
    """Write what of the action is still to come: the next step, and those behind it."""
    agenda = table.step_stack
    behind: i64 = 0
    while agenda != OVER:
        writer.add((whose * 2 + behind) * STEP_COUNT + (agenda & STEP_MASK))
        behind = 1
        agenda >>= STEP_BITS
    writer.end_group(4 * STEP_COUNT)


def _write_terror(table: Board, seat: i64, writer: FeatureWriter) -> None:
    """Write what terror is to a seat, and how many cards the present victim has discarded."""
    if table.victim != NONE:
        writer.add(_part_in_terror(table, seat) * 2 + table.lost)
    writer.end_group(8)


def _part_in_terror(table: Board, seat: i64) -> i64:
    if seat == table.mover:
        return CAUSES_TERROR
    if seat == table.victim:
        return IS_A_VICTIM
    if seats_after(table, table.mover, seat) < seats_after(table, table.mover, table.victim):
        return WAS_A_VICTIM
    return WILL_BE_A_VICTIM
