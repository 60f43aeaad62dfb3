"""O3.3, O3.4 and O4 Doors: found by three rooms of a colour, or unlocked when drawn."""

from librt.vecs import vec
from mypy_extensions import i64, u8

from onirium.games.onirim import hooks
from onirium.games.onirim.actions import DECLINE, SEARCH_DECK, UNLOCK_DOOR
from onirium.games.onirim.components import FIRST_DOOR, KEY, SET_SIZE, SYMBOL_COUNT
from onirium.games.onirim.outcome import check_victory, wins_with
from onirium.games.onirim.state import NONE, Board, log_event, log_public
from onirium.games.onirim.steps import SEARCH, UNLOCK
from onirium.games.onirim.two_players import can_choose_reserve, can_take_door


def set_length(row: vec[u8]) -> i64:
    """O3.4 Return the number of rooms in the current set: 0 right after a set is complete."""
    length: i64 = 0
    index: i64 = len(row) - 1
    if index < 0:
        return 0
    colour = i64(row[index]) // SYMBOL_COUNT
    while index >= 0 and i64(row[index]) // SYMBOL_COUNT == colour:
        length += 1
        index -= 1
    return length % SET_SIZE


def row_colour(board: Board) -> i64:
    """O3.3 Return the colour of the room last played; the row must not be empty."""
    return i64(board.row[-1]) // SYMBOL_COUNT


def offer_search(board: Board) -> None:
    """O3.3 Let the player search after completing a set, if the deck contains the door."""
    if set_length(board.row) == 0:
        door = sought_door(board)
        if board.deck.count(door) > 0 and can_take_door(board, door):
            board.push_step(SEARCH)


def sought_door(board: Board) -> i64:
    """O3.3 Return the door of the colour of the room just played."""
    return FIRST_DOOR + row_colour(board)


def search(board: Board, action: i64) -> None:
    """O3.3 Find the door, check for victory, then shuffle the deck; or decline."""
    board.pop_step()
    if action != SEARCH_DECK:
        log_event(board, "decline", "", "")
        return
    door = sought_door(board)
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
    """O4.1 Offer to unlock a drawn door, or put it into limbo."""
    if waits_for_key(board, door):
        board.drawn = door
        board.push_step(UNLOCK)
        log_public(board, "draw", door, "deck", "table")
    else:
        board.put_in_limbo(door, "deck")


def resume_door(board: Board) -> None:
    """O8.6 Offer the drawn door again after a spell, if it can still be unlocked."""
    if waits_for_key(board, board.drawn):
        board.push_step(UNLOCK)
    else:
        _return_door(board)


def waits_for_key(board: Board, door: i64) -> bool:
    """O4.1, O7.7, O8.2 Return whether the mover is asked to unlock a drawn door.

    With two players the mover is asked even without the key, so that the partner learns nothing.
    """
    if board.options.seats == 1 and board.hand[key_of(door)] == 0:
        return False
    return can_take_door(board, door) and hooks.door_could_match_goal(board, door)


def holds_key(board: Board) -> bool:
    """O4.1 Return whether the key of the drawn door is in hand."""
    return board.hand[key_of(board.drawn)] > 0


def can_unlock(board: Board) -> bool:
    """O4.1, O8.2 Return whether the drawn door can be unlocked now."""
    return holds_key(board) and hooks.door_matches_goal(board, board.drawn)


def can_unlock_personally(board: Board) -> bool:
    """O7.2 Return whether the player says which of two keys unlocks the door: not to win."""
    if board.options.seats == 1 or not can_choose_reserve(board, key_of(board.drawn)):
        return False
    return can_unlock(board) and not wins_with(board, board.drawn)


def unlock(board: Board, action: i64) -> None:
    """O4.1 Pay the key, without a prophecy, and gain the door; or put the door into limbo."""
    board.pop_step()
    if action == DECLINE:
        _return_door(board)
        return
    door = board.drawn
    board.drawn = NONE
    key = key_of(door)
    if action == UNLOCK_DOOR:
        pay(board, key, board.take_from_hand(key))
    else:
        pay(board, key, board.take_from_reserve(key))
    log_public(board, "unlock", door, "table", "doors")
    if not lay_out(board, door):
        hooks.on_door_found(board)


def _return_door(board: Board) -> None:
    board.put_in_limbo(board.drawn, "table")
    board.drawn = NONE


def lay_out(board: Board, door: i64) -> bool:
    """O3.3, O6.1 Add a door to the found ones; return whether this wins."""
    board.doors[door - FIRST_DOOR] += 1
    hooks.on_door_laid_out(board)
    return check_victory(board)


def give(board: Board, colour: i64) -> None:
    """O5.1b Put a found door into limbo."""
    board.doors[colour] -= 1
    board.put_in_limbo(FIRST_DOOR + colour, "doors")
    hooks.on_door_lost(board, colour)


def key_of(door: i64) -> i64:
    """O4.1 Return the key of a door."""
    return (door - FIRST_DOOR) * SYMBOL_COUNT + KEY


def pay(board: Board, key: i64, source: str) -> None:
    """O4.1, O5.1 Discard a key that has left a reserve, without a prophecy."""
    board.put_on_discard(key)
    log_public(board, "pay", key, source, "discard")
