"""N8 Resampling of hidden cards: states consistent with the information of a seat."""

from typing import Final

from librt.random import Random
from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.core.buffers import action_buffer
from onirium.core.deck import Deck
from onirium.games.nightmarium import terror
from onirium.games.nightmarium.components import KIND_COUNT, LEGION_OF
from onirium.games.nightmarium.hands import KNOWN, Hands
from onirium.games.nightmarium.legal_actions import legal_actions_into
from onirium.games.nightmarium.state import NONE, Board
from onirium.games.nightmarium.steps import MOCKER

_NO_CARDS: Final = vec[u8](bytes(KIND_COUNT))
_SCRATCH: Final = action_buffer()


def count_drawn_decks(board: Board) -> int:
    """N8.3 Return the number of decks with hidden cards in hands, including the present deck."""
    oldest: i64 = 0
    for deck in board.hands.decks:
        if i64(deck) != KNOWN:
            oldest = max(oldest, i64(deck))
    return 1 + int(oldest)


def unseen_cards(board: Board, seat: int, deck: int) -> vec[u8]:
    """N8.3 Return the cards of a deck that a seat has not seen, counted by kind.

    Args:
        board: the board.
        seat: the observing seat.
        deck: 0 for the present deck, 1 for the previous one, and so on. The unseen cards of
            previous decks are all in hands.
    """
    counts = board.deck.unknown[:] if deck == 0 else _NO_CARDS[:]
    hands = board.hands
    for other in range(board.options.seats):
        if other == seat:
            continue
        for index in range(hands.begin(other), hands.end(other)):
            if i64(hands.decks[index]) == deck:
                counts[i64(hands.cards[index])] += 1
    return counts


def resample_hidden(board: Board, seat: i64, rng: Random) -> None:
    """N8.2, N8.3 Resample the cards hidden from a seat, uniformly over all possible deals.

    Each hand keeps its number of cards from each deck. A pending Mocker implies that its player
    holds a card that can be placed, so deals without one are rejected and sampled again. A victim
    of terror that has discarded a card of another legion holds none of the legion.
    """
    decks = [Deck(unseen_cards(board, seat, deck)) for deck in range(count_drawn_decks(board))]
    while True:
        _deal_hands(board, seat, [Deck(deck.unknown[:]) for deck in decks], rng)
        if board.current_step() != MOCKER or legal_actions_into(board, _SCRATCH) > 0:
            return


def _deal_hands(board: Board, seat: i64, decks: list[Deck], rng: Random) -> None:
    """Deal each other hand its number of cards from each deck; the rest stays in the deck."""
    hands = Hands(board.options.seats)
    first = NONE
    if terror.lacks_legion(board):
        # Rejected deals would be many: of a large hand, few deals lack a legion.
        first = board.victim
        legion = terror.legion_of_terror(board)
        removed = [_remove_legion(deck, legion) for deck in decks]
        _deal_hand(board, first, seat, hands, decks, rng)
        for deck, cards in zip(decks, removed, strict=True):
            _add_cards(deck, cards)
    other: i64
    for other in range(board.options.seats):
        if other != first:
            _deal_hand(board, other, seat, hands, decks, rng)
    board.hands = hands
    board.deck = decks[0]


def _deal_hand(
    board: Board, other: i64, seat: i64, hands: Hands, decks: list[Deck], rng: Random
) -> None:
    """Add the hand of a player as a seat could imagine it to new hands.

    Cards are dealt deck by deck. Hands are sorted by card, so in the order of a hand its hidden
    cards would determine which random number deals which card.
    """
    old = board.hands
    hidden: i64 = len(decks)
    deck: i64
    index: i64
    for deck in range(hidden + 1):
        for index in range(old.begin(other), old.end(other)):
            card, label = i64(old.cards[index]), i64(old.decks[index])
            if other == seat or label == KNOWN:
                if deck == hidden:
                    hands.add(other, card, label)
            elif label == deck:
                hands.add(other, decks[deck].draw_random(rng), deck)


def _remove_legion(deck: Deck, legion: i64) -> vec[u8]:
    """Remove the cards of a legion from a deck; return their number by kind."""
    removed = _NO_CARDS[:]
    kind: i64
    for kind in range(KIND_COUNT):
        if LEGION_OF[kind] == legion:
            removed[kind] = u8(deck.take_all(kind))
    return removed


def _add_cards(deck: Deck, cards: vec[u8]) -> None:
    kind: i64
    for kind in range(KIND_COUNT):
        deck.add(kind, i64(cards[kind]))
