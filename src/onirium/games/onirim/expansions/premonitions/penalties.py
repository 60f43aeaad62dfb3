"""O10.2, O10.4, O10.6 The penalties of the Premonitions."""

from mypy_extensions import i64

from onirium.games.onirim.actions import GIVE_DOOR, GIVE_PARTNER_DOOR, LOSE_KEY, STRIKE_NOW
from onirium.games.onirim.components import (
    FIRST_DOOR,
    FIRST_PREMONITION,
    HAPPY_DREAM,
    KEY,
    NIGHTMARE,
    ROOM_KIND_COUNT,
    SYMBOL_COUNT,
)
from onirium.games.onirim.doors import give
from onirium.games.onirim.expansions.premonitions.components import (
    BLUE,
    BLUE_KEY_COUNT,
    BROWN,
    FIVE_UNVEIL_COUNT,
    GREEN,
    PAIR,
    RAINBOW,
    RED,
    THREE,
    THREE_UNVEIL_COUNT,
)
from onirium.games.onirim.expansions.premonitions.doors import ready_to_strike
from onirium.games.onirim.expansions.premonitions.setup import start_unveiling
from onirium.games.onirim.hooks import on_door_lost
from onirium.games.onirim.setup import discard_hand
from onirium.games.onirim.state import NONE, Board, log_event, log_public
from onirium.games.onirim.steps import GIVE_UP, KEYS
from onirium.games.onirim.two_players import mark_absent_from_deck, reveal_deck_to_mover


def strike(board: Board, action: i64) -> None:
    """O10.2 Apply the penalty of the chosen Premonition."""
    number = action - STRIKE_NOW
    board.premonitions &= ~(1 << number)
    board.revealed &= board.premonitions
    board.revealed_before &= board.premonitions
    board.striking = number
    log_public(board, "strike", FIRST_PREMONITION + number, "premonitions", "striking")
    if number == RED:
        _forfeit_red_rooms(board)
    elif number == BLUE:
        _choose_keys(board)
    elif number == GREEN:
        _bring_back_nightmare(board)
    elif number == BROWN or number == PAIR:
        board.push_step(GIVE_UP)
    elif number == RAINBOW:
        _forfeit(board, HAPPY_DREAM)
        log_event(board, "shuffle", "", "deck")
    elif number == THREE:
        start_unveiling(board, THREE_UNVEIL_COUNT)
        discard_hand(board)
    else:
        start_unveiling(board, FIVE_UNVEIL_COUNT)


def finish_penalty(board: Board) -> None:
    """O10.2 Remove the Premonition whose penalty is complete, before others are checked."""
    if board.striking == NONE:
        return
    target = "gone"
    if board.options.discards_struck:
        target = "discard"
        board.struck |= 1 << board.striking
        board.discard_size += 1
    log_public(board, "struck", FIRST_PREMONITION + board.striking, "striking", target)
    board.striking = NONE
    if ready_to_strike(board) == 0:
        board.revealed = board.revealed_before = 0


def _forfeit_red_rooms(board: Board) -> None:
    """O10.6 Discard all red rooms from the deck."""
    room: i64
    for room in range(SYMBOL_COUNT):
        _forfeit(board, room)
        mark_absent_from_deck(board, room)
    log_event(board, "shuffle", "", "deck")


def _forfeit(board: Board, kind: i64) -> None:
    """O10.4 Discard all cards of a kind from the deck."""
    board.deck.shuffle()
    _number: i64
    for _number in range(board.deck.take_all(kind)):
        board.put_on_discard(kind)
        log_public(board, "forfeit", kind, "deck", "discard")


def _choose_keys(board: Board) -> None:
    """O10.6 Offer the mover, who sees the deck, a choice of up to two of its keys."""
    board.deck.shuffle()
    reveal_deck_to_mover(board)
    board.pending_count = BLUE_KEY_COUNT
    board.push_step(KEYS)
    _finish_keys(board)


def lose_key(board: Board, action: i64) -> None:
    """O10.6 Discard a key from the deck."""
    key = (action - LOSE_KEY) * SYMBOL_COUNT + KEY
    board.deck.draw_unknown(key)
    board.put_on_discard(key)
    board.pending_count -= 1
    log_public(board, "forfeit", key, "deck", "discard")
    _finish_keys(board)


def _finish_keys(board: Board) -> None:
    """O10.4 End the choice after two keys, or when no key is left in the deck."""
    key_count: i64 = 0
    key: i64
    for key in range(KEY, ROOM_KIND_COUNT, SYMBOL_COUNT):
        key_count += board.deck.count(key)
    if board.pending_count > 0 and key_count > 0:
        return
    if board.pending_count > 0:
        for key in range(KEY, ROOM_KIND_COUNT, SYMBOL_COUNT):
            mark_absent_from_deck(board, key)
    board.pending_count = 0
    board.pop_step()
    log_event(board, "shuffle", "", "deck")


def _bring_back_nightmare(board: Board) -> None:
    """O10.6 Put a Nightmare from the discard pile into limbo."""
    if board.discard[NIGHTMARE] > 0:
        board.discard[NIGHTMARE] -= 1
        board.discard_size -= 1
        board.put_in_limbo(NIGHTMARE, "discard")


def give_up(board: Board, action: i64) -> None:
    """O10.5, O10.6 Put a found door into limbo, the mover's own or the partner's."""
    board.pop_step()
    if action < GIVE_PARTNER_DOOR:
        give(board, action - GIVE_DOOR)
        return
    colour = action - GIVE_PARTNER_DOOR
    board.partner_doors[colour] -= 1
    board.put_in_limbo(FIRST_DOOR + colour, "partner doors")
    on_door_lost(board, colour)
