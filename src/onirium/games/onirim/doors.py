"""O3.3, O3.4 and O4 Doors: found by three rooms of a colour, or unlocked when drawn."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.games.onirim import hooks
from onirium.games.onirim.actions import SEARCH_DECK, UNLOCK_DOOR
from onirium.games.onirim.components import FIRST_DOOR, KEY, SET_SIZE, SYMBOL_COUNT
from onirium.games.onirim.outcome import look_for_victory
from onirium.games.onirim.state import NONE, SEARCH, UNLOCK, Table, announce, tell
from onirium.games.onirim.two_players import has_taker


def set_length(row: vec[u8]) -> i64:
    """O3.4 How many rooms of the current set lie in a row: 0 just after a set is complete."""
    length: i64 = 0
    place: i64 = len(row) - 1
    if place < 0:
        return 0
    colour = i64(row[place]) // SYMBOL_COUNT
    while place >= 0 and i64(row[place]) // SYMBOL_COUNT == colour:
        length += 1
        place -= 1
    return length % SET_SIZE


def row_colour(table: Table) -> i64:
    """O3.3 The colour of the room last played, of which there must be one."""
    return i64(table.row[-1]) // SYMBOL_COUNT


def offer_search(table: Table) -> None:
    """O3.3 A completed set lets the player search; if the deck holds no such door, nothing."""
    if set_length(table.row) == 0:
        door = door_sought(table)
        if table.deck.count(door) > 0 and has_taker(table, door):
            table.first(SEARCH)


def door_sought(table: Table) -> i64:
    """O3.3 The door of the colour of the room just played."""
    return FIRST_DOOR + row_colour(table)


def search(table: Table, action: i64) -> None:
    """O3.3 Lay the door out, look at victory, then shuffle the deck; or leave it be."""
    table.finish_step()
    if action != SEARCH_DECK:
        announce(table, "decline", "", "")
        return
    door = door_sought(table)
    table.deck.shuffle()
    table.deck.draw_unknown(door)
    if not hooks.fits(table, door):
        table.put_in_limbo(door, "deck")
        announce(table, "shuffle", "", "deck")
        return
    tell(table, "search", door, "deck", "doors")
    if not lay_out(table, door):
        announce(table, "shuffle", "", "deck")
        hooks.door_found(table)


def meet_door(table: Table, door: i64) -> None:
    """O4.1 A drawn door asks for a key of its colour, and without one goes to limbo."""
    if waits(table, door):
        table.drawn = door
        table.first(UNLOCK)
        tell(table, "draw", door, "deck", "table")
    else:
        table.put_in_limbo(door, "deck")


def meet_again(table: Table) -> None:
    """O8.6 A spell has been cast while a door waited: it goes on waiting, if it still may."""
    if waits(table, table.drawn):
        table.first(UNLOCK)
    else:
        _leave(table)


def waits(table: Table, door: i64) -> bool:
    """O4.1, O7.7, O8.2 Tell whether a drawn door waits for its key.

    Of two players the mover is asked without a key as well: the partner shall not learn of it.
    """
    if table.options.seats == 1 and table.hand[key_of(door)] == 0:
        return False
    return has_taker(table, door) and hooks.may_fit(table, door)


def holds_key(table: Table) -> bool:
    """O4.1 Tell whether the key of the door that waits is in hand."""
    return table.hand[key_of(table.drawn)] > 0


def can_unlock(table: Table) -> bool:
    """O4.1, O8.2 Tell whether the door that waits can be laid out now."""
    return holds_key(table) and hooks.fits(table, table.drawn)


def unlock(table: Table, action: i64) -> None:
    """O4.1 Pay the key, which brings no prophecy, and lay the door out; or let it go to limbo."""
    table.finish_step()
    if action != UNLOCK_DOOR:
        _leave(table)
        return
    door = table.drawn
    table.drawn = NONE
    pay(table, key_of(door))
    tell(table, "unlock", door, "table", "doors")
    if not lay_out(table, door):
        hooks.door_found(table)


def _leave(table: Table) -> None:
    table.put_in_limbo(table.drawn, "table")
    table.drawn = NONE


def lay_out(table: Table, door: i64) -> bool:
    """O3.3, O6.1 Lay a door out; tell whether that wins."""
    table.doors[door - FIRST_DOOR] += 1
    hooks.door_laid_out(table)
    return look_for_victory(table)


def give(table: Table, colour: i64) -> None:
    """O5.1b Put one of the found doors into limbo."""
    table.doors[colour] -= 1
    table.put_in_limbo(FIRST_DOOR + colour, "doors")
    hooks.door_lost(table, colour)


def key_of(door: i64) -> i64:
    """O4.1 The key that opens a door."""
    return (door - FIRST_DOOR) * SYMBOL_COUNT + KEY


def pay(table: Table, key: i64) -> None:
    """O4.1, O5.1 Discard a key from hand without a prophecy."""
    source = table.take(key)
    table.put_on_discard(key)
    tell(table, "pay", key, source, "discard")
