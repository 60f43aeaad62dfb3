"""N3 A turn: two actions, and all that follows from them."""

from typing import Final

from mypy_extensions import i64

from onirium.core.game import action_buffer
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
from onirium.games.nightmarium.completion import break_chain, complete
from onirium.games.nightmarium.components import ACTIONS_A_TURN, LEGION_OF
from onirium.games.nightmarium.legal_actions import choices_into
from onirium.games.nightmarium.outcome import look_at_the_clock
from onirium.games.nightmarium.placing import place
from onirium.games.nightmarium.state import (
    ACT,
    DEAL,
    DRAW,
    EXCHANGE,
    LAST_CHANCE,
    LAST_DECISION,
    MOCKER,
    NONE,
    OVER,
    REVEALED,
    SINGER,
    TERROR,
    UNDECIDED,
    Table,
    announce,
    whisper,
)

_SCRATCH: Final = action_buffer()


def decide(table: Table, action: i64) -> None:
    """Carry out the decision that waits."""
    step = table.step()
    if step == ACT:
        act(table, action)
    elif step == EXCHANGE:
        go_on_exchanging(table, action)
    elif step == TERROR:
        terror.discard(table, action - DISCARD_CARD)
    elif step == REVEALED:
        abilities.place_revealed(table, action, placed_card(action))
    elif step == MOCKER:
        abilities.mock(table, action, placed_card(action))
    else:
        abilities.aim(table, step, action)


def act(table: Table, action: i64) -> None:
    """N3.1 Begin one of the two actions of the turn."""
    table.finish_step()
    table.actions -= 1
    table.legion = NONE
    if action == DRAW_CARD:
        table.to_come = 1
        table.first(DRAW)
    elif action == PASS:
        announce(table, "pass", table.mover)
    elif action < PLACE_CARD:
        table.first(EXCHANGE)
        exchange.exchange(table, action - EXCHANGE_CARD)
    else:
        place_from_hand(table, action, placed_card(action))


def place_from_hand(table: Table, action: i64, card: i64) -> None:
    """N3.2, N3.5 Place a card; if a second action follows, its legion binds that."""
    if table.actions > 0:
        table.legion = LEGION_OF[card]
    table.hands.take(table.mover, card)
    completed = place(table, action, "hand")
    if completed != NONE:
        complete(table, completed)


def go_on_exchanging(table: Table, action: i64) -> None:
    """N3.4 Exchange a further card, or be done with it."""
    if action == DONE:
        exchange.finish(table)
    else:
        exchange.exchange(table, action - EXCHANGE_CARD)


def come(table: Table, card: i64) -> None:
    """Settle a card that comes from the deck."""
    step = table.step()
    if step == DEAL:
        setup.deal(table, card)
        return
    table.to_come -= 1
    if step == DRAW:
        table.hands.put(table.mover, card, 0)
        whisper(table, "draw", table.mover, card)
    else:
        abilities.reveal(table, card)


def proceed(table: Table) -> None:
    """Go on until a decision waits, something must come by chance, or the game is over."""
    while True:
        step = table.step()
        if step == OVER:
            if table.outcome != UNDECIDED:
                return
            go_on_with_turn(table)
        elif step <= LAST_DECISION:
            if not goes_by_itself(table, step):
                return
        elif step <= LAST_CHANCE:
            if not comes_by_itself(table, step):
                return
        else:
            begin_ability(table, step)


def go_on_with_turn(table: Table) -> None:
    """N2.3, N3.1 An action is over: the second one follows, or the next player's turn."""
    table.creature = NONE
    table.completions = 0
    if table.actions > 0:
        table.first(ACT)
        return
    table.turns += 1
    look_at_the_clock(table)
    if table.outcome == UNDECIDED:
        table.mover = table.left_of(table.mover)
        table.actions = ACTIONS_A_TURN


def goes_by_itself(table: Table, step: i64) -> bool:
    """Take a decision that leaves no choice; tell whether that was so.

    N8.2 What depends on a hidden hand is asked all the same: not to ask would tell of the hand.
    """
    if step == ACT:
        return False
    if step == EXCHANGE:
        if table.hands.sizes[table.mover] > 0:
            return False
        exchange.finish(table)
        return True
    if step == TERROR:
        return terror.goes_by_itself(table)
    if step != REVEALED:
        abilities.announce_ability(table, step)
    count = choices_into(table, _SCRATCH)
    if count > 1 or (count == 1 and step == MOCKER):
        return False
    if count == 1:
        decide(table, _SCRATCH[0])
    elif step == REVEALED:
        abilities.finish_singing(table)
    else:
        break_chain(table)
    return True


def comes_by_itself(table: Table, step: i64) -> bool:
    """Go on drawing as far as no card must come by chance; tell whether it went on."""
    if step < DRAW:
        return False
    if table.to_come == 0:
        table.finish_step()
    elif table.deck.unknown_size > 0:
        return False
    elif table.discard_size > 0:
        reshuffle(table)
    else:
        table.to_come = 0
    return True


def reshuffle(table: Table) -> None:
    """N3.6, N8.3 The discard pile is shuffled and becomes the deck."""
    card: i64 = 0
    while table.discard_size > 0:
        count = i64(table.discard[card])
        table.deck.add(card, count)
        table.discard_size -= count
        table.discard[card] = 0
        card += 1
    table.hands.grow_old()
    announce(table, "shuffle", table.mover, source="discard", target="deck")


def begin_ability(table: Table, step: i64) -> None:
    """N6.1, N6.2 Abilities that need no choice at first."""
    abilities.announce_ability(table, step)
    if step == SINGER:
        abilities.sing(table)
    else:
        abilities.weep(table)
