"""N5 A completed creature: victory, terror, then its abilities from head to legs."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium import terror
from onirium.games.nightmarium.components import (
    ABILITY_OF,
    CREATURE_HEIGHT,
    MAX_COMPLETIONS,
    NO_ABILITY,
)
from onirium.games.nightmarium.outcome import has_won, win
from onirium.games.nightmarium.state import NONE, Board, log_event
from onirium.games.nightmarium.steps import (
    DEVOURER,
    EXECUTIONER,
    MOCKER,
    OVER,
    SCAVENGER,
    SINGER,
    WEEPER,
)

STEP_OF: Final = vec[i64]([SINGER, WEEPER, MOCKER, EXECUTIONER, SCAVENGER, DEVOURER])
"""The step with which each ability begins."""


def complete_creature(board: Board, slot: i64) -> None:
    """N5.1, N5.5 Start the resolution of the mover's complete creature in a slot.

    If the abilities of another creature are being played, the remaining ones are lost.
    """
    spot = board.spot(board.mover, slot)
    if board.step_stack != OVER:
        previous = board.spot(board.mover, board.creature)
        log_event(board, "cut", board.mover, source="creature", spot=previous)
    log_event(board, "complete", board.mover, target="creature", spot=spot)
    board.step_stack = OVER
    board.creature = slot
    board.completions += 1
    if has_won(board):
        win(board)
    elif board.completions == MAX_COMPLETIONS:
        log_event(board, "enough", board.mover)
    else:
        _push_abilities(board, spot)
        terror.begin(board, spot)


def _push_abilities(board: Board, spot: i64) -> None:
    """N5.3 Push the abilities of head, torso and legs, so that the head's is played first."""
    height: i64
    for height in range(CREATURE_HEIGHT):
        ability = ABILITY_OF[i64(board.creatures[spot * CREATURE_HEIGHT + height])]
        if ability != NO_ABILITY:
            board.push_step(STEP_OF[ability])


def break_chain(board: Board) -> None:
    """N5.4 Discard the remaining steps: an ability without a target ends the chain.

    N5.6 In one reading it ends the turn too.
    """
    spot = board.spot(board.mover, board.creature)
    log_event(board, "no target", board.mover, source="creature", spot=spot)
    board.step_stack = OVER
    if board.options.chain_ends_turn:
        board.actions = 0
        board.legion = NONE
