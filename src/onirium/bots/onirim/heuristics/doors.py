"""Doors: whether to search, and whether to unlock."""

from mypy_extensions import i64

from onirium.games.onirim.actions import CAST_PLANNING, DECLINE, SEARCH_DECK, UNLOCK_DOOR
from onirium.games.onirim.components import FIRST_DOOR
from onirium.games.onirim.doors import can_unlock, door_sought, holds_key
from onirium.games.onirim.expansions.book.spells import could_plan_for
from onirium.games.onirim.hooks import door_matches_goal
from onirium.games.onirim.state import Board


def search(table: Board) -> i64:
    """Search, unless the door would not match the next goal."""
    if door_matches_goal(table, door_sought(table)):
        return SEARCH_DECK
    return DECLINE


def unlock(table: Board) -> i64:
    """Unlock the door, with the help of Parallel Planning if it must be."""
    if can_unlock(table):
        return UNLOCK_DOOR
    if table.options.book and holds_key(table) and could_plan_for(table, table.drawn - FIRST_DOOR):
        return CAST_PLANNING
    return DECLINE
