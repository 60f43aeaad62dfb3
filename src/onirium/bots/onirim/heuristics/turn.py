"""Phase 1 of a turn, and what is done with cards that are looked at."""

from typing import Final

from mypy_extensions import i64

from onirium.bots.onirim.heuristics import towers
from onirium.bots.onirim.heuristics.card_value import BEYOND, KEPT, PLANNED, usefulness, welcome
from onirium.bots.onirim.heuristics.plan import Plan
from onirium.games.onirim.actions import (
    CAST_PLANNING,
    DISCARD_CARD,
    FORETELL_CARD,
    PLAY_CARD,
    labyrinth_index,
)
from onirium.games.onirim.components import (
    FIRST_DOOR,
    KEY,
    KIND_COUNT,
    NIGHTMARE,
    ROOM_KIND_COUNT,
    SYMBOL_COUNT,
    is_labyrinth,
)
from onirium.games.onirim.doors import set_length
from onirium.games.onirim.expansions.book.spells import can_plan
from onirium.games.onirim.hooks import door_matches_goal
from onirium.games.onirim.legal_actions import barred_symbol
from onirium.games.onirim.state import NONE, Board

CROWD: Final[i64] = 4
"""Nightmares crowd the deck if more than one card in so many is one."""


def play_or_discard(table: Board) -> i64:
    """Build a tower, or lay the next room of the plan, or part with the least useful card."""
    if table.options.towers and towers.holds_tower(table):
        build = towers.build(table)
        if build != NONE:
            return build
    plan = Plan(table)
    if plan.next_is_held():
        room = i64(plan.rooms[-1])
        if len(plan.rooms) > 1 or door_matches_goal(table, FIRST_DOOR + room // SYMBOL_COUNT):
            return PLAY_CARD + room
        if can_plan(table):
            return CAST_PLANNING
    card = least_useful(table, plan)
    if can_start(table, card):
        return PLAY_CARD + card
    return DISCARD_CARD + labyrinth_index(card)


def least_useful(table: Board, plan: Plan) -> i64:
    """Return the card that is missed least, one that the plan needs only if there is no other."""
    choice = NONE
    lowest = BEYOND
    crowded = nightmares_crowd(table)
    card: i64
    for card in range(KIND_COUNT):
        if table.hand[card] > 0:
            value = usefulness(table, card)
            if plan.spare[card] == 0:
                value += PLANNED
            elif crowded and card < ROOM_KIND_COUNT and card % SYMBOL_COUNT == KEY:
                # Now worth less than rooms that can still find a door.
                value -= 2 * KEPT
            if value < lowest:
                lowest = value
                choice = card
    return choice


def nightmares_crowd(table: Board) -> bool:
    """Tell whether a prophecy is worth a key."""
    return table.deck.count(NIGHTMARE) * CROWD > table.deck.size()


def can_start(table: Board, card: i64) -> bool:
    """Tell whether a room, no key, can start a set without breaking off another."""
    symbol = card % SYMBOL_COUNT
    if card >= ROOM_KIND_COUNT or symbol == KEY or symbol == barred_symbol(table.row):
        return False
    return set_length(table.row) == 0


def foretell(table: Board) -> i64:
    """Discard a Nightmare; else the least welcome labyrinth card; else whatever is there."""
    plan = Plan(table)
    choice = i64(table.peeked[0])
    lowest = BEYOND
    for looked in table.peeked:
        card = i64(looked)
        if card == NIGHTMARE:
            return FORETELL_CARD + NIGHTMARE
        if is_labyrinth(card) and welcome(table, plan, card) < lowest:
            lowest = welcome(table, plan, card)
            choice = card
    return FORETELL_CARD + choice


def most_welcome(table: Board) -> i64:
    """Return the card among those looked at that had best come next."""
    plan = Plan(table)
    choice = i64(table.peeked[0])
    for looked in table.peeked:
        if welcome(table, plan, i64(looked)) > welcome(table, plan, choice):
            choice = i64(looked)
    return choice
