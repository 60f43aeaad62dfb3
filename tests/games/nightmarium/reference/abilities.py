"""N6 The six abilities; each returns the creature that it completes, or None."""

from collections.abc import Callable

from tests.games.nightmarium.reference.asking import Asking, ask, choose
from tests.games.nightmarium.reference.cards import Card, in_order
from tests.games.nightmarium.reference.deck import draw, reveal
from tests.games.nightmarium.reference.placing import card_placed, placements, put
from tests.games.nightmarium.reference.table import Creature, Held, Table


class NoTarget(Exception):
    """N5.4 The ability cannot be played."""


Completing = Asking[Creature | None]


def singer(table: Table, _: Creature) -> Completing:
    """N6.1."""
    if not table.next_card_exists():
        raise NoTarget
    yield from reveal(table, 2)
    completed = None
    while completed is None and placements(table, table.revealed):
        ways = placements(table, table.revealed)
        way = yield from choose(table.mover, "revealed", ways)
        card = next(card for card in table.revealed if card.name == card_placed(way))
        table.revealed.remove(card)
        creature = put(table, card, "revealed", way)
        if creature.is_complete():
            completed = creature
    discard_revealed(table)
    return completed


def discard_revealed(table: Table) -> None:
    for card in in_order(table.revealed):
        throw_away(table, card, "discard", "revealed")
    table.revealed = []


def weeper(table: Table, _: Creature) -> Completing:
    """N6.2."""
    if not table.next_card_exists():
        raise NoTarget
    yield from draw(table, 2)
    return None


def mocker(table: Table, _: Creature) -> Completing:
    """N6.3."""
    ways = placements(table, [held.card for held in table.hands[table.mover]])
    if not ways:
        raise NoTarget
    way = yield from ask(table.mover, "mocker", ways)
    card = table.leave_hand(table.mover, card_placed(way))
    creature = put(table, card, "hand", way)
    return creature if creature.is_complete() else None


def executioner(table: Table, _: Creature) -> Completing:
    """N6.4."""
    targets = creatures_of_opponents(table)
    creature = yield from choose_creature(table, "executioner", "execute", targets)
    card = creature.cards.pop()
    table.hands[table.mover].append(Held(card, table.decks[0], known=True))
    table.tell("execute", table.mover, [card], creature.pile, "hand")
    return None


def scavenger(table: Table, _: Creature) -> Completing:
    """N6.5."""
    opposing = creatures_of_opponents(table)
    targets = [creature for creature in opposing if not creature.is_complete()]
    creature = yield from choose_creature(table, "scavenger", "scavenge", targets)
    while creature.cards:
        throw_away(table, creature.cards.pop(), "scavenge", creature.pile)
    return None


def devourer(table: Table, this: Creature) -> Completing:
    """N6.6."""
    others = {
        f"devour {creature.slot}": creature
        for creature in table.creatures(table.mover)
        if creature is not this
    }
    if not others:
        raise NoTarget
    answer = yield from choose(table.mover, "devourer", others)
    creature = others[answer]
    throw_away(table, creature.cards.pop(), "devour", creature.pile)
    return None


def creatures_of_opponents(table: Table) -> list[Creature]:
    return [creature for seat in table.opponents() for creature in table.creatures(seat)]


def choose_creature(
    table: Table, step: str, verb: str, targets: list[Creature]
) -> Asking[Creature]:
    if not targets:
        raise NoTarget
    answers = {f"{verb} {creature.number}": creature for creature in targets}
    answer = yield from choose(table.mover, step, answers)
    return answers[answer]


def throw_away(table: Table, card: Card, kind: str, source: str) -> None:
    table.discard.append(card)
    table.tell(kind, table.mover, [card], source, "discard")


EFFECTS: dict[str, Callable[[Table, Creature], Completing]] = {
    "singer": singer,
    "weeper": weeper,
    "mocker": mocker,
    "executioner": executioner,
    "scavenger": scavenger,
    "devourer": devourer,
}
