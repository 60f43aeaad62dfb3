"""O3 A turn: play or discard, draw, shuffle limbo back."""

from typing import Final

from librt.vecs import append
from mypy_extensions import i64, u8

from onirium.core.game import action_buffer
from onirium.games.onirim import hooks
from onirium.games.onirim.actions import (
    BUILD_LEFT,
    CAST_PROPHECY,
    CAST_PUNISHMENT,
    DISCARD_CARD,
    FORETELL_CARD,
    NEXT_CARD,
    PLAY_CARD,
    labyrinth_card,
)
from onirium.games.onirim.components import (
    HAND_SIZE,
    HAPPY_DREAM,
    KEY,
    NIGHTMARE,
    OPEN_SIZE,
    PROPHECY_SIZE,
    ROOMS,
    SYMBOL_COUNT,
    is_labyrinth,
)
from onirium.games.onirim.doors import meet_door, offer_search, search, unlock
from onirium.games.onirim.expansions import dispatch
from onirium.games.onirim.expansions.book import turn as book
from onirium.games.onirim.expansions.premonitions import dreams, penalties
from onirium.games.onirim.expansions.towers import turn as towers
from onirium.games.onirim.legal_actions import choices_into
from onirium.games.onirim.nightmares import appease, meet_nightmare, reveal, settle
from onirium.games.onirim.outcome import lose
from onirium.games.onirim.prophecy import arrange, foretell, look, looked_differ
from onirium.games.onirim.setup import deal, return_limbo
from onirium.games.onirim.state import (
    APPEASE,
    ARRANGE,
    DEAL,
    DRAW,
    DRAW_ONE,
    FETCH,
    FORETELL,
    KEYS,
    LAST_ASKED,
    LAST_CHANCE,
    LAST_COUNTED,
    LAST_DECISION,
    LAST_DRAWING,
    LAST_FILLING,
    LAY_OPEN,
    LIFT,
    LOOK,
    PLAY,
    REVEAL,
    SEARCH,
    SETTLE,
    SHUFFLE,
    SINK,
    STRIKE,
    UNLOCK,
    Table,
    tell,
)
from onirium.games.onirim.two_players import lay_open, pass_turn

_SCRATCH: Final = action_buffer()


def decide(table: Table, action: i64) -> None:
    """Carry out the decision that waits."""
    step = table.step()
    if CAST_PROPHECY <= action <= CAST_PUNISHMENT:
        book.cast(table, action)
    elif step == PLAY:
        play_or_discard(table, action)
    elif step == FORETELL:
        foretell(table, action - FORETELL_CARD)
    elif step == ARRANGE:
        arrange(table, action - NEXT_CARD)
    elif step == SEARCH:
        search(table, action)
    elif step == UNLOCK:
        unlock(table, action)
    elif step == APPEASE:
        appease(table, action)
    else:
        dispatch.decide(table, step, action)


def come(table: Table, card: i64, seen: i64) -> None:
    """Settle a card that comes from the deck: each one before the next (O3.7).

    Args:
        table: the table.
        card: the card.
        seen: who has seen it in its place, as a set of seats.
    """
    step = table.step()
    if step == DRAW:
        draw(table, card, seen)
    elif step == DEAL:
        deal(table, card, seen)
    elif step == REVEAL:
        reveal(table, card)
    elif step == DRAW_ONE:
        table.finish_step()
        draw(table, card, seen)
    elif step == LAY_OPEN:
        lay_open(table, card)
    elif step == LOOK:
        look(table, card)
    else:
        book.look_below(table, card)


def proceed(table: Table) -> None:
    """Go on until a decision waits, something must come by chance, or the game is over."""
    while True:
        step = table.step()
        if step <= LAST_DECISION:
            if step <= LAST_ASKED or not goes_by_itself(table, step):
                return
        elif step <= LAST_CHANCE:
            if not comes_by_itself(table, step):
                return
        elif step == SHUFFLE:
            shuffle_limbo(table)
        elif step == SETTLE:
            settle(table)
        else:
            dispatch.take(table, step)


def comes_by_itself(table: Table, step: i64) -> bool:
    """Go on with a step of chance as far as nothing unknown must come; tell whether it went on."""
    if step > LAST_DRAWING:
        return dispatch.comes_by_itself(table, step)
    deck = table.deck
    if enough_drawn(table, step):
        finish_drawing(table, step)
    elif deck.size() == 0:
        run_out(table, step)
    elif step == DRAW and hooks.before_draw(table):
        return True
    elif deck.next_is_known():
        card, seen = deck.draw_known()
        come(table, card, seen)
    else:
        return False
    return True


def goes_by_itself(table: Table, step: i64) -> bool:
    """Take a step that leaves no choice; tell whether that was so."""
    if looked_differ(table):
        return False
    if step == STRIKE:
        penalties.look_again(table)
    count = choices_into(table, _SCRATCH)
    if count > 1 or (count == 1 and is_secret(table, step)):
        return False
    if count == 1:
        decide(table, _SCRATCH[0])
    else:
        table.finish_step()
    return True


def is_secret(table: Table, step: i64) -> bool:
    """O12.2 Tell whether not to ask would tell the partner what the mover sees."""
    if table.options.seats == 1:
        return False
    if step == KEYS or step == FETCH:
        return True
    if step == FORETELL or step == ARRANGE or step == LIFT or step == SINK:
        return len(table.looked) > 1 and table.drawn != HAPPY_DREAM
    return False


def enough_drawn(table: Table, step: i64) -> bool:
    """O3.6, O3.7, O5.1c Tell whether a step of drawing has brought all its cards."""
    if step <= LAST_FILLING:
        return table.hand_size == HAND_SIZE
    if step <= LAST_COUNTED:
        return table.to_come == 0
    return table.hand_size == OPEN_SIZE


def finish_drawing(table: Table, step: i64) -> None:
    """O7.1 All cards have come; limbo returns before two players take theirs."""
    table.finish_step()
    if step == LAY_OPEN:
        return_limbo(table)


def run_out(table: Table, step: i64) -> None:
    """O3.6, O5.1c, O6.2 An empty deck ends a look and a reveal; a hand must be filled."""
    if step <= LAST_FILLING:
        lose(table)
    else:
        table.to_come = 0


def play_or_discard(table: Table, action: i64) -> None:
    """O3.1 Phase 1; then the hand is filled and limbo shuffled back."""
    table.finish_step()
    table.first(SHUFFLE)
    table.first(DRAW)
    if action < BUILD_LEFT:
        play(table, action - PLAY_CARD)
    elif action < DISCARD_CARD:
        towers.build(table, action)
    else:
        discard(table, labyrinth_card(action - DISCARD_CARD))


def play(table: Table, room: i64) -> None:
    """O3.2 Play a room to the end of the row."""
    source = table.take(room)
    table.row = append(table.row, u8(room))
    tell(table, "play", room, source, "row")
    offer_search(table)


def discard(table: Table, card: i64) -> None:
    """O3.5 Discard a labyrinth card; a key brings a prophecy, a tower lets the player look."""
    source = table.take(card)
    table.put_on_discard(card)
    tell(table, "discard", card, source, "discard")
    if card >= ROOMS:
        towers.look_ahead(table, card)
    elif card % SYMBOL_COUNT == KEY:
        table.to_come = PROPHECY_SIZE
        table.first(FORETELL)
        table.first(LOOK)
    hooks.card_discarded(table)


def draw(table: Table, card: i64, seen: i64) -> None:
    """O3.7 A labyrinth card goes to hand; a door or a dream card is met."""
    if is_labyrinth(card):
        table.take_in_hand("draw", card, seen)
    elif card < NIGHTMARE:
        meet_door(table, card)
    elif card == NIGHTMARE:
        meet_nightmare(table)
    else:
        dreams.meet_dream(table)


def shuffle_limbo(table: Table) -> None:
    """O2.2, O3.8, O7.5 Limbo is shuffled into the deck; the next turn begins."""
    table.finish_step()
    table.first(PLAY)
    return_limbo(table)
    if table.options.seats > 1:
        pass_turn(table)
