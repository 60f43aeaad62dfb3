"""O6 The end of the game."""

from mypy_extensions import i64

from onirium.games.onirim.box import COLOUR_COUNT, DOORS_TO_WIN
from onirium.games.onirim.state import LOST, OVER, WON, Table, announce


def look_for_victory(table: Table) -> bool:
    """O6.1 Won at once when the eighth door is laid out: nothing else follows."""
    doors: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        doors += i64(table.doors[colour])
    if doors < DOORS_TO_WIN:
        return False
    _end(table, WON, "win")
    return True


def lose(table: Table) -> None:
    """O6.2 Lost when a card must be drawn and the deck is empty; limbo does not help."""
    _end(table, LOST, "lose")


def _end(table: Table, outcome: i64, kind: str) -> None:
    table.outcome = outcome
    table.agenda = OVER
    announce(table, kind, "", "")
