"""O10.1 Setup: some Premonitions are face up, the others in a face-down pile."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.onirim.components import FIRST_PREMONITION, PREMONITION_COUNT
from onirium.games.onirim.state import NONE, Board, log_public
from onirium.games.onirim.steps import UNVEIL


def set_up(board: Board) -> None:
    """O10.1 Shuffle the Premonitions and turn four, five or six of them face up."""
    board.pile = (1 << PREMONITION_COUNT) - 1
    start_unveiling(board, board.options.face_up)


def start_unveiling(board: Board, count: i64) -> None:
    """O10.1, O10.6 Start turning up some Premonitions of the pile, or as many as are left."""
    board.revealed_before = board.revealed
    board.revealed = 0
    board.pending_count = count
    board.push_step(UNVEIL)


def chance_outcomes_into(board: Board, outcomes: vec[i64], weights: vec[i64]) -> i64:
    """O10.1 Write the Premonitions of the pile, with equal weights."""
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
    if board.options.revealed_first and board.striking != NONE:
        board.revealed |= 1 << number
    log_public(board, "unveil", FIRST_PREMONITION + number, "pile", "premonitions")


def try_finish_unveiling(board: Board) -> bool:
    """O10.1 End the step if enough are face up or the pile is empty; return whether it ended."""
    if board.pending_count > 0 and board.pile != 0:
        return False
    board.pending_count = 0
    board.pop_step()
    return True
