"""N7 How a game ends."""

from onirium.games.nightmarium.components import MOST_TURNS
from onirium.games.nightmarium.state import DRAWN, NONE, OVER, UNDECIDED, Table


def has_won(table: Table) -> bool:
    """N7.1 Tell whether the mover has as many complete creatures as the goal asks for."""
    return table.complete(table.mover) == table.options.goal


def win(table: Table) -> None:
    """N7.1 The mover wins at once: nothing of the action is carried out any more."""
    table.outcome = table.mover + 1
    table.agenda = OVER
    table.creature = NONE
    table.completions = 0


def look_at_the_clock(table: Table) -> None:
    """N7.2 A game that is not decided after so many turns is a draw."""
    if table.turns == MOST_TURNS:
        table.outcome = DRAWN


def outcome_name(table: Table) -> str:
    """Return how a game has ended, as views and positions say it; empty while it goes on."""
    if table.outcome == UNDECIDED:
        return ""
    return "draw" if table.outcome == DRAWN else f"won by player {table.outcome}"
