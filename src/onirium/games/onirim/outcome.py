"""O6 The end of the game."""

from mypy_extensions import i64

from onirium.games.onirim import hooks
from onirium.games.onirim.components import COLOUR_COUNT, FIRST_DOOR
from onirium.games.onirim.state import LOST, Board, log_event
from onirium.games.onirim.steps import OVER
from onirium.games.onirim.two_players import two_player_winners


def check_victory(board: Board) -> bool:
    """O6.1, O7.6 End the game if it is won; return whether it is."""
    won = winners(board)
    if won != 0:
        _end(board, won, "win")
    return won != 0


def winners(board: Board) -> i64:
    """O6.1, O7.6, O9.2 Return the bit mask of the seats that have won."""
    won = two_player_winners(board) if board.options.seats > 1 else _solo_winners(board)
    if won != 0 and not hooks.is_tower_goal_met(board):
        return 0
    return won


def wins_with(board: Board, door: i64) -> bool:
    """O6.1, O7.6 Return whether a door laid out by the mover would win the game."""
    board.doors[door - FIRST_DOOR] += 1
    won = winners(board) != 0
    board.doors[door - FIRST_DOOR] -= 1
    return won


def _solo_winners(board: Board) -> i64:
    """O6.1 Return the bit mask of the only seat if all doors are found, otherwise 0."""
    doors: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        doors += i64(board.doors[colour])
    return i64(doors >= board.options.doors_to_win)


def lose(board: Board) -> None:
    """O6.2, O7.6 End the game: a card must be drawn and the deck is empty.

    All players lose; in one reading of a race, only the mover.
    """
    _end(board, 1 << (1 - board.mover) if board.options.drawer_loses else LOST, "lose")


def _end(board: Board, outcome: i64, kind: str) -> None:
    board.outcome = outcome
    board.step_stack = OVER
    log_event(board, kind, "", "")
