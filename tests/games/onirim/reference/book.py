"""O8 The Book of Steps Lost and Found."""

from itertools import combinations

from tests.games.onirim.reference.asking import Asking, Game, ask, choose
from tests.games.onirim.reference.cards import COLOURS, PREMONITIONS, SIDES, colour_of
from tests.games.onirim.reference.drawing import look_below, pick, return_to_the_bottom
from tests.games.onirim.reference.table import Hidden, Table

PROPHECY = "cast paradoxical prophecy"
PLANNING = "cast parallel planning"
PUNISHMENT = "cast powerful punishment"
PRICES = {PROPHECY: (5, 6), PLANNING: (7, 9), PUNISHMENT: (10, 12)}
"""O1.4 The prices on the standard and on the hard side."""

SYMBOLS = ("sun", "moon", "key")
ROOMS = [f"{colour} {symbol}" for colour in COLOURS for symbol in SYMBOLS]
HARMLESS = [*PREMONITIONS, *ROOMS, *SIDES, "happy dream"]
"""The cards that "remove rest" removes from the discard pile, in this order."""


def face_up(table: Table) -> list[int]:
    """Return the indices of the face-up goals."""
    return [at for at in range(len(table.goals)) if at not in table.turned_down]


def matches(table: Table, door: str) -> bool:
    """O8.2 Return whether the door is that of the next goal."""
    if not table.with_("book"):
        return True
    order = order_of_goals(table)
    return order != [] and colour_of(table.goals[order[0]]) == colour_of(door)


def order_of_goals(table: Table) -> list[int]:
    """O8.2, O8.3, O14 Return the face-up goals, the next first."""
    return table.reopened + [at for at in face_up(table) if at not in table.reopened]


def turn_goal_down(table: Table) -> None:
    """O8.2."""
    if table.with_("book"):
        table.turned_down.add(order_of_goals(table)[0])
        table.reopened = table.reopened[1:]


def price(table: Table, spell: str) -> int:
    """O8.1."""
    return PRICES[spell][table.with_("lost-steps")]


def can_pay(table: Table, spell: str) -> bool:
    """O8.4."""
    return table.with_("book") and len(table.discard) >= price(table, spell)


def spells(table: Table) -> list[str]:
    """O8.5 Return the castable ones of the two spells for deck and goals."""
    castable = []
    if can_pay(table, PROPHECY) and table.deck():
        castable.append(PROPHECY)
    if can_pay(table, PLANNING) and len(can_be_swapped(table)) > 1:
        castable.append(PLANNING)
    return castable


def cast(table: Table, spell: str) -> Game:
    """O8.4 The whole price first, then the effect."""
    yield from pay(table, price(table, spell))
    if spell == PROPHECY:
        yield from paradoxical_prophecy(table)
    elif spell == PLANNING:
        yield from parallel_planning(table)


def pay(table: Table, to_pay: int) -> Game:
    """O8.4 Cards of the player's choice."""
    while to_pay:
        going = yield from next_to_go(table, to_pay)
        for card in going:
            table.discard.remove(card)
            table.removed.append(card)
        to_pay -= len(going)


def next_to_go(table: Table, to_pay: int) -> Asking[list[str]]:
    """O8.4 Choose one card, or pay the rest with harmless cards.

    O14 Premonitions in the discard pile are never chosen: they go first when the rest is paid.
    """
    others = {card for card in table.discard if card not in PREMONITIONS}
    if len(table.discard) == to_pay or len(set(table.discard)) == len(others) == 1:
        return table.discard[:to_pay]
    answers = [f"remove {card}" for card in others]
    harmless = sorted((card for card in table.discard if card in HARMLESS), key=HARMLESS.index)
    if len(harmless) >= to_pay:
        answers.append("remove rest")
    answer = yield from choose(table, answers)
    if answer == "remove rest":
        return harmless[:to_pay]
    return [answer.removeprefix("remove ")]


def paradoxical_prophecy(table: Table) -> Game:
    """O8.5."""
    yield from look_below(table, 5)
    card = yield from pick(table, "lift")
    table.top.insert(0, Hidden(card, {table.mover}))
    if table.reads("prophecy-below"):
        table.bottom += [Hidden(other, {table.mover}) for other in reversed(table.peeked)]
        table.peeked = []
    else:
        yield from return_to_the_bottom(table)


def parallel_planning(table: Table) -> Game:
    """O8.5 Positions are counted from 1; a goal takes its face along.

    O14 Two face-up goals exchange their ranks in the order of goals.
    """
    pairs = combinations([at + 1 for at in can_be_swapped(table)], 2)
    answer = yield from choose(table, [f"swap {one} {other}" for one, other in pairs])
    one, other = (int(place) - 1 for place in answer.split()[1:])
    goals = table.goals
    goals[one], goals[other] = goals[other], goals[one]
    places = {one: other, other: one}
    if len({one, other} & table.turned_down) == 1:
        table.turned_down = {places.get(at, at) for at in table.turned_down}
        table.reopened = [places.get(at, at) for at in table.reopened]


def can_be_swapped(table: Table) -> list[int]:
    """O8.5, O14 Any goal; in one reading only a face-up one."""
    return face_up(table) if table.reads("planning") else list(range(len(table.goals)))


def cast_before_a_draw(table: Table) -> Game:
    """O8.6 With an empty deck it is too late."""
    while table.deck() and spells(table):
        answer = yield from ask(table, [*spells(table), "draw"])
        if answer == "draw":
            return
        yield from cast(table, answer)
