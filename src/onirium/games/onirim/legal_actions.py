"""The legal actions of each decision."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.games.onirim import two_players
from onirium.games.onirim.actions import (
    DECLINE,
    DISCARD_CARD,
    DISCARD_HAND,
    DISCARD_OFFSET,
    FORETELL_CARD,
    GIVE_DOOR,
    NEXT_CARD,
    PAY_KEY,
    PLAY_CARD,
    REVEAL_CARDS,
    SEARCH_DECK,
    UNLOCK_DOOR,
    UNLOCK_PERSONAL,
)
from onirium.games.onirim.components import COLOUR_COUNT, KEY, ROOM_KIND_COUNT, SYMBOL_COUNT
from onirium.games.onirim.doors import can_unlock, can_unlock_personally, holds_key
from onirium.games.onirim.expansions.book import legal_actions as book
from onirium.games.onirim.expansions.premonitions import legal_actions as premonitions
from onirium.games.onirim.expansions.towers import legal_actions as towers
from onirium.games.onirim.prophecy import peeked_into
from onirium.games.onirim.state import NONE, Board
from onirium.games.onirim.steps import (
    APPEASE,
    ARRANGE,
    CAST,
    DRAFT,
    EXCHANGE,
    FORETELL,
    LIFT,
    PAY,
    PLAY,
    SEARCH,
    SINK,
    SWAP,
    TAKE,
    TOPPLE,
    UNLOCK,
)


def legal_actions_into(board: Board, actions: vec[i64]) -> i64:
    """Write the legal actions of the current decision, ascending; return their number."""
    step = board.current_step()
    if step == PLAY:
        return _turn_actions_into(board, actions)
    if step == FORETELL:
        return peeked_into(board, FORETELL_CARD, actions)
    if step == ARRANGE or step == SINK:
        return peeked_into(board, NEXT_CARD, actions)
    if step == SEARCH:
        return _search_into(actions)
    if step == UNLOCK:
        return _unlock_into(board, actions)
    if step == APPEASE:
        return _appeasements_into(board, actions)
    if step == EXCHANGE or step == TAKE or step == DRAFT:
        return two_players.legal_actions_into(board, step, actions)
    if step == CAST or step == PAY or step == SWAP or step == LIFT:
        return book.legal_actions_into(board, step, actions)
    if step == TOPPLE:
        return towers.losses_into(board, actions)
    return premonitions.legal_actions_into(board, step, actions)


def _turn_actions_into(board: Board, actions: vec[i64]) -> i64:
    """O3.2, O3.5 Write plays and discards: a play must not repeat the last symbol."""
    # Branch-free: each action is written unconditionally and the count is advanced by 0 or 1. This
    # is the hottest loop of the program, and branches on the hand would be mispredicted.
    hand = board.hand
    barred = barred_symbol(board.row)
    count: i64 = 0
    discards: i64 = 0
    room: i64 = 0
    symbol: i64
    while room < ROOM_KIND_COUNT:
        for symbol in range(SYMBOL_COUNT):
            held = hand[room] > 0
            actions[count] = PLAY_CARD + room
            count += held & (symbol != barred)
            actions[DISCARD_OFFSET + discards] = DISCARD_CARD + room
            discards += held
            room += 1
    if board.options.towers:
        count = towers.builds_into(board, actions, count)
    index: i64
    for index in range(discards):
        actions[count + index] = actions[DISCARD_OFFSET + index]
    count += discards
    if board.options.has_extra_actions:
        count = _further_actions_into(board, barred, actions, count)
    return count


def _further_actions_into(board: Board, barred: i64, actions: vec[i64], count: i64) -> i64:
    """O7.2, O8.6, O9.5 Append the actions that expansions and a second player add to phase 1."""
    if board.options.towers:
        count = towers.discards_into(board, actions, count)
    if board.options.book:
        count = book.spells_into(board, actions, count)
    if board.options.seats > 1:
        count = two_players.personal_turns_into(board, barred, actions, count)
    return count


def barred_symbol(row: vec[u8]) -> i64:
    """O3.2 Return the symbol that must not be played again, or ``NONE`` for an empty row."""
    if len(row) == 0:
        return NONE
    return i64(row[-1]) % SYMBOL_COUNT


def _search_into(actions: vec[i64]) -> i64:
    """O3.3 Write the actions to search or decline."""
    actions[0] = SEARCH_DECK
    actions[1] = DECLINE
    return 2


def _unlock_into(board: Board, actions: vec[i64]) -> i64:
    """O4.1 Write the actions to unlock, if possible, to decline, and to cast spells (O8.6)."""
    count: i64 = 0
    if can_unlock(board):
        actions[0] = UNLOCK_DOOR
        count = 1
    actions[count] = DECLINE
    count += 1
    if board.options.book and holds_key(board):
        count = book.spells_into(board, actions, count)
    if can_unlock_personally(board):
        actions[count] = UNLOCK_PERSONAL
        count += 1
    return count


def _appeasements_into(board: Board, actions: vec[i64]) -> i64:
    """O5.1, O5.2 Write the ways to resolve a Nightmare: key, door, top of the deck, hand."""
    count: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        if board.hand[colour * SYMBOL_COUNT + KEY] > 0:
            actions[count] = PAY_KEY + colour
            count += 1
    for colour in range(COLOUR_COUNT):
        if board.doors[colour] > 0:
            actions[count] = GIVE_DOOR + colour
            count += 1
    actions[count] = REVEAL_CARDS
    actions[count + 1] = DISCARD_HAND
    count += 2
    if board.options.book:
        count = book.punishment_into(board, actions, count)
    if board.options.seats > 1:
        count = two_players.personal_payments_into(board, actions, count)
    return count
