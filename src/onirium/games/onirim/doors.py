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


def set_length(board: Board, row: vec[u8]) -> i64:
    """O3.4 Return the number of rooms in the set begun at the end of a row, at most two.

    Right after a complete set it is 0; if sets overlap, the last two rooms belong to the next set.
    """
    length = _run_length(row)
    if board.options.sets_overlap:
        return min(length, SET_SIZE - 1)
    return length % SET_SIZE


def completes_set(board: Board) -> bool:
    """O3.4 Return whether the room last played completes a set of three; there must be one."""
    length = _run_length(board.row)
    if board.options.sets_overlap:
        return length >= SET_SIZE
    return length % SET_SIZE == 0


def _run_length(row: vec[u8]) -> i64:
    """O3.4 Return the number of rooms at the end of a row that have the same colour."""
    length: i64 = 0
    index: i64 = len(row) - 1
    if index < 0:
        return 0
    colour = i64(row[index]) // SYMBOL_COUNT
    while index >= 0 and i64(row[index]) // SYMBOL_COUNT == colour:
        length += 1
        index -= 1
    return length


def row_colour(board: Board) -> i64:
    """O3.3 Return the colour of the room last played; the row must not be empty."""
    return i64(board.row[-1]) // SYMBOL_COUNT


def offer_search(board: Board) -> None:
    """O3.3 Offer a search after completing a set, if the deck contains the door."""
    if completes_set(board) and can_search(board):
        board.push_step(SEARCH)
        if board.options.must_search:
            search(board, SEARCH_DECK)


def can_search(board: Board) -> bool:
    """O3.3, O7.7, O8.2 Return whether a search after a complete set finds a door."""
    door = sought_door(board)
    if board.deck.count(door) == 0 or not can_take_door(board, door):
        return False
    return not board.options.fetches_match or hooks.door_matches_goal(board, door)


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
    """O7.2 Return whether the player chooses the reserve of the key; not if the door wins."""
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
