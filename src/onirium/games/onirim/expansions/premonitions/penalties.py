"""O10.2, O10.4, O10.6 A Premonition strikes: its penalty is carried out, then it is removed."""

from mypy_extensions import i64

from onirium.games.onirim.actions import GIVE_DOOR, GIVE_PARTNERS_DOOR, LOSE_KEY, STRIKE_NOW
from onirium.games.onirim.components import (
    FIRST_DOOR,
    FIRST_PREMONITION,
    HAPPY_DREAM,
    KEY,
    NIGHTMARE,
    ROOMS,
    SYMBOL_COUNT,
)
from onirium.games.onirim.doors import give
from onirium.games.onirim.expansions.premonitions.components import (
    BLUE,
    BLUE_KEYS,
    BROWN,
    FIVE_UNVEILS,
    GREEN,
    PAIR,
    RAINBOW,
    RED,
    THREE,
    THREE_UNVEILS,
)
from onirium.games.onirim.expansions.premonitions.setup import unveil_some
from onirium.games.onirim.hooks import door_lost
from onirium.games.onirim.setup import discard_hand
from onirium.games.onirim.state import GIVE_UP, KEYS, NONE, Table, announce, tell
from onirium.games.onirim.two_players import is_gone_from_the_deck, sees_the_deck


def strike(table: Table, action: i64) -> None:
    """O10.2 Carry out the penalty of the Premonition chosen."""
    number = action - STRIKE_NOW
    table.premonitions &= ~(1 << number)
    table.striking = number
    tell(table, "strike", FIRST_PREMONITION + number, "premonitions", "striking")
    if number == RED:
        _forfeit_red_rooms(table)
    elif number == BLUE:
        _choose_keys(table)
    elif number == GREEN:
        _bring_back_nightmare(table)
    elif number == BROWN or number == PAIR:
        table.first(GIVE_UP)
    elif number == RAINBOW:
        _forfeit(table, HAPPY_DREAM)
        announce(table, "shuffle", "", "deck")
    elif number == THREE:
        unveil_some(table, THREE_UNVEILS)
        discard_hand(table)
    else:
        unveil_some(table, FIVE_UNVEILS)


def look_again(table: Table) -> None:
    """O10.2 A penalty carried out whole: its Premonition is removed before it is looked again."""
    if table.striking != NONE:
        tell(table, "struck", FIRST_PREMONITION + table.striking, "striking", "gone")
        table.striking = NONE


def _forfeit_red_rooms(table: Table) -> None:
    """O10.6 Discard all red rooms from the deck."""
    room: i64
    for room in range(SYMBOL_COUNT):
        _forfeit(table, room)
        is_gone_from_the_deck(table, room)
    announce(table, "shuffle", "", "deck")


def _forfeit(table: Table, kind: i64) -> None:
    """O10.4 Discard all cards of a kind from the deck."""
    table.deck.shuffle()
    _number: i64
    for _number in range(table.deck.take_all(kind)):
        table.put_on_discard(kind)
        tell(table, "forfeit", kind, "deck", "discard")


def _choose_keys(table: Table) -> None:
    """O10.6 Choose two keys in the deck, or those there are; who chooses sees what it holds."""
    table.deck.shuffle()
    sees_the_deck(table)
    table.to_come = BLUE_KEYS
    table.first(KEYS)
    _finish_keys(table)


def lose_key(table: Table, action: i64) -> None:
    """O10.6 Discard a key from the deck."""
    key = (action - LOSE_KEY) * SYMBOL_COUNT + KEY
    table.deck.draw_unknown(key)
    table.put_on_discard(key)
    table.to_come -= 1
    tell(table, "forfeit", key, "deck", "discard")
    _finish_keys(table)


def _finish_keys(table: Table) -> None:
    """O10.4 The deck is shuffled; if too few keys were there, the others are in hands."""
    there: i64 = 0
    key: i64
    for key in range(KEY, ROOMS, SYMBOL_COUNT):
        there += table.deck.count(key)
    if table.to_come > 0 and there > 0:
        return
    if table.to_come > 0:
        for key in range(KEY, ROOMS, SYMBOL_COUNT):
            is_gone_from_the_deck(table, key)
    table.to_come = 0
    table.finish_step()
    announce(table, "shuffle", "", "deck")


def _bring_back_nightmare(table: Table) -> None:
    """O10.6 Put a Nightmare from the discard pile into limbo."""
    if table.discard[NIGHTMARE] > 0:
        table.discard[NIGHTMARE] -= 1
        table.discard_size -= 1
        table.put_in_limbo(NIGHTMARE, "discard")


def give_up(table: Table, action: i64) -> None:
    """O10.5, O10.6 Put a found door into limbo, the mover's own or the partner's."""
    table.finish_step()
    if action < GIVE_PARTNERS_DOOR:
        give(table, action - GIVE_DOOR)
        return
    colour = action - GIVE_PARTNERS_DOOR
    table.partner_doors[colour] -= 1
    table.put_in_limbo(FIRST_DOOR + colour, "partner doors")
    door_lost(table, colour)
