"""O3.3, O3.4 and O4 Doors: found by three rooms of a colour, or unlocked when drawn."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.games.onirim import hooks
from onirium.games.onirim.actions import SEARCH_DECK, UNLOCK_DOOR
from onirium.games.onirim.components import FIRST_DOOR, KEY, SET_SIZE, SYMBOL_COUNT
from onirium.games.onirim.outcome import check_victory
from onirium.games.onirim.state import NONE, Board, log_event, log_public
from onirium.games.onirim.steps import SEARCH, UNLOCK
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


def row_colour(board: Board) -> i64:
    """O3.3 The colour of the room last played, of which there must be one."""
    return i64(board.row[-1]) // SYMBOL_COUNT


def offer_search(board: Board) -> None:
    """O3.3 A completed set lets the player search; if the deck holds no such door, nothing."""
    if set_length(board.row) == 0:
        door = door_sought(board)
        if board.deck.count(door) > 0 and has_taker(board, door):
            board.push_step(SEARCH)


def door_sought(board: Board) -> i64:
    """O3.3 The door of the colour of the room just played."""
    return FIRST_DOOR + row_colour(board)


def search(board: Board, action: i64) -> None:
    """O3.3 Lay the door out, look at victory, then shuffle the deck; or leave it be."""
    board.pop_step()
    if action != SEARCH_DECK:
        log_event(board, "decline", "", "")
        return
    door = door_sought(board)
    board.deck.shuffle()
    board.deck.draw_unknown(door)
    if not hooks.door_matches_goal(board, door):
        board.put_in_limbo(door, "deck")
        log_event(board, "shuffle", "", "deck")
        return
    log_public(board, "search", door, "deck", "doors")
    if not lay_out(board, door):
        log_event(board, "shuffle", "", "deck")
        hooks.on_door_found(board)


def on_door_drawn(board: Board, door: i64) -> None:
    """O4.1 A drawn door asks for a key of its colour, and without one goes to limbo."""
    if waits_for_key(board, door):
        board.drawn = door
        board.push_step(UNLOCK)
        log_public(board, "draw", door, "deck", "table")
    else:
        board.put_in_limbo(door, "deck")


def resume_door(board: Board) -> None:
    """O8.6 A spell has been cast while a door waited: it goes on waiting, if it still may."""
    if waits_for_key(board, board.drawn):
        board.push_step(UNLOCK)
    else:
        _leave(board)


def waits_for_key(board: Board, door: i64) -> bool:
    """O4.1, O7.7, O8.2 Tell whether a drawn door waits for its key.

    Of two players the mover is asked without a key as well: the partner shall not learn of it.
    """
    if board.options.seats == 1 and board.hand[key_of(door)] == 0:
        return False
    return has_taker(board, door) and hooks.door_could_match_goal(board, door)


def holds_key(board: Board) -> bool:
    """O4.1 Tell whether the key of the door that waits is in hand."""
    return board.hand[key_of(board.drawn)] > 0


def can_unlock(board: Board) -> bool:
    """O4.1, O8.2 Tell whether the door that waits can be laid out now."""
    return holds_key(board) and hooks.door_matches_goal(board, board.drawn)


def unlock(board: Board, action: i64) -> None:
    """O4.1 Pay the key, which brings no prophecy, and lay the door out; or let it go to limbo."""
    board.pop_step()
    if action != UNLOCK_DOOR:
        _leave(board)
        return
    door = board.drawn
    board.drawn = NONE
    pay(board, key_of(door))
    log_public(board, "unlock", door, "table", "doors")
    if not lay_out(board, door):
        hooks.on_door_found(board)


def _leave(board: Board) -> None:
    board.put_in_limbo(board.drawn, "table")
    board.drawn = NONE


def lay_out(board: Board, door: i64) -> bool:
    """O3.3, O6.1 Lay a door out; tell whether that wins."""
    board.doors[door - FIRST_DOOR] += 1
    hooks.on_door_laid_out(board)
    return check_victory(board)


def give(board: Board, colour: i64) -> None:
    """O5.1b Put one of the found doors into limbo."""
    board.doors[colour] -= 1
    board.put_in_limbo(FIRST_DOOR + colour, "doors")
    hooks.on_door_lost(board, colour)


def key_of(door: i64) -> i64:
    """O4.1 The key that opens a door."""
    return (door - FIRST_DOOR) * SYMBOL_COUNT + KEY


def pay(board: Board, key: i64) -> None:
    """O4.1, O5.1 Discard a key from hand without a prophecy."""
    source = board.take_from_hand(key)
    board.put_on_discard(key)
    log_public(board, "pay", key, source, "discard")
