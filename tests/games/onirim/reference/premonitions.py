"""O10 Dark Premonitions."""

from collections import Counter
from collections.abc import Callable, Collection

from tests.games.onirim.reference.asking import Game, chance, choose, choose_in_secret
from tests.games.onirim.reference.cards import COLOURS, colour_of, is_key, is_room
from tests.games.onirim.reference.drawing import take_a_hand
from tests.games.onirim.reference.table import Table


def strikes(table: Table) -> Game:
    """O10.2 Each penalty is complete before the conditions are checked again."""
    while ready := first_to_strike(table):
        answer = yield from choose(table, [f"strike {card}" for card in ready])
        premonition = answer.removeprefix("strike ")
        table.premonitions.remove(premonition)
        table.striking = [premonition]
        table.revealed = [
            [card for card in cards if card != premonition] for cards in table.revealed
        ]
        yield from PENALTIES[premonition](table)
        table.striking = []
        if table.reads("struck-premonition"):
            table.discard.append(premonition)
    table.revealed = []


def first_to_strike(table: Table) -> list[str]:
    """O10.2, O14 In one reading, those revealed last strike before those that wait."""
    ready = [card for card in table.premonitions if holds(table, card)]
    for cards in table.revealed:
        if set(cards) & set(ready):
            return [card for card in cards if card in ready]
    return ready


def holds(table: Table, premonition: str) -> bool:
    """O10.5, O10.6 The doors of both players count together."""
    found = Counter(colour_of(door) for doors in table.doors for door in doors)
    name = colour_of(premonition)
    if name in COLOURS:
        return found[name] == 2
    conditions = {
        "pair": max(found.values(), default=0) == 2,
        "rainbow": len(found) == 4,
        "three": found.total() >= 3,
        "five": found.total() >= 5,
    }
    return conditions[name]


def red(table: Table) -> Game:
    """O10.4, O10.6, O12.2 Afterwards everyone can infer the red rooms in hands."""
    yield from discard_from_the_deck(table, is_red_room)
    table.show_reserves(is_red_room)


def is_red_room(card: str) -> bool:
    return is_room(card) and colour_of(card) == "red"


def rainbow(table: Table) -> Game:
    """O10.4, O10.6."""
    yield from discard_from_the_deck(table, lambda card: card == "happy dream")


def discard_from_the_deck(table: Table, which: Callable[[str], bool]) -> Game:
    """O10.4 The deck is shuffled afterwards."""
    yield from ()
    table.shuffle()
    table.discard += [card for card in table.others if which(card)]
    table.others = [card for card in table.others if not which(card)]


def blue(table: Table) -> Game:
    """O10.4, O10.6, O12.2."""
    table.see_the_deck()
    table.shuffle()
    for _ in range(2):
        keys = [card for card in table.others if is_key(card)]
        if not keys:
            table.show_reserves(is_key)
            return
        answer = yield from choose_in_secret(table, [f"lose {key}" for key in keys])
        table.others.remove(answer.removeprefix("lose "))
        table.discard.append(answer.removeprefix("lose "))


def green(table: Table) -> Game:
    """O10.4, O10.6."""
    yield from ()
    if "nightmare" in table.discard:
        table.discard.remove("nightmare")
        table.limbo.append("nightmare")


def brown(table: Table) -> Game:
    """O10.6."""
    yield from give_up(table, COLOURS)


def pair(table: Table) -> Game:
    """O10.6."""
    found = Counter(colour_of(door) for doors in table.doors for door in doors)
    yield from give_up(table, [colour for colour in COLOURS if found[colour] == 2])


def give_up(table: Table, colours: Collection[str]) -> Game:
    """O10.5 With two players, the mover chooses a door of either."""
    ways = {}
    for seat in table.seats:
        whose = "" if seat == table.mover else "partner "
        for door in table.doors[seat]:
            if colour_of(door) in colours:
                ways[f"give {whose}{door}"] = (seat, door)
    answer = yield from choose(table, ways)
    table.lose_door(*ways[answer])


def three(table: Table) -> Game:
    """O10.6 The new hand is dealt as in O2.1."""
    begin_to_reveal(table)
    table.discard_hand()
    yield from take_a_hand(table)
    yield from unveil(table, 1)


def five(table: Table) -> Game:
    """O10.6."""
    begin_to_reveal(table)
    yield from unveil(table, 2)


def begin_to_reveal(table: Table) -> None:
    """O10.2, O14."""
    if table.reads("revealed-premonitions"):
        table.revealed.insert(0, [])


def unveil(table: Table, number: int) -> Game:
    """O10.1, O10.4 All of the pile, if it has fewer."""
    for _ in range(min(number, len(table.pile))):
        premonition = yield from chance(table.pile)
        table.pile.remove(premonition)
        table.premonitions.append(premonition)
        if table.revealed:
            table.revealed[0].append(premonition)


PENALTIES: dict[str, Callable[[Table], Game]] = {
    "red premonition": red,
    "blue premonition": blue,
    "green premonition": green,
    "brown premonition": brown,
    "pair premonition": pair,
    "rainbow premonition": rainbow,
    "three premonition": three,
    "five premonition": five,
}
