"""O12 What a seat has not seen, and other worlds that it cannot tell from this one."""

from typing import Final

from librt.random import Random
from librt.vecs import append, vec
from mypy_extensions import i64, u8

from onirium.games.onirim.components import (
    KEY,
    KIND_COUNT,
    ROOM_KIND_COUNT,
    SYMBOL_COUNT,
    is_labyrinth,
)
from onirium.games.onirim.state import NONE, Board
from onirium.games.onirim.steps import KEYS

_NOTHING: Final = vec[i64]([0] * int(KIND_COUNT))


def hidden_reserve(board: Board, seat: i64) -> vec[i64]:
    """O12.3 Count the cards of the other player's personal reserve that a seat has not seen."""
    hidden = _NOTHING[:]
    kind: i64
    if board.options.seats > 1:
        for kind in range(KIND_COUNT):
            if seat == board.mover:
                hidden[kind] = i64(board.partner_hand[kind]) - i64(board.partner_shown[kind])
            else:
                shared = i64(board.shared[kind])
                hidden[kind] = i64(board.hand[kind]) - shared - i64(board.shown[kind])
    return hidden


def personal(board: Board) -> list[int]:
    """O7.2 Return the mover's hand by kind, without the shared reserve."""
    if board.options.seats == 1:
        return list(board.hand)
    return [int(held) - int(shared) for held, shared in zip(board.hand, board.shared, strict=True)]


def sees_peeked(board: Board, seat: i64) -> bool:
    """O12.2 Tell whether a seat sees the cards that are being looked at."""
    return board.peek_audience() >> seat & 1 == 1


def resample_hidden(board: Board, seat: i64, rng: Random) -> None:
    """Deal everything that a seat has not seen anew, each possible deal as likely as another."""
    if board.options.seats == 1:
        return
    board.deck.hide_unseen(seat)
    if not sees_peeked(board, seat):
        _hide(board, board.peeked)
        _hide(board, board.ordered)
    _deal_reserve(board, seat, rng)
    if not sees_peeked(board, seat):
        board.peeked = _deal_cards(board, i64(len(board.peeked)), rng)
        board.ordered = _deal_cards(board, i64(len(board.ordered)), rng)
        _sort_looked(board)
    board.deck.fill_hidden(rng)


def _hide(board: Board, cards: vec[u8]) -> None:
    for card in cards:
        board.deck.add(i64(card), 1)


def _deal_cards(board: Board, size: i64, rng: Random) -> vec[u8]:
    dealt = vec[u8]()
    _place: i64
    for _place in range(size):
        dealt = append(dealt, u8(board.deck.draw_random(rng)))
    return dealt


def _sort_looked(board: Board) -> None:
    cards = board.peeked
    board.peeked = vec[u8]()
    for card in cards:
        board.add_peeked(i64(card))


def _deal_reserve(board: Board, seat: i64, rng: Random) -> None:
    """Deal the other player's reserve, in which labyrinth cards only are held.

    While keys of the deck are chosen it holds one; a deal that leaves none there is not possible.
    """
    hidden = hidden_reserve(board, seat)
    size = _add_to_reserve(board, seat, hidden, -1)
    while True:
        dealt = _NOTHING[:]
        _number: i64
        for _number in range(size):
            kind = _labyrinth_card(board, rng)
            board.deck.draw_unknown(kind)
            dealt[kind] += 1
        _add_to_reserve(board, seat, dealt, 1)
        if board.current_step() != KEYS or _deck_has_key(board):
            return
        _add_to_reserve(board, seat, dealt, -1)


def _add_to_reserve(board: Board, seat: i64, cards: vec[i64], sign: i64) -> i64:
    """Put cards into the other player's reserve, or back among the unknown; return their number."""
    size: i64 = 0
    kind: i64
    for kind in range(KIND_COUNT):
        size += cards[kind]
        if seat == board.mover:
            board.partner_hand[kind] = u8(i64(board.partner_hand[kind]) + sign * cards[kind])
        else:
            board.hand[kind] = u8(i64(board.hand[kind]) + sign * cards[kind])
        if sign < 0:
            board.deck.add(kind, cards[kind])
    return size


def _labyrinth_card(board: Board, rng: Random) -> i64:
    """Return one of the unknown labyrinth cards, each as likely."""
    unknown = board.deck.unknown
    size: i64 = 0
    kind: i64
    for kind in range(KIND_COUNT):
        if is_labyrinth(kind):
            size += i64(unknown[kind])
    point = rng.randrange(size)
    for kind in range(KIND_COUNT):
        if is_labyrinth(kind):
            if point < i64(unknown[kind]):
                return kind
            point -= i64(unknown[kind])
    return NONE


def _deck_has_key(board: Board) -> bool:
    key: i64
    for key in range(KEY, ROOM_KIND_COUNT, SYMBOL_COUNT):
        if board.deck.unknown[key] > 0:
            return True
    return False
