"""O5 Nightmares."""

from mypy_extensions import i64

from onirium.games.onirim import hooks
from onirium.games.onirim.actions import DISCARD_HAND, GIVE_DOOR, PAY_KEY, REVEAL_CARDS
from onirium.games.onirim.components import KEY, NIGHTMARE, REVEAL_SIZE, SYMBOL_COUNT, is_labyrinth
from onirium.games.onirim.doors import give, pay
from onirium.games.onirim.setup import discard_hand
from onirium.games.onirim.state import APPEASE, NONE, REVEAL, SETTLE, Table, tell


def meet_nightmare(table: Table) -> None:
    """O5.1 The player must do exactly one of four things; only then is it settled."""
    table.drawn = NIGHTMARE
    table.first(SETTLE)
    table.first(APPEASE)
    tell(table, "draw", NIGHTMARE, "deck", "table")


def appease(table: Table, action: i64) -> None:
    """O5.1 Do the one thing chosen."""
    table.finish_step()
    if action == DISCARD_HAND:
        discard_hand(table)
    elif action == REVEAL_CARDS:
        table.to_come = REVEAL_SIZE
        table.first(REVEAL)
    elif action >= GIVE_DOOR:
        give(table, action - GIVE_DOOR)
    else:
        pay(table, (action - PAY_KEY) * SYMBOL_COUNT + KEY)


def reveal(table: Table, card: i64) -> None:
    """O5.1c Doors and dream cards go to limbo, the rest are discarded."""
    table.to_come -= 1
    if is_labyrinth(card):
        table.put_on_discard(card)
        tell(table, "reveal", card, "deck", "discard")
    else:
        table.put_in_limbo(card, "deck")


def settle(table: Table) -> None:
    """O5.2, O10.3 Then the dream card is discarded and drawing goes on."""
    if hooks.nightmare_settled(table):
        return
    table.finish_step()
    put_away(table, "settle")


def put_away(table: Table, event: str) -> None:
    """O5.2 Discard the dream card that lies on the table."""
    card = table.drawn
    table.drawn = NONE
    table.put_on_discard(card)
    tell(table, event, card, "table", "discard")
