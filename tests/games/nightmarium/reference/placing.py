"""N3.5, N4 Placing."""

from collections.abc import Iterable

from tests.games.nightmarium.reference.cards import Card
from tests.games.nightmarium.reference.table import Creature, Table


def placements(table: Table, cards: Iterable[Card]) -> list[str]:
    """N4 Return the ways for the mover to place one of the cards."""
    return [way for card in cards for way in ways_to_place(table, card)]


def ways_to_place(table: Table, card: Card) -> list[str]:
    mine = table.slots[table.mover]
    ways = [
        f"place {card.name} on {creature.slot}"
        for creature in mine
        if creature.cards and not creature.is_complete() and card.can_be(creature.wants())
    ]
    if card.can_be("legs") and any(not creature.cards for creature in mine):
        ways.append(f"place {card.name}")
    return ways


def card_placed(way: str) -> str:
    return way.removeprefix("place ").split(" on ")[0]


def aim(table: Table, way: str) -> Creature:
    """N4.1, N4.3 Return the creature to extend; a new one takes the first empty slot."""
    mine = table.slots[table.mover]
    if " on " in way:
        return mine[int(way.split(" on ")[1]) - 1]
    return next(creature for creature in mine if not creature.cards)


def put(table: Table, card: Card, source: str, way: str) -> Creature:
    """N4.1 Place a card; return its creature."""
    creature = aim(table, way)
    part = creature.wants()
    creature.cards.append(card)
    table.tell(f"place {part}", table.mover, [card], source, creature.pile)
    return creature
