"""O8.2, O8.3 The goals: doors must be found in their order."""

from mypy_extensions import i64

from onirium.games.onirim.components import FIRST_GOAL, GOALS
from onirium.games.onirim.state import NONE, Table, tell


def next_goal(table: Table) -> i64:
    """O8.2 Return the place of the leftmost goal that is face up; none when all are down."""
    place: i64
    for place in range(GOALS):
        if is_face_up(table, place):
            return place
    return NONE


def is_face_up(table: Table, place: i64) -> bool:
    """O8.2 Tell whether the goal at a place is still to be found."""
    return table.found >> place & 1 == 0


def matches(table: Table, colour: i64) -> bool:
    """O8.2 Tell whether a door of a colour is the next to be found."""
    place = next_goal(table)
    return place != NONE and i64(table.goals[place]) == colour


def turn_down(table: Table) -> None:
    """O8.2 Turn the goal of a door just laid out face down."""
    place = next_goal(table)
    table.found |= 1 << place
    tell(table, "found", FIRST_GOAL + i64(table.goals[place]), "goals", "found")


def turn_up(table: Table, colour: i64) -> None:
    """O8.3 Turn the goal of a lost door face up again; of two the rightmost."""
    place: i64 = GOALS - 1
    while is_face_up(table, place) or i64(table.goals[place]) != colour:
        place -= 1
    table.found &= ~(1 << place)
    tell(table, "sought", FIRST_GOAL + colour, "found", "goals")
