"""O6 The end of the game."""

from mypy_extensions import i64

from onirium.games.onirim import hooks
from onirium.games.onirim.components import COLOUR_COUNT, DOORS_TO_WIN
from onirium.games.onirim.state import LOST, OVER, Table, announce
from onirium.games.onirim.two_players import winners


def look_for_victory(table: Table) -> bool:
    """O6.1, O7.6 Won at once when all doors are laid out: nothing else follows."""
    won = victors(table)
    if won != 0:
        _end(table, won, "win")
    return won != 0


def victors(table: Table) -> i64:
    """O6.1, O7.6, O9.2 Return who has won as the table stands, as a set of seats."""
    won = winners(table) if table.options.seats > 1 else _has_eight(table)
    if won != 0 and not hooks.towers_stand(table):
        return 0
    return won


def _has_eight(table: Table) -> i64:
    """O6.1 Return the one player, as a set of seats, if the eighth door is found."""
    doors: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        doors += i64(table.doors[colour])
    return i64(doors >= DOORS_TO_WIN)


def lose(table: Table) -> None:
    """O6.2, O7.6 Lost when a card must be drawn and the deck is empty; limbo does not help."""
    _end(table, LOST, "lose")


def _end(table: Table, outcome: i64, kind: str) -> None:
    table.outcome = outcome
    table.agenda = OVER
    announce(table, kind, "", "")
