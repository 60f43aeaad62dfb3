"""N6 The six abilities."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium.actions import DEVOUR, EXECUTE, SCAVENGE
from onirium.games.nightmarium.completion import break_chain, complete
from onirium.games.nightmarium.components import HEIGHT, MOST_CREATURES, REVEAL_SIZE, WEEPER_SIZE
from onirium.games.nightmarium.hands import KNOWN
from onirium.games.nightmarium.placing import place, places_into
from onirium.games.nightmarium.state import (
    DRAW,
    EXECUTIONER,
    NONE,
    REVEAL,
    REVEALED,
    SCAVENGER,
    STEPS,
    Table,
    announce,
    tell,
)


def announce_ability(table: Table, step: i64) -> None:
    """N5.3 Say which ability of the complete creature is played."""
    if table.log is not None:
        spot = table.spot(table.mover, table.creature)
        announce(table, STEPS[int(step)], table.mover, source="creature", spot=spot)


def sing(table: Table) -> None:
    """N6.1 The Singer reveals two cards from the deck, or what there is."""
    if not table.can_draw():
        break_chain(table)
        return
    table.finish_step()
    table.first(REVEALED)
    table.first(REVEAL)
    table.to_come = REVEAL_SIZE


def reveal(table: Table, card: i64) -> None:
    """N6.1 A card of the deck is laid open."""
    table.reveal(card)
    tell(table, "reveal", table.mover, card, "deck", "revealed")


def revealed_into(table: Table, actions: vec[i64]) -> i64:
    """N6.1 While one of the revealed cards can be placed, one must be."""
    count: i64 = 0
    before: i64 = NONE
    for revealed in table.revealed:
        card = i64(revealed)
        if card != before:
            count = places_into(table, card, actions, count)
        before = card
    return count


def place_revealed(table: Table, action: i64, card: i64) -> None:
    """N6.1 Place a revealed card; if it completes a creature, the other one is discarded first."""
    table.settle_revealed(card)
    completed = place(table, action, "revealed")
    if completed != NONE:
        finish_singing(table)
        complete(table, completed)


def finish_singing(table: Table) -> None:
    """N6.1 What cannot be placed is discarded, and the chain goes on."""
    table.finish_step()
    while len(table.revealed) > 0:
        card = i64(table.revealed[0])
        table.settle_revealed(card)
        table.put_on_discard(card)
        tell(table, "discard", table.mover, card, "revealed", "discard")


def weep(table: Table) -> None:
    """N6.2 The Weeper draws two cards, or what there is."""
    if not table.can_draw():
        break_chain(table)
        return
    table.finish_step()
    table.first(DRAW)
    table.to_come = WEEPER_SIZE


def mock(table: Table, action: i64, card: i64) -> None:
    """N6.3 The Mocker places a card from hand, of whatever legion."""
    table.finish_step()
    table.hands.take(table.mover, card)
    completed = place(table, action, "hand")
    if completed != NONE:
        complete(table, completed)


def targets_into(table: Table, step: i64, actions: vec[i64]) -> i64:
    """N6.4, N6.5, N6.6 The creatures at which an ability may aim."""
    if step == EXECUTIONER:
        return _of_opponents_into(table, EXECUTE, HEIGHT, actions)
    if step == SCAVENGER:
        return _of_opponents_into(table, SCAVENGE, HEIGHT - 1, actions)
    return _others_into(table, actions)


def _of_opponents_into(table: Table, group: i64, most: i64, actions: vec[i64]) -> i64:
    """N6.4, N6.5 Any creature of an opponent, or any unfinished one."""
    count: i64 = 0
    seat: i64
    place: i64
    for seat in range(table.options.seats):
        if seat == table.mover:
            continue
        first = table.spot(seat, 0)
        for place in range(table.options.goal):
            height = table.height(first + place)
            if 0 < height <= most:
                actions[count] = group + seat * MOST_CREATURES + place
                count += 1
    return count


def _others_into(table: Table, actions: vec[i64]) -> i64:
    """N6.6 One's own creatures other than this one."""
    count: i64 = 0
    first = table.spot(table.mover, 0)
    place: i64
    for place in range(table.options.goal):
        if place != table.creature and table.height(first + place) > 0:
            actions[count] = DEVOUR + place
            count += 1
    return count


def aim(table: Table, step: i64, action: i64) -> None:
    """N6.4, N6.5, N6.6 Carry out an ability on the creature chosen."""
    table.finish_step()
    if step == EXECUTIONER:
        _execute(table, _spot_aimed_at(table, action - EXECUTE))
    elif step == SCAVENGER:
        _scavenge(table, _spot_aimed_at(table, action - SCAVENGE))
    else:
        _discard_top(table, "devour", table.spot(table.mover, action - DEVOUR))


def _spot_aimed_at(table: Table, number: i64) -> i64:
    return table.spot(number // MOST_CREATURES, number % MOST_CREATURES)


def _execute(table: Table, spot: i64) -> None:
    """N6.4 The top card goes into hand, known to all."""
    card = table.take_top(spot)
    table.hands.put(table.mover, card, KNOWN)
    tell(table, "execute", table.mover, card, "creature", "hand", spot)


def _scavenge(table: Table, spot: i64) -> None:
    """N6.5 All cards of the creature are discarded."""
    while table.height(spot) > 0:
        _discard_top(table, "scavenge", spot)


def _discard_top(table: Table, event: str, spot: i64) -> None:
    """N6.5, N6.6 The top card of a creature is discarded."""
    card = table.take_top(spot)
    table.put_on_discard(card)
    tell(table, event, table.mover, card, "creature", "discard", spot)
