"""N3.4 The exchange: any number of cards is discarded, and half as many are drawn."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium.actions import DONE, EXCHANGE_CARD
from onirium.games.nightmarium.components import CARDS_PER_DRAW
from onirium.games.nightmarium.state import DRAW, NONE, Board, log_public


def exchange(board: Board, card: i64) -> None:
    """N3.4 Discard a card; the next one may not be less, so that a set of cards has one path."""
    board.hands.take(board.mover, card)
    board.put_on_discard(card)
    board.exchanged += 1
    board.at_least = card
    log_public(board, "exchange", board.mover, card, "hand", "discard")


def finish(board: Board) -> None:
    """N3.4 One card is drawn for every two discarded, rounded down."""
    board.pop_step()
    board.pending_count = board.exchanged // CARDS_PER_DRAW
    board.exchanged = 0
    board.at_least = 0
    board.push_step(DRAW)


def more_into(board: Board, actions: vec[i64]) -> i64:
    """N3.4 The exchange can be done, or go on."""
    actions[0] = DONE
    return cards_into(board, actions, 1)


def cards_into(board: Board, actions: vec[i64], count: i64) -> i64:
    """N3.4 Write behind other actions the cards that can be exchanged; return the number of all."""
    hands = board.hands
    before: i64 = NONE
    place: i64
    for place in range(hands.begin(board.mover), hands.end(board.mover)):
        card = i64(hands.cards[place])
        if card != before and card >= board.at_least:
            actions[count] = EXCHANGE_CARD + card
            count += 1
        before = card
    return count
