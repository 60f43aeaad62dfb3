"""N6 The six abilities."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium.actions import DEVOUR, EXECUTE, SCAVENGE
from onirium.games.nightmarium.completion import break_chain, complete
from onirium.games.nightmarium.components import (
    CREATURE_HEIGHT,
    MAX_CREATURES,
    REVEAL_SIZE,
    WEEPER_SIZE,
)
from onirium.games.nightmarium.hands import KNOWN
from onirium.games.nightmarium.placing import place, placements_into
from onirium.games.nightmarium.state import (
    DRAW,
    EXECUTIONER,
    NONE,
    REVEAL,
    REVEALED,
    SCAVENGER,
    STEPS,
    Board,
    log_event,
    log_public,
)


def log_ability(board: Board, step: i64) -> None:
    """N5.3 Say which ability of the complete creature is played."""
    if board.log is not None:
        spot = board.spot(board.mover, board.creature)
        log_event(board, STEPS[int(step)], board.mover, source="creature", spot=spot)


def sing(board: Board) -> None:
    """N6.1 The Singer reveals two cards from the deck, or what there is."""
    if not board.can_draw():
        break_chain(board)
        return
    board.pop_step()
    board.push_step(REVEALED)
    board.push_step(REVEAL)
    board.pending_count = REVEAL_SIZE


def reveal(board: Board, card: i64) -> None:
    """N6.1 A card of the deck is laid open."""
    board.reveal(card)
    log_public(board, "reveal", board.mover, card, "deck", "revealed")


def revealed_placements_into(board: Board, actions: vec[i64]) -> i64:
    """N6.1 While one of the revealed cards can be placed, one must be."""
    count: i64 = 0
    before: i64 = NONE
    for revealed in board.revealed:
        card = i64(revealed)
        if card != before:
            count = placements_into(board, card, actions, count)
        before = card
    return count


def place_revealed(board: Board, action: i64, card: i64) -> None:
    """N6.1 Place a revealed card; if it completes a creature, the other one is discarded first."""
    board.settle_revealed(card)
    completed = place(board, action, "revealed")
    if completed != NONE:
        discard_revealed(board)
        complete(board, completed)


def discard_revealed(board: Board) -> None:
    """N6.1 What cannot be placed is discarded, and the chain goes on."""
    board.pop_step()
    while len(board.revealed) > 0:
        card = i64(board.revealed[0])
        board.settle_revealed(card)
        board.put_on_discard(card)
        log_public(board, "discard", board.mover, card, "revealed", "discard")


def weep(board: Board) -> None:
    """N6.2 The Weeper draws two cards, or what there is."""
    if not board.can_draw():
        break_chain(board)
        return
    board.pop_step()
    board.push_step(DRAW)
    board.pending_count = WEEPER_SIZE


def mock(board: Board, action: i64, card: i64) -> None:
    """N6.3 The Mocker places a card from hand, of whatever legion."""
    board.pop_step()
    board.hands.take(board.mover, card)
    completed = place(board, action, "hand")
    if completed != NONE:
        complete(board, completed)


def targets_into(board: Board, step: i64, actions: vec[i64]) -> i64:
    """N6.4, N6.5, N6.6 The creatures at which an ability may aim."""
    if step == EXECUTIONER:
        return _of_opponents_into(board, EXECUTE, CREATURE_HEIGHT, actions)
    if step == SCAVENGER:
        return _of_opponents_into(board, SCAVENGE, CREATURE_HEIGHT - 1, actions)
    return _others_into(board, actions)


def _of_opponents_into(board: Board, group: i64, most: i64, actions: vec[i64]) -> i64:
    """N6.4, N6.5 Any creature of an opponent, or any unfinished one."""
    count: i64 = 0
    seat: i64
    place: i64
    for seat in range(board.options.seats):
        if seat == board.mover:
            continue
        first = board.spot(seat, 0)
        for place in range(board.options.goal):
            height = board.height(first + place)
            if 0 < height <= most:
                actions[count] = group + seat * MAX_CREATURES + place
                count += 1
    return count


def _others_into(board: Board, actions: vec[i64]) -> i64:
    """N6.6 One's own creatures other than this one."""
    count: i64 = 0
    first = board.spot(board.mover, 0)
    place: i64
    for place in range(board.options.goal):
        if place != board.creature and board.height(first + place) > 0:
            actions[count] = DEVOUR + place
            count += 1
    return count


def aim(board: Board, step: i64, action: i64) -> None:
    """N6.4, N6.5, N6.6 Carry out an ability on the creature chosen."""
    board.pop_step()
    if step == EXECUTIONER:
        _execute(board, _spot_aimed_at(board, action - EXECUTE))
    elif step == SCAVENGER:
        _scavenge(board, _spot_aimed_at(board, action - SCAVENGE))
    else:
        _discard_top(board, "devour", board.spot(board.mover, action - DEVOUR))


def _spot_aimed_at(board: Board, number: i64) -> i64:
    return board.spot(number // MAX_CREATURES, number % MAX_CREATURES)


def _execute(board: Board, spot: i64) -> None:
    """N6.4 The top card goes into hand, known to all."""
    card = board.take_top(spot)
    board.hands.put(board.mover, card, KNOWN)
    log_public(board, "execute", board.mover, card, "creature", "hand", spot)


def _scavenge(board: Board, spot: i64) -> None:
    """N6.5 All cards of the creature are discarded."""
    while board.height(spot) > 0:
        _discard_top(board, "scavenge", spot)


def _discard_top(board: Board, event: str, spot: i64) -> None:
    """N6.5, N6.6 The top card of a creature is discarded."""
    card = board.take_top(spot)
    board.put_on_discard(card)
    log_public(board, event, board.mover, card, "creature", "discard", spot)
