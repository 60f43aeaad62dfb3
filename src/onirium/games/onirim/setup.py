"""O2 Setting up, and taking a new hand."""

from mypy_extensions import i64

from onirium.games.onirim.box import ROOMS
from onirium.games.onirim.state import DEAL, SHUFFLE, Table, tell


def set_up(table: Table) -> None:
    """O2.1, O2.2 Take a hand; then limbo is shuffled back into the deck and the game begins."""
    table.first(SHUFFLE)
    table.first(DEAL)


def deal(table: Table, card: i64) -> None:
    """O2.1 A room goes to hand; doors and dream cards go to limbo and do nothing."""
    if card < ROOMS:
        table.take_in_hand(card)
        tell(table, "deal", card, "deck", "hand")
    else:
        table.put_in_limbo(card, "deck")
