"""O8.4, O8.5 A spell is cast: the whole price first, then the effect."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import (
    CAST_PLANNING,
    CAST_PROPHECY,
    LIFT_CARD,
    NEXT_CARD,
    REMOVE_CARD,
    REMOVE_REST,
    goals_of,
)
from onirium.games.onirim.components import FIRST_GOAL, HAPPY_DREAM, KIND_COUNT, is_labyrinth
from onirium.games.onirim.expansions.book.components import LOOK_BELOW_SIZE
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
    """O8.4 Cast a spell: its price is to be paid, and what waited goes on afterwards."""
    step = board.current_step()
    if step != PLAY:
        board.pop_step()
    if step == UNLOCK:
        board.push_step(MEET)
    if spell == CAST_PROPHECY:
        log_event(board, "cast paradoxical prophecy", "", "")
        board.pending_count = LOOK_BELOW_SIZE
        board.push_step(SINK)
        board.push_step(LIFT)
        board.push_step(LOOK_BELOW)
    elif spell == CAST_PLANNING:
        log_event(board, "cast parallel planning", "", "")
        board.push_step(SWAP)
    else:
        log_event(board, "cast powerful punishment", "", "")
        # O8.5 The Nightmare is ignored altogether: it will not be settled.
        board.pop_step()
        board.push_step(BANISH)
    board.to_pay = price(board, spell)
    board.push_step(PAY)


def decide(board: Board, step: i64, action: i64) -> None:
    """O8.4, O8.5 Carry out the decision that waits."""
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
    """O8.6 Draw a card; before the next one the player is asked again."""
    board.pop_step()
    board.push_step(DRAW_ONE)


def pay(board: Board, action: i64) -> None:
    """O8.4 Remove a card of the discard pile from the game, or the rest of the price at once."""
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


def is_negligible(card: i64) -> bool:
    """O8.4 Tell whether it cannot matter that a card is removed, once it is discarded.

    A Nightmare there may return (O10.6), and whether a door is lost should be seen.
    """
    return is_labyrinth(card) or card == HAPPY_DREAM


def can_pay_rest(board: Board) -> bool:
    """O8.4 Tell whether cards that do not matter suffice for the rest of the price."""
    there: i64 = 0
    card: i64
    for card in range(KIND_COUNT):
        if is_negligible(card):
            there += i64(board.discard[card])
    return there >= board.to_pay


def _pay_rest(board: Board) -> None:
    """O8.4 Pay with rooms, then towers, then Happy Dreams."""
    card: i64
    for card in range(KIND_COUNT):
        while is_labyrinth(card) and board.discard[card] > 0 and board.to_pay > 0:
            _remove(board, card)
    while board.to_pay > 0:
        _remove(board, HAPPY_DREAM)


def swap(board: Board, action: i64) -> None:
    """O8.5 Parallel Planning: swap two face-up goals."""
    board.pop_step()
    first, second = goals_of(action)
    goal = board.goals[first]
    board.goals[first] = board.goals[second]
    board.goals[second] = goal
    log_public(board, "swap", FIRST_GOAL + i64(board.goals[second]), "goals", "goals")
    log_public(board, "swap", FIRST_GOAL + i64(board.goals[first]), "goals", "goals")


def look_below(board: Board, card: i64) -> None:
    """O8.5 Paradoxical Prophecy: take up the lowest card of the deck."""
    board.add_peeked(card)
    board.pending_count -= 1
    log_to_viewers(board, "look below", card, "deck", "looked")


def lift(board: Board, action: i64) -> None:
    """O8.5 Put one of the cards looked at on top of the deck."""
    board.pop_step()
    card = action - LIFT_CARD
    board.remove_peeked(card)
    board.deck.put_on_top(card, 1 << board.mover)
    log_to_viewers(board, "lift", card, "looked", "deck")


def sink(board: Board, action: i64) -> None:
    """O8.5 Return the next of the others to the bottom, in the order in which they will come."""
    card = action - NEXT_CARD
    board.remove_peeked(card)
    board.ordered = append(board.ordered, u8(card))
    log_to_viewers(board, "sink", card, "looked", "deck")
    if len(board.peeked) == 0:
        board.pop_step()
        _return_below(board)


def _return_below(board: Board) -> None:
    for card in board.ordered:
        board.deck.put_at_bottom(i64(card), 1 << board.mover)
    board.ordered = vec[u8]()
