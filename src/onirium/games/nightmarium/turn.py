"""N3 A turn: two actions and their consequences."""

from typing import Final

from mypy_extensions import i64

from onirium.core.buffers import action_buffer
from onirium.games.nightmarium import abilities, exchange, setup, terror
from onirium.games.nightmarium.actions import (
    DISCARD_CARD,
    DONE,
    DRAW_CARD,
    EXCHANGE_CARD,
    PASS,
    PLACE_CARD,
    placed_card,
)
from onirium.games.nightmarium.completion import break_chain, complete_creature
from onirium.games.nightmarium.components import ACTIONS_PER_TURN, LEGION_OF
from onirium.games.nightmarium.legal_actions import legal_actions_into
from onirium.games.nightmarium.outcome import check_turn_limit
from onirium.games.nightmarium.placing import place_card
from onirium.games.nightmarium.state import NONE, UNDECIDED, Board, log_event, log_to_owner
from onirium.games.nightmarium.steps import (
    ACT,
    DEAL,
    DRAW,
    EXCHANGE,
    MOCKER,
    OVER,
    REVEALED,
    SINGER,
    TERROR,
    draws_pending_cards,
    is_chance,
    is_decision,
)

_SCRATCH: Final = action_buffer()


def decide(board: Board, action: i64) -> None:
    """Apply an action of the current decision."""
    step = board.current_step()
    if step == ACT:
        act(board, action)
    elif step == EXCHANGE:
        continue_exchange(board, action)
    elif step == TERROR:
        terror.discard(board, action - DISCARD_CARD)
    elif step == REVEALED:
        abilities.place_revealed(board, action, placed_card(action))
    elif step == MOCKER:
        abilities.mock(board, action, placed_card(action))
    else:
        abilities.use_on_target(board, step, action)


def act(board: Board, action: i64) -> None:
    """N3.1 Start one of the two actions of the turn."""
    board.pop_step()
    board.actions -= 1
    board.legion = NONE
    if action == DRAW_CARD:
        board.pending_count = 1
        board.push_step(DRAW)
    elif action == PASS:
        log_event(board, "pass", board.mover)
    elif action < PLACE_CARD:
        board.push_step(EXCHANGE)
        exchange.exchange_card(board, action - EXCHANGE_CARD)
    else:
        place_from_hand(board, action, placed_card(action))


def place_from_hand(board: Board, action: i64, card: i64) -> None:
    """N3.2, N3.5 Place a card from hand; its legion binds a second action of the turn."""
    if board.actions > 0:
        board.legion = LEGION_OF[card]
    board.hands.remove(board.mover, card)
    completed = place_card(board, action, "hand")
    if completed != NONE:
        complete_creature(board, completed)


def continue_exchange(board: Board, action: i64) -> None:
    """N3.4 Exchange a further card or end the exchange."""
    if action == DONE:
        exchange.finish_exchange(board)
    else:
        exchange.exchange_card(board, action - EXCHANGE_CARD)


def resolve_card(board: Board, card: i64) -> None:
    """Resolve a card drawn from the deck for the current step."""
    step = board.current_step()
    if step == DEAL:
        setup.deal(board, card)
        return
    board.pending_count -= 1
    if step == DRAW:
        board.hands.add(board.mover, card, 0)
        log_to_owner(board, "draw", board.mover, card)
    else:
        abilities.reveal(board, card)
    if board.options.reshuffles_at_once and board.deck.unknown_size == 0 and board.discard_size > 0:
        reshuffle(board)


def proceed(board: Board) -> None:
    """Run forced steps until a decision, a chance node or the end of the game."""
    while True:
        step = board.current_step()
        if step == OVER:
            if board.outcome != UNDECIDED:
                return
            advance_turn(board)
        elif is_decision(step):
            if not try_forced_decision(board, step):
                return
        elif is_chance(step):
            if not try_known_draw(board, step):
                return
        else:
            begin_ability(board, step)


def advance_turn(board: Board) -> None:
    """N2.3, N3.1 Start the second action of the turn, or the next player's turn."""
    board.creature = NONE
    board.completions = 0
    if board.actions > 0:
        board.push_step(ACT)
        return
    board.turns += 1
    check_turn_limit(board)
    if board.outcome == UNDECIDED:
        board.mover = board.next_seat(board.mover)
        board.actions = ACTIONS_PER_TURN


def try_forced_decision(board: Board, step: i64) -> bool:
    """Resolve the current decision if it leaves no choice; return whether it did.

    N8.2 A decision that depends on a hidden hand is never skipped: that would reveal the hand.
    """
    if step == ACT:
        return False
    if step == EXCHANGE:
        if board.hands.sizes[board.mover] > 0:
            return False
        exchange.finish_exchange(board)
        return True
    if step == TERROR:
        return terror.try_forced_discard(board)
    if step != REVEALED:
        # The ability starts here, whether or not it leaves a choice.
        abilities.log_ability(board, step)
    count = legal_actions_into(board, _SCRATCH)
    if count > 1 or (count == 1 and step == MOCKER):
        return False
    if count == 1:
        decide(board, _SCRATCH[0])
    elif step == REVEALED:
        abilities.discard_revealed(board)
    else:
        break_chain(board)
    return True


def try_known_draw(board: Board, step: i64) -> bool:
    """Advance a draw that needs no random card; return whether it advanced."""
    if not draws_pending_cards(step):
        return False
    if board.pending_count == 0:
        board.pop_step()
    elif board.deck.unknown_size > 0:
        return False
    elif board.discard_size > 0:
        reshuffle(board)
    else:
        board.pending_count = 0
    return True


def reshuffle(board: Board) -> None:
    """N3.6, N8.3 Shuffle the discard pile into a new deck."""
    card: i64 = 0
    while board.discard_size > 0:
        count = i64(board.discard[card])
        board.deck.add(card, count)
        board.discard_size -= count
        board.discard[card] = 0
        card += 1
    board.hands.mark_previous_deck()
    log_event(board, "shuffle", board.mover, source="discard", target="deck")


def begin_ability(board: Board, step: i64) -> None:
    """N6.1, N6.2 Start an ability that begins without a choice."""
    abilities.log_ability(board, step)
    if step == SINGER:
        abilities.sing(board)
    else:
        abilities.weep(board)
