"""O10.1 Setting up: some Premonitions lie face up, the others in a pile."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.onirim.components import FIRST_PREMONITION, PREMONITION_COUNT
from onirium.games.onirim.state import Board, log_public
from onirium.games.onirim.steps import UNVEIL


def set_up(board: Board) -> None:
    """O10.1 All Premonitions are shuffled; four, or five or six, are laid face up."""
    board.pile = (1 << PREMONITION_COUNT) - 1
    start_unveiling(board, board.options.face_up)


def start_unveiling(board: Board, number: i64) -> None:
    """O10.1, O10.6 Turn up some of the pile, or what there is."""
    board.pending_count = number
    board.push_step(UNVEIL)


def chance_outcomes_into(board: Board, outcomes: vec[i64], weights: vec[i64]) -> i64:
    """O10.1 Write the Premonitions of the pile, of which each may come."""
    count: i64 = 0
    number: i64
    for number in range(PREMONITION_COUNT):
        if board.pile >> number & 1:
            outcomes[count] = FIRST_PREMONITION + number
            weights[count] = 1
            count += 1
    return count


def unveil(board: Board, number: i64) -> None:
    """O10.1 Turn up the next Premonition of the pile."""
    board.pile &= ~(1 << number)
    board.premonitions |= 1 << number
    board.pending_count -= 1
    log_public(board, "unveil", FIRST_PREMONITION + number, "pile", "premonitions")


def try_finish_unveiling(board: Board) -> bool:
    """O10.1 Finish when enough lie face up or none is left; tell whether that is so."""
    if board.pending_count > 0 and board.pile != 0:
        return False
    board.pending_count = 0
    board.pop_step()
    return True
