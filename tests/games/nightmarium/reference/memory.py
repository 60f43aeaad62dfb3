"""N8 The information of each player: all that it sees or remembers."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.games.nightmarium.reference.cards import Card, in_order, names
from tests.games.nightmarium.reference.table import HEIGHTS, Creature, Held, Table


def seen_by(table: Table, seat: int) -> dict[str, Any]:
    """Return the information of a player under the names of the view."""
    return {
        "goal": table.options.creatures,
        "mover": table.mover,
        "actions": table.to_begin,
        "legion": table.legion,
        "turns": table.turns,
        "hand": sorted_names(held.card for held in table.hands[seat]),
        "players": [player(table, other) for other in table.seats],
        "discard": counted(table.discard),
        "revealed": sorted_names(table.revealed),
        "deck": {"size": len(table.deck), "unseen": unseen(table, seat)},
        "creature": table.chain.number if table.chain else "",
        "abilities": table.abilities,
        "exchanged": len(table.exchanged),
        "victim": -1 if table.victim is None else table.victim,
    }


def player(table: Table, seat: int) -> dict[str, Any]:
    """N8.1, N8.3 Return the public information about a player."""
    hand = table.hands[seat]
    drawn = Counter(held.deck for held in hidden(hand))
    creatures = table.creatures(seat)
    return {
        "size": len(hand),
        "known": sorted_names(held.card for held in hand if held.known),
        "hidden": [drawn[deck] for deck in decks(table)],
        "complete": sum(creature.is_complete() for creature in creatures),
        "creatures": [laid_out(creature) for creature in creatures],
    }


def laid_out(creature: Creature) -> dict[str, str]:
    cards = dict.fromkeys(HEIGHTS, "")
    cards |= dict(zip(HEIGHTS, names(creature.cards), strict=False))
    return {"number": creature.number, **cards}


def unseen(table: Table, seat: int) -> list[dict[str, int]]:
    """N8.3 Return the unseen cards of each deck, the present one first."""
    by_deck: dict[int, list[Card]] = {deck: [] for deck in decks(table)}
    by_deck[table.decks[0]] += table.deck
    for other in table.seats:
        if other != seat:
            for held in hidden(table.hands[other]):
                by_deck[held.deck].append(held.card)
    return [counted(cards) for cards in by_deck.values()]


def decks(table: Table) -> list[int]:
    """N8.3 Return the relevant decks, from the present one to the oldest still in hands."""
    numbers = list(table.decks)
    while len(numbers) > 1 and not table.is_in_hands(numbers[-1]):
        numbers.pop()
    return numbers


def hidden(hand: Iterable[Held]) -> list[Held]:
    return [held for held in hand if not held.known]


def sorted_names(cards: Iterable[Card]) -> list[str]:
    return names(in_order(cards))


def counted(cards: Iterable[Card]) -> dict[str, int]:
    return dict(Counter(names(cards)))
