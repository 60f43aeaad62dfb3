"""N3.4 The exchange: any number of cards is discarded, and half as many are drawn."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.nightmarium.actions import DONE, EXCHANGE_CARD
from onirium.games.nightmarium.components import CARDS_A_DRAW
from onirium.games.nightmarium.state import DRAW, NONE, Table, tell


def exchange(table: Table, card: i64) -> None:
    """N3.4 Discard a card; the next one may not be less, so that a set of cards has one path."""
    table.hands.take(table.mover, card)
    table.put_on_discard(card)
    table.exchanged += 1
    table.at_least = card
    tell(table, "exchange", table.mover, card, "hand", "discard")


def finish(table: Table) -> None:
    """N3.4 One card is drawn for every two discarded, rounded down."""
    table.finish_step()
    table.to_come = table.exchanged // CARDS_A_DRAW
    table.exchanged = 0
    table.at_least = 0
    table.first(DRAW)


def more_into(table: Table, actions: vec[i64]) -> i64:
    """N3.4 The exchange can be done, or go on."""
    actions[0] = DONE
    return cards_into(table, actions, 1)


def cards_into(table: Table, actions: vec[i64], count: i64) -> i64:
    """N3.4 Write behind other actions the cards that can be exchanged; return the number of all."""
    hands = table.hands
    before: i64 = NONE
    place: i64
    for place in range(hands.begin(table.mover), hands.end(table.mover)):
        card = i64(hands.cards[place])
        if card != before and card >= table.at_least:
            actions[count] = EXCHANGE_CARD + card
            count += 1
        before = card
    return count
