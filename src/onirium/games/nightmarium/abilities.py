"""N6 The six abilities."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium.actions import DEVOUR, EXECUTE, SCAVENGE
from onirium.games.nightmarium.completion import break_chain, complete_creature
from onirium.games.nightmarium.components import (
    CREATURE_HEIGHT,
    MAX_CREATURES,
    REVEAL_SIZE,
    WEEPER_SIZE,
)
from onirium.games.nightmarium.hands import KNOWN
from onirium.games.nightmarium.placing import place_card, placements_into, slots_by_height
from onirium.games.nightmarium.state import NONE, Board, log_event, log_public
from onirium.games.nightmarium.steps import (
    DEVOURER,
    DRAW,
    EXECUTIONER,
    REVEAL,
    REVEALED,
    SCAVENGER,
    STEP_NAMES,
)


def log_ability(board: Board, step: i64) -> None:
    """N5.3 Log the start of an ability of the complete creature."""
    if board.log is not None:
        spot = board.spot(board.mover, board.creature)
        log_event(board, STEP_NAMES[int(step)], board.mover, source="creature", spot=spot)


def sing(board: Board) -> None:
    """N6.1 The Singer reveals two cards from the deck, or as many as are left."""
    if not board.can_draw():
        break_chain(board)
        return
    board.pop_step()
    board.push_step(REVEALED)
    board.push_step(REVEAL)
    board.pending_count = REVEAL_SIZE


def reveal(board: Board, card: i64) -> None:
    """N6.1 Reveal a card from the deck."""
    board.reveal(card)
    log_public(board, "reveal", board.mover, card, "deck", "revealed")


def revealed_placements_into(board: Board, actions: vec[i64]) -> i64:
    """N6.1 Write the placements of the revealed cards; return their number.

    If there are any, the player must choose one.
    """
    slots = slots_by_height(board)
    count: i64 = 0
    previous: i64 = NONE
    for revealed in board.revealed:
        card = i64(revealed)
        if card != previous:
            count = placements_into(card, slots, actions, count)
        previous = card
    return count


def place_revealed(board: Board, action: i64, card: i64) -> None:
    """N6.1 Place a revealed card; if it completes a creature, the other one is discarded first."""
    board.remove_revealed(card)
    completed = place_card(board, action, "revealed")
    if completed != NONE:
        discard_revealed(board)
        complete_creature(board, completed)


def discard_revealed(board: Board) -> None:
    """N6.1 Discard the revealed cards that cannot be placed; the chain continues."""
    board.pop_step()
    while len(board.revealed) > 0:
        card = i64(board.revealed[0])
        board.remove_revealed(card)
        board.put_on_discard(card)
        log_public(board, "discard", board.mover, card, "revealed", "discard")


def weep(board: Board) -> None:
    """N6.2 The Weeper draws two cards, or as many as are left."""
    if not board.can_draw():
        break_chain(board)
        return
    board.pop_step()
    board.push_step(DRAW)
    board.pending_count = WEEPER_SIZE


def mock(board: Board, action: i64, card: i64) -> None:
    """N6.3 The Mocker places a card of any legion from hand."""
    board.pop_step()
    board.hands.remove(board.mover, card)
    completed = place_card(board, action, "hand")
    if completed != NONE:
        complete_creature(board, completed)


def is_target(step: i64, height: i64, *, is_own: bool, is_acting: bool) -> bool:
    """N6.4, N6.5, N6.6 Return whether an ability can be used on a creature.

    Args:
        step: the decision of the ability.
        height: the number of cards of the creature.
        is_own: whether it belongs to the mover.
        is_acting: whether the ability is its own.
    """
    if step == DEVOURER:
        return is_own and not is_acting and height > 0
    max_height = CREATURE_HEIGHT - 1 if step == SCAVENGER else CREATURE_HEIGHT
    return not is_own and 0 < height <= max_height


def targets_into(board: Board, step: i64, actions: vec[i64]) -> i64:
    """N6.4, N6.5, N6.6 Write the legal targets of an ability; return their number."""
    count: i64 = 0
    seat: i64
    slot: i64
    for seat in range(board.options.seats):
        is_own = seat == board.mover
        first = board.spot(seat, 0)
        for slot in range(board.options.goal):
            is_acting = is_own and slot == board.creature
            if is_target(step, board.height(first + slot), is_own=is_own, is_acting=is_acting):
                actions[count] = _action_on(step, seat, slot)
                count += 1
    return count


def _action_on(step: i64, seat: i64, slot: i64) -> i64:
    """Return the action that uses an ability on a creature."""
    if step == DEVOURER:
        return DEVOUR + slot
    return (EXECUTE if step == EXECUTIONER else SCAVENGE) + seat * MAX_CREATURES + slot


def use_on_target(board: Board, step: i64, action: i64) -> None:
    """N6.4, N6.5, N6.6 Use an ability on the chosen creature."""
    board.pop_step()
    if step == EXECUTIONER:
        _execute(board, _target_spot(board, action - EXECUTE))
    elif step == SCAVENGER:
        _scavenge(board, _target_spot(board, action - SCAVENGE))
    else:
        _discard_top(board, "devour", board.spot(board.mover, action - DEVOUR))


def _target_spot(board: Board, target: i64) -> i64:
    return board.spot(target // MAX_CREATURES, target % MAX_CREATURES)


def _execute(board: Board, spot: i64) -> None:
    """N6.4 Take the top card into hand; all players know it there."""
    card = board.take_top(spot)
    board.hands.add(board.mover, card, KNOWN)
    log_public(board, "execute", board.mover, card, "creature", "hand", spot)


def _scavenge(board: Board, spot: i64) -> None:
    """N6.5 Discard all cards of the creature."""
    while board.height(spot) > 0:
        _discard_top(board, "scavenge", spot)


def _discard_top(board: Board, event: str, spot: i64) -> None:
    """N6.5, N6.6 Discard the top card of a creature."""
    card = board.take_top(spot)
    board.put_on_discard(card)
    log_public(board, event, board.mover, card, "creature", "discard", spot)
