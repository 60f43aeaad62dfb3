"""O10.2, O10.6 When Premonitions strike: it depends on the doors found."""

from mypy_extensions import i64

from onirium.games.onirim.components import COLOUR_COUNT, DOORS_OF_EACH_COLOUR
from onirium.games.onirim.expansions.premonitions.components import (
    EACH_COLOUR,
    FIVE_DOORS,
    PAIR,
    RAINBOW,
    THREE,
    THREE_DOORS,
)
from onirium.games.onirim.state import Table
from onirium.games.onirim.two_players import found


def strikes(table: Table, number: i64) -> bool:
    """O10.2 Tell whether a Premonition lies face up and its condition holds."""
    return table.premonitions >> number & 1 == 1 and condition_holds(table, number)


def condition_holds(table: Table, number: i64) -> bool:
    """O10.6 Tell whether the doors are found that a Premonition waits for."""
    if number < EACH_COLOUR:
        return both_are_found(table, number)
    if number == PAIR:
        return colours_with(table, DOORS_OF_EACH_COLOUR) > 0
    if number == RAINBOW:
        return colours_with(table, 1) == COLOUR_COUNT
    if number == THREE:
        return doors_found(table) >= THREE_DOORS
    return doors_found(table) >= FIVE_DOORS


def both_are_found(table: Table, colour: i64) -> bool:
    """O10.6 Tell whether both doors of a colour are found."""
    return found(table, colour) == DOORS_OF_EACH_COLOUR


def colours_with(table: Table, doors: i64) -> i64:
    """O10.6 Count the colours of which so many doors, or more, are found."""
    count: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        count += i64(found(table, colour) >= doors)
    return count


def doors_found(table: Table) -> i64:
    """O10.6 Count the doors found."""
    count: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        count += found(table, colour)
    return count
