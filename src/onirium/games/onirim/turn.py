"""O3 A turn: play or discard, draw, shuffle limbo back; and the loop that runs the steps."""

from typing import Final

from librt.vecs import append
from mypy_extensions import i64, u8

from onirium.core.buffers import action_buffer
from onirium.games.onirim import hooks
from onirium.games.onirim.actions import (
    BUILD_LEFT,
    CAST_PROPHECY,
    CAST_PUNISHMENT,
    DISCARD_CARD,
    DISCARD_PERSONAL,
    FORETELL_CARD,
    NEXT_CARD,
    PLAY_CARD,
    PLAY_PERSONAL,
    labyrinth_card,
)
from onirium.games.onirim.components import (
    DRAFT_SIZE,
    HAND_SIZE,
    HAPPY_DREAM,
    KEY,
    NIGHTMARE,
    PROPHECY_SIZE,
    ROOM_KIND_COUNT,
    SYMBOL_COUNT,
    is_labyrinth,
)
from onirium.games.onirim.doors import offer_search, on_door_drawn, search, unlock
from onirium.games.onirim.expansions import dispatch
from onirium.games.onirim.expansions.book import turn as book
from onirium.games.onirim.expansions.premonitions import dreams, penalties
from onirium.games.onirim.expansions.towers import turn as towers
from onirium.games.onirim.legal_actions import legal_actions_into
from onirium.games.onirim.nightmares import appease, on_nightmare_drawn, reveal, settle
from onirium.games.onirim.outcome import lose
from onirium.games.onirim.prophecy import arrange, foretell, look, peeked_differ
from onirium.games.onirim.setup import deal, return_limbo
from onirium.games.onirim.state import Board, log_public
from onirium.games.onirim.steps import (
    APPEASE,
    ARRANGE,
    DEAL,
    DRAW,
    DRAW_ONE,
    FETCH,
    FORETELL,
    KEYS,
    LAY_OPEN,
    LIFT,
    LOOK,
    OVER,
    PLAY,
    REVEAL,
    SEARCH,
    SETTLE,
    SHUFFLE,
    SINK,
    STRIKE,
    UNLOCK,
    draws_from_top,
    draws_pending_cards,
    fills_hand,
    is_always_asked,
    is_chance,
    is_decision,
)
from onirium.games.onirim.two_players import lay_open, pass_turn

_SCRATCH: Final = action_buffer()


def decide(board: Board, action: i64) -> None:
    """Apply an action to the current decision."""
    step = board.current_step()
    if CAST_PROPHECY <= action <= CAST_PUNISHMENT:
        book.cast(board, action)
    elif step == PLAY:
        play_or_discard(board, action)
    elif step == FORETELL:
        foretell(board, action - FORETELL_CARD)
    elif step == ARRANGE:
        arrange(board, action - NEXT_CARD)
    elif step == SEARCH:
        search(board, action)
    elif step == UNLOCK:
        unlock(board, action)
    elif step == APPEASE:
        appease(board, action)
    else:
        dispatch.decide(board, step, action)


def resolve_card(board: Board, card: i64, seen: i64) -> None:
    """Resolve a card drawn from the deck, before the next one is drawn (O3.7).

    Args:
        board: the board.
        card: the card.
        seen: the bit mask of the seats that have seen it in the deck.
    """
    step = board.current_step()
    if step == DRAW:
        draw(board, card, seen)
    elif step == DEAL:
        deal(board, card, seen)
    elif step == REVEAL:
        reveal(board, card)
    elif step == DRAW_ONE:
        board.pop_step()
        draw(board, card, seen)
    elif step == LAY_OPEN:
        lay_open(board, card)
    elif step == LOOK:
        look(board, card)
    else:
        book.look_below(board, card)


def proceed(board: Board) -> None:
    """Run steps up to a decision, a chance node or the end of the game."""
    while True:
        step = board.current_step()
        if is_decision(step):
            if is_always_asked(step) or not try_forced_decision(board, step):
                return
        elif is_chance(step):
            if not try_known_draw(board, step):
                return
        elif step == OVER:
            return
        elif step == SHUFFLE:
            shuffle_limbo(board)
        elif step == SETTLE:
            settle(board)
        else:
            dispatch.run_automatic_step(board, step)


def try_known_draw(board: Board, step: i64) -> bool:
    """Advance a chance step that needs no unknown card; return whether it advanced."""
    if not draws_from_top(step):
        return dispatch.try_known_draw(board, step)
    deck = board.deck
    if is_draw_complete(board, step):
        finish_drawing(board, step)
    elif deck.size() == 0:
        on_deck_empty(board, step)
    elif step == DRAW and hooks.before_draw(board):
        return True
    elif deck.next_is_known():
        card, seen = deck.draw_known()
        resolve_card(board, card, seen)
    else:
        return False
    return True


def try_forced_decision(board: Board, step: i64) -> bool:
    """Resolve the current decision if it leaves no choice; return whether it did."""
    if peeked_differ(board):
        return False
    if step == STRIKE:
        penalties.finish_penalty(board)
    count = legal_actions_into(board, _SCRATCH)
    if count > 1 or (count == 1 and hides_choice(board, step)):
        return False
    if count == 1:
        decide(board, _SCRATCH[0])
    else:
        board.pop_step()
    return True


def hides_choice(board: Board, step: i64) -> bool:
    """O12.2 Return whether skipping a forced decision would reveal hidden cards."""
    if board.options.seats == 1:
        return False
    if step == KEYS or step == FETCH:
        return True
    if step == FORETELL or step == ARRANGE or step == LIFT or step == SINK:
        return len(board.peeked) > 1 and board.drawn != HAPPY_DREAM
    return False


def is_draw_complete(board: Board, step: i64) -> bool:
    """O3.6, O3.7, O5.1c Return whether a step has drawn all its cards."""
    if fills_hand(step):
        return board.hand_size == HAND_SIZE
    if draws_pending_cards(step):
        return board.pending_count == 0
    return board.hand_size == DRAFT_SIZE


def finish_drawing(board: Board, step: i64) -> None:
    """O7.1 End a drawing step; limbo returns to the deck before the draft of two players."""
    board.pop_step()
    if step == LAY_OPEN:
        return_limbo(board)


def on_deck_empty(board: Board, step: i64) -> None:
    """O3.6, O5.1c, O6.2 With an empty deck, end a peek or reveal; lose if a hand must be filled."""
    if fills_hand(step):
        lose(board)
    else:
        board.pending_count = 0


def play_or_discard(board: Board, action: i64) -> None:
    """O3.1 Apply phase 1; then phase 2 fills the hand and phase 3 shuffles limbo back."""
    board.pop_step()
    board.push_step(SHUFFLE)
    board.push_step(DRAW)
    if action < BUILD_LEFT:
        room = action - PLAY_CARD
        play(board, room, board.take_from_hand(room))
    elif action < DISCARD_CARD:
        towers.build(board, action)
    elif action < FORETELL_CARD:
        card = labyrinth_card(action - DISCARD_CARD)
        discard(board, card, board.take_from_hand(card))
    elif action < DISCARD_PERSONAL:
        room = action - PLAY_PERSONAL
        play(board, room, board.take_from_reserve(room))
    else:
        room = action - DISCARD_PERSONAL
        discard(board, room, board.take_from_reserve(room))


def play(board: Board, room: i64, source: str) -> None:
    """O3.2 Play a room that has left a reserve to the end of the row."""
    board.row = append(board.row, u8(room))
    log_public(board, "play", room, source, "row")
    offer_search(board)


def discard(board: Board, card: i64, source: str) -> None:
    """O3.5 Discard a card that has left a reserve; a key triggers a prophecy, a tower a peek."""
    board.put_on_discard(card)
    log_public(board, "discard", card, source, "discard")
    if card >= ROOM_KIND_COUNT:
        towers.look_ahead(board, card)
    elif card % SYMBOL_COUNT == KEY:
        board.pending_count = PROPHECY_SIZE
        board.push_step(FORETELL)
        board.push_step(LOOK)
    hooks.on_card_discarded(board)


def draw(board: Board, card: i64, seen: i64) -> None:
    """O3.7 Put a labyrinth card into the hand, or resolve a door or dream."""
    if is_labyrinth(card):
        board.add_to_hand("draw", card, seen)
    elif card < NIGHTMARE:
        on_door_drawn(board, card)
    elif card == NIGHTMARE:
        on_nightmare_drawn(board)
    else:
        dreams.on_dream_drawn(board)


def shuffle_limbo(board: Board) -> None:
    """O2.2, O3.8, O7.5 Shuffle limbo into the deck and begin the next turn."""
    board.pop_step()
    board.push_step(PLAY)
    return_limbo(board)
    if board.options.seats > 1:
        pass_turn(board)
