"""N3.4 The exchange: discard any number of cards, draw half as many."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium.actions import DONE, EXCHANGE_CARD
from onirium.games.nightmarium.components import CARDS_PER_DRAW
from onirium.games.nightmarium.state import NONE, Board, log_public
from onirium.games.nightmarium.steps import DRAW


def exchange_card(board: Board, card: i64) -> None:
    """N3.4 Discard a card; exchanged cards ascend, so that each set of cards has one order."""
    board.hands.remove(board.mover, card)
    board.put_on_discard(card)
    board.exchanged += 1
    board.at_least = card
    log_public(board, "exchange", board.mover, card, "hand", "discard")


def finish_exchange(board: Board) -> None:
    """N3.4 Draw one card for every two discarded, rounded down."""
    board.pop_step()
    board.pending_count = board.exchanged // CARDS_PER_DRAW
    board.exchanged = 0
    board.at_least = 0
    board.push_step(DRAW)


def actions_into(board: Board, actions: vec[i64]) -> i64:
    """N3.4 Write the actions that end or continue an exchange; return their number."""
    actions[0] = DONE
    return cards_into(board, actions, 1)


def cards_into(board: Board, actions: vec[i64], count: i64) -> i64:
    """N3.4 Append the cards that can be exchanged to ``count`` actions; return the new number."""
    hands = board.hands
    previous: i64 = NONE
    index: i64
    for index in range(hands.begin(board.mover), hands.end(board.mover)):
        card = i64(hands.cards[index])
        if card != previous and card >= board.at_least:
            actions[count] = EXCHANGE_CARD + card
            count += 1
        previous = card
    return count
