"""Dispatches the steps of the expansions and of two players to their modules."""

from typing import Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.core.buffers import action_buffer
from onirium.games.onirim import two_players
from onirium.games.onirim.components import CARD_COUNT, FIRST_GOAL, FIRST_PREMONITION
from onirium.games.onirim.doors import resume_door
from onirium.games.onirim.expansions.book import setup as book_setup
from onirium.games.onirim.expansions.book import turn as book
from onirium.games.onirim.expansions.premonitions import setup as premonitions_setup
from onirium.games.onirim.expansions.premonitions import turn as premonitions
from onirium.games.onirim.expansions.towers.nightmares import topple
from onirium.games.onirim.nightmares import discard_drawn
from onirium.games.onirim.state import Board
from onirium.games.onirim.steps import (
    BANISH,
    CAST,
    DRAFT,
    EXCHANGE,
    LAY_GOALS,
    LIFT,
    LOOK_BELOW,
    PAY,
    SINK,
    SWAP,
    TAKE,
    TOPPLE,
    UNVEIL,
)

_OUTCOMES: Final = action_buffer()
_WEIGHTS: Final = action_buffer()


def decide(board: Board, step: i64, action: i64) -> None:
    """Apply an action to a decision that does not belong to the base game."""
    if step == EXCHANGE or step == TAKE or step == DRAFT:
        two_players.decide(board, step, action)
    elif step == CAST or step == PAY or step == SWAP or step == LIFT or step == SINK:
        book.decide(board, step, action)
    elif step == TOPPLE:
        topple(board, action)
    else:
        premonitions.decide(board, step, action)


def try_known_draw(board: Board, step: i64) -> bool:
    """Advance a chance step that needs no unknown card; return whether it advanced."""
    if step == LOOK_BELOW:
        return _look_below(board)
    return step == UNVEIL and premonitions_setup.try_finish_unveiling(board)


def _look_below(board: Board) -> bool:
    """O8.5 Peek at a known lowest card, or end the step after the last card of the deck."""
    deck = board.deck
    if board.pending_count == 0 or deck.size() == 0:
        board.pending_count = 0
        board.pop_step()
    elif deck.lowest_is_known():
        card, _seen = deck.draw_lowest_known()
        book.look_below(board, card)
    else:
        return False
    return True


def chance_outcomes_into(board: Board, outcomes: vec[i64], weights: vec[i64]) -> i64:
    """Write the possible goals, Premonitions or first players, with their weights."""
    step = board.current_step()
    if step == LAY_GOALS:
        return book_setup.chance_outcomes_into(board, outcomes, weights)
    if step == UNVEIL:
        return premonitions_setup.chance_outcomes_into(board, outcomes, weights)
    seat: i64
    for seat in range(board.options.seats):
        outcomes[seat] = CARD_COUNT + seat
        weights[seat] = 1
    return board.options.seats


def sample(board: Board, rng: Random) -> i64:
    """Return a goal, Premonition or first player, sampled by weight."""
    count = chance_outcomes_into(board, _OUTCOMES, _WEIGHTS)
    size: i64 = 0
    index: i64
    for index in range(count):
        size += _WEIGHTS[index]
    point = rng.randrange(size)
    index = 0
    while point >= _WEIGHTS[index]:
        point -= _WEIGHTS[index]
        index += 1
    return _OUTCOMES[index]


def resolve_outcome(board: Board, outcome: i64) -> None:
    """Resolve the outcome of a chance step that does not draw from the deck."""
    if outcome >= CARD_COUNT:
        two_players.set_first_player(board, outcome - CARD_COUNT)
    elif outcome >= FIRST_GOAL:
        book_setup.lay_goal(board, outcome - FIRST_GOAL)
    else:
        premonitions_setup.unveil(board, outcome - FIRST_PREMONITION)


def run_automatic_step(board: Board, step: i64) -> None:
    """Run an automatic step."""
    board.pop_step()
    if step == BANISH:
        discard_drawn(board, "banish")
    else:
        resume_door(board)
