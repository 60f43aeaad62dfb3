"""O3.6 Peeking at cards of the deck, and returning them."""

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from onirium.games.onirim.components import HAPPY_DREAM
from onirium.games.onirim.state import NONE, Board, log_public, log_to_viewers
from onirium.games.onirim.steps import ARRANGE


def peeked_into(board: Board, group: i64, actions: vec[i64]) -> i64:
    """O3.6 Write one action of a group for each kind of peeked card."""
    count: i64 = 0
    last = NONE
    for peeked in board.peeked:
        card = i64(peeked)
        if card != last:
            actions[count] = group + card
            count += 1
        last = card
    return count


def peeked_differ(board: Board) -> bool:
    """O3.6 Return whether the first and last peeked cards differ, so that there is a choice."""
    return len(board.peeked) > 1 and board.peeked[0] != board.peeked[-1]


def look(board: Board, card: i64) -> None:
    """O3.6 Peek at the next card of the deck."""
    board.add_peeked(card)
    board.pending_count -= 1
    if board.drawn == HAPPY_DREAM:
        log_public(board, "dream reveal", card, "deck", "peeked")
    else:
        log_to_viewers(board, "look", card, "deck", "peeked")


def foretell(board: Board, card: i64) -> None:
    """O3.6 Discard one of the peeked cards; the others are returned."""
    board.pop_step()
    board.push_step(ARRANGE)
    board.remove_peeked(card)
    board.put_on_discard(card)
    log_public(board, "foretell", card, "peeked", "discard")


def arrange(board: Board, card: i64) -> None:
    """O3.6 Append a card to the order in which the peeked cards return."""
    board.remove_peeked(card)
    board.ordered = append(board.ordered, u8(card))
    log_to_viewers(board, "return", card, "peeked", "deck")
    if len(board.peeked) == 0:
        return_peeked(board)


def return_peeked(board: Board) -> None:
    """O3.6 Put the ordered cards on top of the deck."""
    board.pop_step()
    seen = board.peek_audience() & board.options.all_seats
    while len(board.ordered) > 0:
        board.ordered, card = pop(board.ordered)
        board.deck.put_on_top(i64(card), seen)
