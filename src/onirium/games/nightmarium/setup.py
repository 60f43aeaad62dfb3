"""N2 Setup: choose the first player and deal the hands."""

from mypy_extensions import i64

from onirium.games.nightmarium.components import ACTIONS_PER_TURN, HAND_SIZE
from onirium.games.nightmarium.options import BY_CHANCE
from onirium.games.nightmarium.state import Board, log_event, log_to_owner
from onirium.games.nightmarium.steps import DEAL, TOSS


def set_up(board: Board) -> None:
    """N2.1, N2.3 Push the steps that deal the hands and, by option, choose the first player."""
    board.actions = ACTIONS_PER_TURN
    board.push_step(DEAL)
    if board.options.first == BY_CHANCE:
        board.push_step(TOSS)
    else:
        board.mover = board.options.first


def set_first_player(board: Board, seat: i64) -> None:
    """N2.3 Make a seat the first player."""
    board.pop_step()
    board.mover = seat
    log_event(board, "begin", seat)


def deal(board: Board, card: i64) -> None:
    """N2.1 Deal a card to the next player in turn order."""
    seat = i64(len(board.hands.cards)) % board.options.seats
    board.hands.add(seat, card, 0)
    log_to_owner(board, "deal", seat, card)
    if i64(len(board.hands.cards)) == HAND_SIZE * board.options.seats:
        board.pop_step()
