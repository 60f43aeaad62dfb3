"""O2.1, O3.6, O6.2 Drawing cards, and peeking at cards and returning them."""

from collections.abc import Callable

from tests.games.onirim.reference.asking import (
    Asking,
    Game,
    Over,
    choose,
    choose_in_secret,
    lowest_card,
    next_card,
)
from tests.games.onirim.reference.cards import is_labyrinth_card
from tests.games.onirim.reference.table import Hidden, Table


def draw(table: Table) -> Asking[Hidden]:
    """O6.2, O7.6, O14."""
    if not table.deck():
        alone = table.reads("race-deck-out")
        raise Over(f"won by player {2 - table.mover}" if alone else "lost")
    return (yield from next_card(table))


def take_a_hand(table: Table) -> Game:
    """O2.1."""
    while not table.hand_is_full():
        card = yield from draw(table)
        if is_labyrinth_card(card.name):
            table.take_in_hand(card)
        else:
            table.limbo.append(card.name)


def look(table: Table, number: int) -> Game:
    """O3.6, O9.5 All cards, if there are fewer."""
    for _ in range(min(number, len(table.deck()))):
        card = yield from next_card(table)
        table.peeked.append(card.name)


def look_below(table: Table, number: int) -> Game:
    """O8.5 All cards, if there are fewer."""
    for _ in range(min(number, len(table.deck()))):
        card = yield from lowest_card(table)
        table.peeked.append(card.name)


Picking = Callable[[Table, str], Asking[str]]


def pick(table: Table, verb: str) -> Asking[str]:
    """Let the mover choose one of the peeked cards, which no other seat sees.

    With two players the mover is asked even if all cards are equal, but not for a single card.
    """
    asking = choose if len(table.peeked) == 1 else choose_in_secret
    answer = yield from asking(table, [f"{verb} {card}" for card in table.peeked])
    card = answer.removeprefix(f"{verb} ")
    table.peeked.remove(card)
    return card


def pick_in_the_open(table: Table, verb: str) -> Asking[str]:
    """Let the mover choose one of the peeked cards, which everyone sees."""
    answer = yield from choose(table, [f"{verb} {card}" for card in table.peeked])
    card = answer.removeprefix(f"{verb} ")
    table.peeked.remove(card)
    return card


def put_in_order(table: Table, picking: Picking, seen: set[int]) -> Asking[list[Hidden]]:
    """O12.2 Return the peeked cards in any order, which only the seats that see it know."""
    while table.peeked:
        card = yield from picking(table, "next")
        table.ordered.append(card)
    cards = [Hidden(card, set(seen)) for card in table.ordered]
    table.ordered = []
    return cards


def prophecy(table: Table) -> Game:
    """O3.6."""
    yield from look(table, 5)
    if table.peeked:
        card = yield from pick(table, "prophecy discard")
        table.discard.append(card)
        yield from return_on_top(table)


def return_on_top(table: Table) -> Game:
    """O3.6, O9.5, O12.2 The partner no longer knows those positions."""
    cards = yield from put_in_order(table, pick, {table.mover})
    table.top = cards + table.top


def return_in_the_open(table: Table) -> Game:
    """O10.3b, O12.2 Everyone knows the order."""
    cards = yield from put_in_order(table, pick_in_the_open, table.everyone())
    table.top = cards + table.top


def return_to_the_bottom(table: Table) -> Game:
    """O8.5, O12.2 The card named first comes first."""
    cards = yield from put_in_order(table, pick, {table.mover})
    table.bottom = table.bottom + cards
