"""O12 Resampling of hidden cards: states consistent with the information of a seat."""

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

_NO_COUNTS: Final = vec[i64]([0] * int(KIND_COUNT))


def hidden_reserve(board: Board, seat: i64) -> vec[i64]:
    """O12.3 Return the unseen cards of the other player's personal reserve, by kind."""
    hidden = _NO_COUNTS[:]
    kind: i64
    if board.options.seats > 1:
        for kind in range(KIND_COUNT):
            if seat == board.mover:
                hidden[kind] = i64(board.partner_hand[kind]) - i64(board.partner_shown[kind])
            else:
                shared = i64(board.shared[kind])
                hidden[kind] = i64(board.hand[kind]) - shared - i64(board.shown[kind])
    return hidden


def personal_reserve(board: Board) -> list[int]:
    """O7.2 Return the personal reserve of the mover by kind: the hand less the shared reserve."""
    if board.options.seats == 1:
        return list(board.hand)
    return [int(held) - int(shared) for held, shared in zip(board.hand, board.shared, strict=True)]


def sees_peeked(board: Board, seat: i64) -> bool:
    """O12.2 Return whether a seat sees the peeked cards."""
    return board.peek_audience() >> seat & 1 == 1


def resample_hidden(board: Board, seat: i64, rng: Random) -> None:
    """Resample all cards that a seat has not seen, uniformly over all consistent deals."""
    if board.options.seats == 1:
        return
    board.deck.hide_unseen(seat)
    if not sees_peeked(board, seat):
        _make_unknown(board, board.peeked)
        _make_unknown(board, board.ordered)
    _resample_reserve(board, seat, rng)
    if not sees_peeked(board, seat):
        board.peeked = _deal_cards(board, i64(len(board.peeked)), rng)
        board.ordered = _deal_cards(board, i64(len(board.ordered)), rng)
        if not board.keeps_peeked_order():
            _sort_peeked(board)
    board.deck.fill_hidden(rng)


def _make_unknown(board: Board, cards: vec[u8]) -> None:
    for card in cards:
        board.deck.add(i64(card), 1)


def _deal_cards(board: Board, size: i64, rng: Random) -> vec[u8]:
    dealt = vec[u8]()
    _index: i64
    for _index in range(size):
        dealt = append(dealt, u8(board.deck.draw_random(rng)))
    return dealt


def _sort_peeked(board: Board) -> None:
    cards = board.peeked
    board.peeked = vec[u8]()
    for card in cards:
        board.add_peeked(i64(card))


def _resample_reserve(board: Board, seat: i64, rng: Random) -> None:
    """Resample the unseen part of the other player's reserve, which holds labyrinth cards only.

    In the step ``KEYS`` the deck is known to contain a key, so deals without one are rejected.
    """
    hidden = hidden_reserve(board, seat)
    size = _move_reserve(board, seat, hidden, -1)
    while True:
        dealt = _NO_COUNTS[:]
        _index: i64
        for _index in range(size):
            kind = _random_labyrinth_card(board, rng)
            board.deck.draw_unknown(kind)
            dealt[kind] += 1
        _move_reserve(board, seat, dealt, 1)
        if board.current_step() != KEYS or _deck_has_key(board):
            return
        _move_reserve(board, seat, dealt, -1)


def _move_reserve(board: Board, seat: i64, cards: vec[i64], sign: i64) -> i64:
    """Move cards from (+1) or to (-1) the unknown cards of the deck; return their number."""
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


def _random_labyrinth_card(board: Board, rng: Random) -> i64:
    """Return the kind of a uniformly random unknown labyrinth card."""
    unknown = board.deck.unknown
    size: i64 = 0
    kind: i64
    for kind in range(KIND_COUNT):
        if is_labyrinth(kind):
            size += i64(unknown[kind])
    index = rng.randrange(size)
    for kind in range(KIND_COUNT):
        if is_labyrinth(kind):
            if index < i64(unknown[kind]):
                return kind
            index -= i64(unknown[kind])
    return NONE


def _deck_has_key(board: Board) -> bool:
    key: i64
    for key in range(KEY, ROOM_KIND_COUNT, SYMBOL_COUNT):
        if board.deck.unknown[key] > 0:
            return True
    return False
