"""O10.2, O10.3, O10.6 The legal actions of Dark Premonitions and Happy Dreams."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.onirim.actions import (
    CHOOSE_CARD,
    DISMISS,
    FETCH_CARD,
    GIVE_DOOR,
    GIVE_PARTNER_DOOR,
    KEEP_REST,
    LOSE_KEY,
    REVEAL_DREAM,
    SORT_OUT,
    STRIKE_NOW,
)
from onirium.games.onirim.components import (
    COLOUR_COUNT,
    KEY,
    KIND_COUNT,
    PREMONITION_COUNT,
    SYMBOL_COUNT,
)
from onirium.games.onirim.expansions.premonitions.components import BROWN
from onirium.games.onirim.expansions.premonitions.doors import both_are_found, ready_to_strike
from onirium.games.onirim.prophecy import peeked_into
from onirium.games.onirim.state import Board
from onirium.games.onirim.steps import DREAM, GIVE_UP, KEYS, SORT, STRIKE


def legal_actions_into(board: Board, step: i64, actions: vec[i64]) -> i64:
    """O10.2, O10.3 Write the legal actions of a decision of this expansion."""
    if step == STRIKE:
        return _strikes_into(board, actions)
    if step == KEYS:
        return _keys_into(board, actions)
    if step == GIVE_UP:
        return _doors_into(board, actions)
    if step == DREAM:
        return _dreams_into(board, actions)
    if step == SORT:
        count = peeked_into(board, SORT_OUT, actions)
        actions[count] = KEEP_REST
        return count + 1
    return _fetches_into(board, actions)


def _strikes_into(board: Board, actions: vec[i64]) -> i64:
    """O10.2 Write the Premonitions that may strike next."""
    ready = ready_to_strike(board)
    count: i64 = 0
    number: i64
    for number in range(PREMONITION_COUNT):
        if ready >> number & 1 == 1:
            actions[count] = STRIKE_NOW + number
            count += 1
    return count


def _keys_into(board: Board, actions: vec[i64]) -> i64:
    """O10.6 Write the colours whose keys are in the deck."""
    count: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        if board.deck.count(colour * SYMBOL_COUNT + KEY) > 0:
            actions[count] = LOSE_KEY + colour
            count += 1
    return count


def _doors_into(board: Board, actions: vec[i64]) -> i64:
    """O10.5, O10.6 Write the doors that can be given up, of either player."""
    count: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        if board.doors[colour] > 0 and _may_be_given(board, colour):
            actions[count] = GIVE_DOOR + colour
            count += 1
    if board.options.seats == 1:
        return count
    for colour in range(COLOUR_COUNT):
        if board.partner_doors[colour] > 0 and _may_be_given(board, colour):
            actions[count] = GIVE_PARTNER_DOOR + colour
            count += 1
    return count


def _may_be_given(board: Board, colour: i64) -> bool:
    return board.striking == BROWN or both_are_found(board, colour)


def _dreams_into(board: Board, actions: vec[i64]) -> i64:
    """O10.3 Write the effects of a Happy Dream; two of them need cards in the deck."""
    count: i64 = 0
    number: i64
    for number in range(PREMONITION_COUNT):
        if board.premonitions >> number & 1:
            actions[count] = DISMISS + number
            count += 1
    if board.deck.size() > 0:
        actions[count] = REVEAL_DREAM
        actions[count + 1] = CHOOSE_CARD
        count += 2
    return count


def _fetches_into(board: Board, actions: vec[i64]) -> i64:
    """O10.3c Write the kinds of cards in the deck."""
    count: i64 = 0
    card: i64
    for card in range(KIND_COUNT):
        if board.deck.count(card) > 0:
            actions[count] = FETCH_CARD + card
            count += 1
    return count
