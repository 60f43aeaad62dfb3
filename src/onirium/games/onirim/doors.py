"""O3.3, O3.4 and O4 Doors: found by three rooms of a colour, or unlocked when drawn."""

from mypy_extensions import i64

from onirium.games.onirim.actions import SEARCH_DECK, UNLOCK_DOOR
from onirium.games.onirim.box import FIRST_DOOR, KEY, SET_SIZE, SYMBOL_COUNT
from onirium.games.onirim.ending import look_for_victory
from onirium.games.onirim.state import NONE, SEARCH, UNLOCK, Table, announce, tell


def set_length(table: Table) -> i64:
    """O3.4 How many rooms of the current set lie in the row: 0 just after a set is complete."""
    length: i64 = 0
    place: i64 = len(table.row) - 1
    while place >= 0 and i64(table.row[place]) // SYMBOL_COUNT == row_colour(table):
        length += 1
        place -= 1
    return length % SET_SIZE


def row_colour(table: Table) -> i64:
    """O3.3 The colour of the room last played, of which there must be one."""
    return i64(table.row[-1]) // SYMBOL_COUNT


def offer_search(table: Table) -> None:
    """O3.3 A completed set lets the player search; if the deck holds no such door, nothing."""
    if set_length(table) == 0 and table.deck.count(door_sought(table)) > 0:
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
    tell(table, "search", door, "deck", "doors")
    if not lay_out(table, door):
        announce(table, "shuffle", "", "deck")


def meet_door(table: Table, door: i64) -> None:
    """O4.1 A drawn door asks for a key of its colour, and without one goes to limbo."""
    if table.hand[key_of(door)] > 0:
        table.drawn = door
        table.first(UNLOCK)
        tell(table, "draw", door, "deck", "table")
    else:
        table.put_in_limbo(door, "deck")


def unlock(table: Table, action: i64) -> None:
    """O4.1 Pay the key, which brings no prophecy, and lay the door out; or let it go to limbo."""
    door = table.drawn
    table.drawn = NONE
    table.finish_step()
    if action != UNLOCK_DOOR:
        table.put_in_limbo(door, "table")
        return
    pay(table, key_of(door))
    tell(table, "unlock", door, "table", "doors")
    lay_out(table, door)


def lay_out(table: Table, door: i64) -> bool:
    """O3.3, O6.1 Lay a door out; tell whether that wins."""
    table.doors[door - FIRST_DOOR] += 1
    return look_for_victory(table)


def key_of(door: i64) -> i64:
    """O4.1 The key that opens a door."""
    return (door - FIRST_DOOR) * SYMBOL_COUNT + KEY


def pay(table: Table, key: i64) -> None:
    """O4.1, O5.1 Discard a key from hand without a prophecy."""
    table.take(key)
    table.put_on_discard(key)
    tell(table, "pay", key, "hand", "discard")
