"""The steps that the expansions and a second player bring: who takes each of them."""

from typing import Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64

from onirium.core.game import action_buffer
from onirium.games.onirim import two_players
from onirium.games.onirim.components import CARD_COUNT, FIRST_GOAL, FIRST_PREMONITION
from onirium.games.onirim.doors import resume_door
from onirium.games.onirim.expansions.book import setup as goals
from onirium.games.onirim.expansions.book import turn as book
from onirium.games.onirim.expansions.premonitions import setup as relics
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
    """Carry out a decision of a step that is not of the base game."""
    if step == EXCHANGE or step == TAKE or step == DRAFT:
        two_players.decide(board, step, action)
    elif step == CAST or step == PAY or step == SWAP or step == LIFT or step == SINK:
        book.decide(board, step, action)
    elif step == TOPPLE:
        topple(board, action)
    else:
        premonitions.decide(board, step, action)


def try_known_draw(board: Board, step: i64) -> bool:
    """Go on with a step of chance as far as nothing unknown must come; tell whether it went on."""
    if step == LOOK_BELOW:
        return _look_below(board)
    return step == UNVEIL and relics.try_finish_unveiling(board)


def _look_below(board: Board) -> bool:
    """O8.5 The lowest card may be known; with the last card of the deck the look is over."""
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
    """Write the relics that may come, or the players who may begin."""
    step = board.current_step()
    if step == LAY_GOALS:
        return goals.chance_outcomes_into(board, outcomes, weights)
    if step == UNVEIL:
        return relics.chance_outcomes_into(board, outcomes, weights)
    seat: i64
    for seat in range(board.options.seats):
        outcomes[seat] = CARD_COUNT + seat
        weights[seat] = 1
    return board.options.seats


def sample(board: Board, rng: Random) -> i64:
    """Draw a relic or a player by weight."""
    count = chance_outcomes_into(board, _OUTCOMES, _WEIGHTS)
    size: i64 = 0
    place: i64
    for place in range(count):
        size += _WEIGHTS[place]
    point = rng.randrange(size)
    place = 0
    while point >= _WEIGHTS[place]:
        point -= _WEIGHTS[place]
        place += 1
    return _OUTCOMES[place]


def resolve_outcome(board: Board, outcome: i64) -> None:
    """Settle a relic that comes by chance, or who begins."""
    if outcome >= CARD_COUNT:
        two_players.begin(board, outcome - CARD_COUNT)
    elif outcome >= FIRST_GOAL:
        goals.lay_goal(board, outcome - FIRST_GOAL)
    else:
        relics.unveil(board, outcome - FIRST_PREMONITION)


def run_automatic_step(board: Board, step: i64) -> None:
    """Take a step that follows by itself."""
    board.pop_step()
    if step == BANISH:
        discard_drawn(board, "banish")
    else:
        resume_door(board)
