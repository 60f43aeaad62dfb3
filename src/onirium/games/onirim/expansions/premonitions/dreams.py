"""O10.3 Happy Dreams."""

from mypy_extensions import i64

from onirium.games.onirim.actions import (
    CHOOSE_CARD,
    DISMISS,
    FETCH_CARD,
    KEEP_REST,
    REVEAL_DREAM,
    SORT_OUT,
)
from onirium.games.onirim.components import FIRST_PREMONITION, HAPPY_DREAM
from onirium.games.onirim.expansions.premonitions.components import DREAM_SIZE
from onirium.games.onirim.state import Board, log_event, log_public
from onirium.games.onirim.steps import ARRANGE, DREAM, FETCH, LOOK, SETTLE, SORT
from onirium.games.onirim.two_players import reveal_deck_to_mover


def on_dream_drawn(board: Board) -> None:
    """O10.3 Offer the three effects of a Happy Dream; then discard it."""
    board.drawn = HAPPY_DREAM
    board.push_step(SETTLE)
    board.push_step(DREAM)
    log_public(board, "draw", HAPPY_DREAM, "deck", "table")


def dream(board: Board, action: i64) -> None:
    """O10.3 Apply the chosen effect."""
    board.pop_step()
    if action == REVEAL_DREAM:
        board.pending_count = DREAM_SIZE
        board.push_step(ARRANGE)
        board.push_step(SORT)
        board.push_step(LOOK)
    elif action == CHOOSE_CARD:
        reveal_deck_to_mover(board)
        board.push_step(FETCH)
    else:
        _dismiss(board, action - DISMISS)


def _dismiss(board: Board, number: i64) -> None:
    """O10.3a Remove a face-up Premonition without its penalty."""
    board.premonitions &= ~(1 << number)
    log_public(board, "dismiss", FIRST_PREMONITION + number, "premonitions", "gone")


def sort(board: Board, action: i64) -> None:
    """O10.3b Discard one of the revealed cards, or keep the rest, which are returned."""
    if action == KEEP_REST:
        board.pop_step()
        return
    card = action - SORT_OUT
    board.remove_peeked(card)
    board.put_on_discard(card)
    log_public(board, "sort", card, "peeked", "discard")


def fetch(board: Board, action: i64) -> None:
    """O10.3c Shuffle the deck and put the chosen card on top."""
    board.pop_step()
    card = action - FETCH_CARD
    board.deck.shuffle()
    board.deck.draw_unknown(card)
    log_event(board, "shuffle", "", "deck")
    board.deck.put_on_top(card, board.options.all_seats)
    log_public(board, "fetch", card, "deck", "deck")
