"""O5 Nightmares."""

from mypy_extensions import i64

from onirium.games.onirim.actions import DISCARD_HAND, GIVE_DOOR, PAY_KEY, REVEAL_CARDS
from onirium.games.onirim.box import FIRST_DOOR, KEY, NIGHTMARE, REVEAL_SIZE, ROOMS, SYMBOL_COUNT
from onirium.games.onirim.doors import pay
from onirium.games.onirim.state import APPEASE, DEAL, NONE, REVEAL, SETTLE, Table, tell


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


def give(table: Table, colour: i64) -> None:
    """O5.1b Put one of the found doors into limbo."""
    table.doors[colour] -= 1
    table.put_in_limbo(FIRST_DOOR + colour, "doors")


def reveal(table: Table, card: i64) -> None:
    """O5.1c Doors and dream cards go to limbo, the rest are discarded."""
    table.to_come -= 1
    if card < ROOMS:
        table.put_on_discard(card)
        tell(table, "reveal", card, "deck", "discard")
    else:
        table.put_in_limbo(card, "deck")


def discard_hand(table: Table) -> None:
    """O5.1d Discard the whole hand and take a new one as in O2.1."""
    room: i64
    for room in range(ROOMS):
        while table.hand[room] > 0:
            table.take(room)
            table.put_on_discard(room)
            tell(table, "discard", room, "hand", "discard")
    table.first(DEAL)


def settle(table: Table) -> None:
    """O5.2 Then the Nightmare is discarded and drawing goes on."""
    table.drawn = NONE
    table.finish_step()
    table.put_on_discard(NIGHTMARE)
    tell(table, "settle", NIGHTMARE, "table", "discard")
