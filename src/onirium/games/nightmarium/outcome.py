"""N7 The outcome of a game."""

from onirium.games.nightmarium.components import MAX_TURNS
from onirium.games.nightmarium.state import DRAWN, NONE, UNDECIDED, Board
from onirium.games.nightmarium.steps import OVER


def has_won(board: Board) -> bool:
    """N7.1 Return whether the mover has reached the goal of complete creatures."""
    return board.complete_count(board.mover) == board.options.goal


def win(board: Board) -> None:
    """N7.1 End the game with a win for the mover; the rest of the action is cancelled."""
    board.outcome = board.mover + 1
    board.step_stack = OVER
    board.creature = NONE
    board.completions = 0


def check_turn_limit(board: Board) -> None:
    """N7.2 End an undecided game in a draw after ``MAX_TURNS`` turns."""
    if board.turns == MAX_TURNS:
        board.outcome = DRAWN


def outcome_name(board: Board) -> str:
    """Return the outcome as views and positions write it, or an empty string."""
    if board.outcome == UNDECIDED:
        return ""
    return "draw" if board.outcome == DRAWN else f"won by player {board.outcome}"
