"""O3 A turn: play or discard, draw, shuffle limbo back."""

from librt.vecs import append, pop
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import DISCARD_CARD, FORETELL_CARD, NEXT_CARD, PLAY_CARD
from onirium.games.onirim.box import (
    FIRST_DOOR,
    HAND_SIZE,
    KEY,
    KINDS,
    NIGHTMARE,
    PROPHECY_SIZE,
    ROOMS,
    SYMBOL_COUNT,
)
from onirium.games.onirim.doors import meet_door, offer_search, search, unlock
from onirium.games.onirim.ending import lose
from onirium.games.onirim.nightmares import appease, meet_nightmare, reveal, settle
from onirium.games.onirim.setup import deal
from onirium.games.onirim.state import (
    ARRANGE,
    DEAL,
    DRAW,
    FORETELL,
    LAST_DECISION,
    LAST_DRAWING,
    LAST_FILLING,
    LOOK,
    MOVER,
    PLAY,
    REVEAL,
    SEARCH,
    SHUFFLE,
    UNLOCK,
    Table,
    announce,
    tell,
    whisper,
)


def decide(table: Table, action: i64) -> None:
    """Carry out the decision that waits."""
    step = table.step()
    if step == PLAY:
        play_or_discard(table, action)
    elif step == FORETELL:
        foretell(table, action - FORETELL_CARD)
    elif step == ARRANGE:
        arrange(table, action - NEXT_CARD)
    elif step == SEARCH:
        search(table, action)
    elif step == UNLOCK:
        unlock(table, action)
    else:
        appease(table, action)


def come(table: Table, card: i64) -> None:
    """Settle a card that comes from the deck: each one before the next (O3.7)."""
    step = table.step()
    if step == DRAW:
        draw(table, card)
    elif step == DEAL:
        deal(table, card)
    elif step == REVEAL:
        reveal(table, card)
    else:
        look(table, card)


def proceed(table: Table) -> None:
    """Go on until a decision waits, an unknown card must come, or the game is over."""
    deck = table.deck
    while True:
        step = table.step()
        if step <= LAST_DECISION:
            if step < FORETELL or not looking_is_forced(table):
                return
        elif step <= LAST_DRAWING:
            if enough_drawn(table, step):
                table.finish_step()
            elif deck.size() == 0:
                run_out(table, step)
            elif deck.next_is_known():
                come(table, deck.draw_known())
            else:
                return
        elif step == SHUFFLE:
            shuffle_limbo(table)
        else:
            settle(table)


def enough_drawn(table: Table, step: i64) -> bool:
    """O3.6, O3.7, O5.1c Tell whether a step of drawing has brought all its cards."""
    if step <= LAST_FILLING:
        return table.hand_size == HAND_SIZE
    return table.to_come == 0


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
    if action < DISCARD_CARD:
        play(table, action - PLAY_CARD)
    else:
        discard(table, action - DISCARD_CARD)


def play(table: Table, room: i64) -> None:
    """O3.2 Play a room to the end of the row."""
    table.take(room)
    table.row = append(table.row, u8(room))
    tell(table, "play", room, "hand", "row")
    offer_search(table)


def discard(table: Table, room: i64) -> None:
    """O3.5 Discard a room; a key brings a prophecy."""
    table.take(room)
    table.put_on_discard(room)
    tell(table, "discard", room, "hand", "discard")
    if room % SYMBOL_COUNT == KEY:
        table.to_come = PROPHECY_SIZE
        table.first(FORETELL)
        table.first(LOOK)


def look(table: Table, card: i64) -> None:
    """O3.6 Take up a card to look at it."""
    table.take_up(card)
    table.to_come -= 1
    whisper(table, "look", card, "deck", "looked")


def foretell(table: Table, card: i64) -> None:
    """O3.6 Discard one of the cards looked at; the rest are returned."""
    table.finish_step()
    table.first(ARRANGE)
    table.lay_down(card)
    table.put_on_discard(card)
    tell(table, "foretell", card, "looked", "discard")


def arrange(table: Table, card: i64) -> None:
    """O3.6 Return the card that is to come next after those returned before."""
    table.lay_down(card)
    table.arranged = append(table.arranged, u8(card))
    whisper(table, "return", card, "looked", "deck")


def looking_is_forced(table: Table) -> bool:
    """O3.6 Where all cards looked at are equal, or there are none, the rest goes by itself."""
    if len(table.looked) == 0:
        return_looked(table)
    elif table.looked[0] != table.looked[-1]:
        return False
    elif table.step() == FORETELL:
        foretell(table, i64(table.looked[0]))
    else:
        arrange(table, i64(table.looked[0]))
    return True


def return_looked(table: Table) -> None:
    """O3.6 The cards looked at lie on top of the deck again, as arranged."""
    table.finish_step()
    while len(table.arranged) > 0:
        table.arranged, card = pop(table.arranged)
        table.deck.put_on_top(i64(card), MOVER)


def draw(table: Table, card: i64) -> None:
    """O3.7 A labyrinth card goes to hand; a door or a Nightmare is met."""
    if card < ROOMS:
        table.take_in_hand(card)
        tell(table, "draw", card, "deck", "hand")
    elif card < NIGHTMARE:
        meet_door(table, card)
    else:
        meet_nightmare(table)


def shuffle_limbo(table: Table) -> None:
    """O2.2, O3.8 Limbo is shuffled into the deck, if any is there; the next turn begins."""
    table.finish_step()
    table.first(PLAY)
    if table.limbo_size == 0:
        return
    table.deck.shuffle()
    kind: i64
    for kind in range(FIRST_DOOR, KINDS):
        if table.limbo[kind] > 0:
            table.deck.add(kind, i64(table.limbo[kind]))
            table.limbo[kind] = 0
    table.limbo_size = 0
    announce(table, "shuffle", "limbo", "deck")
