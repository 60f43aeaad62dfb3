"""O8.4, O8.5 Casting a spell: first the complete price, then the effect."""

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import (
    CAST_PLANNING,
    CAST_PROPHECY,
    LIFT_CARD,
    NEXT_CARD,
    REMOVE_CARD,
    REMOVE_REST,
    swapped_goals,
)
from onirium.games.onirim.components import (
    FIRST_DOOR,
    FIRST_GOAL,
    FIRST_PREMONITION,
    HAPPY_DREAM,
    KIND_COUNT,
    NIGHTMARE,
    is_labyrinth,
)
from onirium.games.onirim.expansions.book.components import LOOK_BELOW_SIZE
from onirium.games.onirim.expansions.book.doors import is_face_up, move_reopened
from onirium.games.onirim.expansions.book.spells import price
from onirium.games.onirim.state import Board, log_event, log_public, log_to_viewers
from onirium.games.onirim.steps import (
    BANISH,
    CAST,
    DRAW_ONE,
    LIFT,
    LOOK_BELOW,
    MEET,
    PAY,
    PLAY,
    SINK,
    SWAP,
    UNLOCK,
)


def cast(board: Board, spell: i64) -> None:
    """O8.4 Cast a spell: push its effect, then its price; pending steps continue afterwards."""
    step = board.current_step()
    if step != PLAY:
        board.pop_step()
    if step == UNLOCK:
        board.push_step(MEET)
    if spell == CAST_PROPHECY:
        log_event(board, "cast paradoxical prophecy", "", "")
        board.pending_count = LOOK_BELOW_SIZE
        if not board.options.keeps_order_below:
            board.push_step(SINK)
        board.push_step(LIFT)
        board.push_step(LOOK_BELOW)
    elif spell == CAST_PLANNING:
        log_event(board, "cast parallel planning", "", "")
        board.push_step(SWAP)
    else:
        log_event(board, "cast powerful punishment", "", "")
        # O8.5 The Nightmare is ignored: the step that would resolve it is removed.
        board.pop_step()
        board.push_step(BANISH)
    board.to_pay = price(board, spell)
    board.push_step(PAY)


def decide(board: Board, step: i64, action: i64) -> None:
    """O8.4, O8.5 Apply an action to the current decision."""
    if step == CAST:
        draw_without_casting(board)
    elif step == PAY:
        pay(board, action)
    elif step == SWAP:
        swap(board, action)
    elif step == LIFT:
        lift(board, action)
    else:
        sink(board, action)


def draw_without_casting(board: Board) -> None:
    """O8.6 Draw one card; the player is asked again before the next one."""
    board.pop_step()
    board.push_step(DRAW_ONE)


def pay(board: Board, action: i64) -> None:
    """O8.4 Remove a discarded card from the game, or pay the rest of the price at once."""
    if action == REMOVE_REST:
        _pay_rest(board)
    else:
        _remove(board, action - REMOVE_CARD)
    if board.to_pay == 0:
        board.pop_step()


def _remove(board: Board, card: i64) -> None:
    board.discard[card] -= 1
    board.discard_size -= 1
    board.removed[card] += 1
    board.to_pay -= 1
    log_public(board, "remove", card, "discard", "removed")


def _remove_struck(board: Board) -> None:
    """O10.2, O14 Remove a struck Premonition, which is of use only for paying a price."""
    number: i64 = 0
    while board.struck >> number & 1 == 0:
        number += 1
    board.struck &= ~(1 << number)
    board.discard_size -= 1
    board.to_pay -= 1
    log_public(board, "remove", FIRST_PREMONITION + number, "discard", "removed")


def can_pay_rest(board: Board) -> bool:
    """O8.4 Return whether cards whose removal has no consequence cover the rest of the price.

    Nightmares may return from the discard pile (O10.6), and the loss of a door must be explicit.
    """
    available = board.discard_size
    card: i64
    for card in range(FIRST_DOOR, NIGHTMARE + 1):
        available -= i64(board.discard[card])
    return available >= board.to_pay


def _pay_rest(board: Board) -> None:
    """O8.4 Pay with struck Premonitions, then rooms, then towers, then Happy Dreams."""
    card: i64
    while board.struck != 0 and board.to_pay > 0:
        _remove_struck(board)
    for card in range(KIND_COUNT):
        while is_labyrinth(card) and board.discard[card] > 0 and board.to_pay > 0:
            _remove(board, card)
    while board.to_pay > 0:
        _remove(board, HAPPY_DREAM)


def swap(board: Board, action: i64) -> None:
    """O8.5 Parallel Planning: swap two goals, each of which keeps its face."""
    board.pop_step()
    first, second = swapped_goals(action)
    goal = board.goals[first]
    board.goals[first] = board.goals[second]
    board.goals[second] = goal
    if is_face_up(board, first) != is_face_up(board, second):
        board.found_goals ^= 1 << first | 1 << second
        move_reopened(board, first, second)
    _log_swapped(board, second)
    _log_swapped(board, first)


def _log_swapped(board: Board, index: i64) -> None:
    pile = "goals" if is_face_up(board, index) else "found"
    log_public(board, "swap", FIRST_GOAL + i64(board.goals[index]), pile, pile)


def look_below(board: Board, card: i64) -> None:
    """O8.5 Paradoxical Prophecy: peek at the lowest card of the deck."""
    if board.options.keeps_order_below:
        board.peeked = append(board.peeked, u8(card))
    else:
        board.add_peeked(card)
    board.pending_count -= 1
    log_to_viewers(board, "look below", card, "deck", "peeked")


def lift(board: Board, action: i64) -> None:
    """O8.5 Put one of the peeked cards on top of the deck."""
    board.pop_step()
    card = action - LIFT_CARD
    board.remove_peeked(card)
    board.deck.put_on_top(card, 1 << board.mover)
    log_to_viewers(board, "lift", card, "peeked", "deck")
    if board.options.keeps_order_below:
        _return_in_order(board)


def sink(board: Board, action: i64) -> None:
    """O8.5 Append a card to the order in which the other peeked cards return to the bottom."""
    card = action - NEXT_CARD
    board.remove_peeked(card)
    board.ordered = append(board.ordered, u8(card))
    log_to_viewers(board, "sink", card, "peeked", "deck")
    if len(board.peeked) == 0:
        board.pop_step()
        _return_below(board)


def _return_in_order(board: Board) -> None:
    """O8.5, O14 Return the other peeked cards to the bottom in the order that they had."""
    while len(board.peeked) > 0:
        board.peeked, card = pop(board.peeked)
        board.deck.put_at_bottom(i64(card), 1 << board.mover)
        log_to_viewers(board, "sink", i64(card), "peeked", "deck")


def _return_below(board: Board) -> None:
    for card in board.ordered:
        board.deck.put_at_bottom(i64(card), 1 << board.mover)
    board.ordered = vec[u8]()
