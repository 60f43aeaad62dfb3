"""O5 Nightmares."""

from mypy_extensions import i64

from onirium.games.onirim import hooks
from onirium.games.onirim.actions import (
    DISCARD_HAND,
    GIVE_DOOR,
    PAY_KEY,
    PAY_PERSONAL,
    REVEAL_CARDS,
)
from onirium.games.onirim.components import KEY, NIGHTMARE, REVEAL_SIZE, SYMBOL_COUNT, is_labyrinth
from onirium.games.onirim.doors import give, pay
from onirium.games.onirim.setup import discard_hand
from onirium.games.onirim.state import NONE, Board, log_public
from onirium.games.onirim.steps import APPEASE, REVEAL, SETTLE


def on_nightmare_drawn(board: Board) -> None:
    """O5.1 Ask the player to resolve a Nightmare in one of four ways."""
    board.drawn = NIGHTMARE
    board.push_step(SETTLE)
    board.push_step(APPEASE)
    log_public(board, "draw", NIGHTMARE, "deck", "table")


def appease(board: Board, action: i64) -> None:
    """O5.1 Apply the chosen way to resolve the Nightmare."""
    board.pop_step()
    if action == DISCARD_HAND:
        discard_hand(board)
    elif action == REVEAL_CARDS:
        board.pending_count = REVEAL_SIZE
        board.push_step(REVEAL)
    elif action < GIVE_DOOR:
        key = (action - PAY_KEY) * SYMBOL_COUNT + KEY
        pay(board, key, board.take_from_hand(key))
    elif action < PAY_PERSONAL:
        give(board, action - GIVE_DOOR)
    else:
        key = (action - PAY_PERSONAL) * SYMBOL_COUNT + KEY
        pay(board, key, board.take_from_reserve(key))


def reveal(board: Board, card: i64) -> None:
    """O5.1c Put a revealed door or dream into limbo; discard any other card."""
    board.pending_count -= 1
    if is_labyrinth(card):
        board.put_on_discard(card)
        log_public(board, "reveal", card, "deck", "discard")
    else:
        board.put_in_limbo(card, "deck")


def settle(board: Board) -> None:
    """O5.2, O10.3 Discard the resolved dream and continue drawing."""
    if hooks.on_nightmare_settled(board):
        return
    board.pop_step()
    discard_drawn(board, "settle")


def discard_drawn(board: Board, event: str) -> None:
    """O5.2 Discard the drawn dream."""
    card = board.drawn
    board.drawn = NONE
    board.put_on_discard(card)
    log_public(board, event, card, "table", "discard")
