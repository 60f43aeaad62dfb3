"""N2 Setting up: the first player is chosen, and everyone is dealt a hand."""

from mypy_extensions import i64

from onirium.games.nightmarium.components import ACTIONS_A_TURN, HAND_SIZE
from onirium.games.nightmarium.options import BY_CHANCE
from onirium.games.nightmarium.state import DEAL, TOSS, Table, announce, whisper


def set_up(table: Table) -> None:
    """N2.1, N2.3 Five cards are dealt to each; chance says who begins, or it is settled."""
    table.actions = ACTIONS_A_TURN
    table.first(DEAL)
    if table.options.first == BY_CHANCE:
        table.first(TOSS)
    else:
        table.mover = table.options.first


def begin(table: Table, seat: i64) -> None:
    """N2.3 Chance has chosen who begins."""
    table.finish_step()
    table.mover = seat
    announce(table, "begin", seat)


def deal(table: Table, card: i64) -> None:
    """N2.1 A card is dealt, to one player after the other."""
    seat = i64(len(table.hands.cards)) % table.options.seats
    table.hands.put(seat, card, 0)
    whisper(table, "deal", seat, card)
    if i64(len(table.hands.cards)) == HAND_SIZE * table.options.seats:
        table.finish_step()
