"""O2 Setting up, and taking a new hand."""

from mypy_extensions import i64

from onirium.games.onirim import hooks, two_players
from onirium.games.onirim.components import FIRST_DOOR, FIRST_TOWER, is_labyrinth
from onirium.games.onirim.state import DEAL, SHUFFLE, Table, announce, tell


def set_up(table: Table) -> None:
    """O2.1, O2.2 Take a hand; then limbo is shuffled back into the deck and the game begins."""
    table.first(SHUFFLE)
    if table.options.seats > 1:
        two_players.set_up(table)
    else:
        table.first(DEAL)
    hooks.set_up(table)
    if table.options.seats > 1:
        two_players.toss(table)


def deal(table: Table, card: i64, seen: i64) -> None:
    """O2.1 A labyrinth card goes to hand; doors and dream cards go to limbo and do nothing."""
    if is_labyrinth(card):
        table.take_in_hand("deal", card, seen)
    else:
        table.put_in_limbo(card, "deck")


def discard_hand(table: Table) -> None:
    """O5.1d Discard the whole hand and take a new one as in O2.1."""
    card: i64 = 0
    while table.hand_size > 0:
        while table.hand[card] > 0:
            source = table.take(card)
            table.put_on_discard(card)
            tell(table, "discard", card, source, "discard")
        card += 1
    table.first(DEAL)


def return_limbo(table: Table) -> None:
    """O2.2, O3.8 Limbo is shuffled into the deck, if any is there."""
    if table.limbo_size == 0:
        return
    deck, limbo = table.deck, table.limbo
    deck.shuffle()
    kind: i64
    for kind in range(FIRST_DOOR, FIRST_TOWER):
        deck.add(kind, i64(limbo[kind]))
        limbo[kind] = 0
    table.limbo_size = 0
    announce(table, "shuffle", "limbo", "deck")
