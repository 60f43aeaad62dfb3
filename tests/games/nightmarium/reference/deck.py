"""N2.1, N3.6 Cards drawn from the deck."""

from tests.games.nightmarium.reference.asking import Asking, Game, chance
from tests.games.nightmarium.reference.cards import Card, names
from tests.games.nightmarium.reference.table import Held, Table

HAND = 5


def next_card(table: Table, step: str) -> Asking[Card]:
    """N3.6 Take the next card, after a reshuffle if the deck is empty."""
    if not table.deck:
        table.new_deck()
        table.tell("shuffle", table.mover, source="discard", target="deck")
    name = yield from chance(step, names(table.deck))
    card = next(card for card in table.deck if card.name == name)
    table.deck.remove(card)
    return card


def reshuffle_at_once(table: Table) -> None:
    """N3.6, N10 In one reading, a deck that has run out is made anew at once, if possible."""
    if table.reads("reshuffle") and not table.deck and table.discard:
        table.new_deck()
        table.tell("shuffle", table.mover, source="discard", target="deck")


def deal(table: Table) -> Game:
    """N2.1 Deal the hands card by card, clockwise from player 1."""
    for _ in range(HAND):
        for seat in table.seats:
            yield from take(table, seat, "deal")


def draw(table: Table, number: int) -> Game:
    """N3.6 The mover draws cards, or as many as exist."""
    for table.pending_count in range(number, 0, -1):
        if table.next_card_exists():
            yield from take(table, table.mover, "draw")
    table.pending_count = 0


def take(table: Table, seat: int, kind: str) -> Game:
    """N3.3 A player takes the next card, unseen by the others."""
    card = yield from next_card(table, kind)
    table.hands[seat].append(Held(card, table.decks[0]))
    table.tell(kind, seat, [card], "deck", "hand", [seat])
    reshuffle_at_once(table)


def reveal(table: Table, number: int) -> Game:
    """N6.1 Reveal cards to everyone, or as many as exist."""
    for table.pending_count in range(number, 0, -1):
        if table.next_card_exists():
            card = yield from next_card(table, "reveal")
            table.revealed.append(card)
            table.tell("reveal", table.mover, [card], "deck", "revealed")
            reshuffle_at_once(table)
    table.pending_count = 0
