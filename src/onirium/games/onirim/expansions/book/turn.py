"""O8.4, O8.5 A spell is cast: the whole price first, then the effect."""

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from onirium.games.onirim.actions import (
    CAST_PLANNING,
    CAST_PROPHECY,
    LIFT_CARD,
    NEXT_CARD,
    REMOVE_CARD,
    REMOVE_REST,
    goals_of,
)
from onirium.games.onirim.components import FIRST_GOAL, HAPPY_DREAM, KINDS, is_labyrinth
from onirium.games.onirim.expansions.book.components import LOOK_BELOW_SIZE
from onirium.games.onirim.expansions.book.spells import price
from onirium.games.onirim.state import (
    BANISH,
    CAST,
    DRAW_ONE,
    LIFT,
    LOOK_BELOW,
    MEET,
    PAY,
    PLAY,
    SINK,
    SWAP,
    UNLOCK,
    Table,
    announce,
    tell,
    whisper,
)


def cast(table: Table, spell: i64) -> None:
    """O8.4 Cast a spell: its price is to be paid, and what waited goes on afterwards."""
    step = table.step()
    if step != PLAY:
        table.finish_step()
    if step == UNLOCK:
        table.first(MEET)
    if spell == CAST_PROPHECY:
        announce(table, "cast paradoxical prophecy", "", "")
        table.to_come = LOOK_BELOW_SIZE
        table.first(SINK)
        table.first(LIFT)
        table.first(LOOK_BELOW)
    elif spell == CAST_PLANNING:
        announce(table, "cast parallel planning", "", "")
        table.first(SWAP)
    else:
        announce(table, "cast powerful punishment", "", "")
        # O8.5 The Nightmare is ignored altogether: it will not be settled.
        table.finish_step()
        table.first(BANISH)
    table.to_pay = price(table, spell)
    table.first(PAY)


def decide(table: Table, step: i64, action: i64) -> None:
    """O8.4, O8.5 Carry out the decision that waits."""
    if step == CAST:
        draw_without_casting(table)
    elif step == PAY:
        pay(table, action)
    elif step == SWAP:
        swap(table, action)
    elif step == LIFT:
        lift(table, action)
    else:
        sink(table, action)


def draw_without_casting(table: Table) -> None:
    """O8.6 Draw a card; before the next one the player is asked again."""
    table.finish_step()
    table.first(DRAW_ONE)


def pay(table: Table, action: i64) -> None:
    """O8.4 Remove a card of the discard pile from the game, or the rest of the price at once."""
    if action == REMOVE_REST:
        _pay_rest(table)
    else:
        _remove(table, action - REMOVE_CARD)
    if table.to_pay == 0:
        table.finish_step()


def _remove(table: Table, card: i64) -> None:
    table.discard[card] -= 1
    table.discard_size -= 1
    table.removed[card] += 1
    table.to_pay -= 1
    tell(table, "remove", card, "discard", "removed")


def may_go(card: i64) -> bool:
    """O8.4 Tell whether it cannot matter that a card is removed, once it is discarded.

    A Nightmare there may return (O10.6), and whether a door is lost should be seen.
    """
    return is_labyrinth(card) or card == HAPPY_DREAM


def can_pay_rest(table: Table) -> bool:
    """O8.4 Tell whether cards that do not matter suffice for the rest of the price."""
    there: i64 = 0
    card: i64
    for card in range(KINDS):
        if may_go(card):
            there += i64(table.discard[card])
    return there >= table.to_pay


def _pay_rest(table: Table) -> None:
    """O8.4 Pay with rooms, then towers, then Happy Dreams."""
    card: i64
    for card in range(KINDS):
        while is_labyrinth(card) and table.discard[card] > 0 and table.to_pay > 0:
            _remove(table, card)
    while table.to_pay > 0:
        _remove(table, HAPPY_DREAM)


def swap(table: Table, action: i64) -> None:
    """O8.5 Parallel Planning: swap two face-up goals."""
    table.finish_step()
    first, second = goals_of(action)
    goal = table.goals[first]
    table.goals[first] = table.goals[second]
    table.goals[second] = goal
    tell(table, "swap", FIRST_GOAL + i64(table.goals[second]), "goals", "goals")
    tell(table, "swap", FIRST_GOAL + i64(table.goals[first]), "goals", "goals")


def look_below(table: Table, card: i64) -> None:
    """O8.5 Paradoxical Prophecy: take up the lowest card of the deck."""
    table.take_up(card)
    table.to_come -= 1
    whisper(table, "look below", card, "deck", "looked")


def lift(table: Table, action: i64) -> None:
    """O8.5 Put one of the cards looked at on top of the deck."""
    table.finish_step()
    card = action - LIFT_CARD
    table.lay_down(card)
    table.deck.put_on_top(card, 1 << table.mover)
    whisper(table, "lift", card, "looked", "deck")


def sink(table: Table, action: i64) -> None:
    """O8.5 Return the next of the others to the bottom, in the order in which they will come."""
    card = action - NEXT_CARD
    table.lay_down(card)
    table.arranged = append(table.arranged, u8(card))
    whisper(table, "sink", card, "looked", "deck")
    if len(table.looked) == 0:
        table.finish_step()
        _return_below(table)


def _return_below(table: Table) -> None:
    for card in table.arranged:
        table.deck.put_at_bottom(i64(card), 1 << table.mover)
    table.arranged = vec[u8]()
