"""N7 How a game ends."""

from onirium.games.nightmarium.components import MAX_TURNS
from onirium.games.nightmarium.state import DRAWN, NONE, OVER, UNDECIDED, Board


def has_won(board: Board) -> bool:
    """N7.1 Tell whether the mover has as many complete creatures as the goal asks for."""
    return board.complete(board.mover) == board.options.goal


def win(board: Board) -> None:
    """N7.1 The mover wins at once: nothing of the action is carried out any more."""
    board.outcome = board.mover + 1
    board.step_stack = OVER
    board.creature = NONE
    board.completions = 0


def check_turn_limit(board: Board) -> None:
    """N7.2 A game that is not decided after so many turns is a draw."""
    if board.turns == MAX_TURNS:
        board.outcome = DRAWN


def outcome_name(board: Board) -> str:
    """Return how a game has ended, as views and positions say it; empty while it goes on."""
    if board.outcome == UNDECIDED:
        return ""
    return "draw" if board.outcome == DRAWN else f"won by player {board.outcome}"
