"""What a card is worth: in hand, to the partner, and when it comes."""

from typing import Final

from mypy_extensions import i64

from onirium.bots.onirim.heuristics.needs import doors_to_find, partner_seeks
from onirium.bots.onirim.heuristics.plan import Plan
from onirium.bots.onirim.heuristics.towers import is_of_use
from onirium.games.onirim.components import (
    FIRST_DOOR,
    FIRST_TOWER,
    HAPPY_DREAM,
    KEY,
    NIGHTMARE,
    ROOM_KIND_COUNT,
    SYMBOL_COUNT,
)
from onirium.games.onirim.doors import key_of, set_length
from onirium.games.onirim.hooks import door_could_match_goal
from onirium.games.onirim.legal_actions import barred_symbol
from onirium.games.onirim.state import Board
from onirium.games.onirim.two_players import has_taker

SHARE: Final[i64] = 100
"""What the rooms of a kind that are left are worth, all together, for each door to be found."""

KEPT: Final[i64] = 1000
"""What a key or a tower is worth above other rooms: more than any share."""

FINISHED: Final[i64] = 2000
"""What a room loses when the doors of its colour are found: more than makes a key."""

USELESS: Final[i64] = -3000
"""What a tower is worth that the row cannot use: less than any room."""

PLANNED: Final[i64] = 4000
"""What a room gains when the plan needs it: more than it could lose."""

BEYOND: Final[i64] = 10000
"""More than any card of the hand is worth."""


def usefulness(table: Board, card: i64) -> i64:
    """Value a card: finished colours least, then what is plentiful, what is scarce, and keys."""
    if card >= FIRST_TOWER:
        if is_of_use(table, card):
            return KEPT
        return USELESS
    colour = card // SYMBOL_COUNT
    doors = doors_to_find(table, colour)
    if table.options.seats > 1 and not table.options.race and table.shared[card] > 0:
        doors += i64(partner_seeks(table, colour))
    value = SHARE * doors // (table.possible_in_deck(card) + i64(table.hand[card]) + 1)
    if card % SYMBOL_COUNT == KEY:
        value += KEPT
    if doors == 0:
        value -= FINISHED
    return value


def help_to_partner(table: Board, card: i64) -> i64:
    """Value a card for the partner: what is scarce, keys, and the next room of a set begun."""
    if card >= FIRST_TOWER or not partner_seeks(table, card // SYMBOL_COUNT):
        return 0
    value = SHARE // (table.possible_in_deck(card) + 1)
    if card % SYMBOL_COUNT == KEY or goes_on_with_partners_set(table, card):
        value += KEPT
    return value


def goes_on_with_partners_set(table: Board, room: i64) -> bool:
    """Tell whether a room could be laid to a set that the partner has begun."""
    row = table.partner_row
    if set_length(row) == 0 or room % SYMBOL_COUNT == barred_symbol(row):
        return False
    return room // SYMBOL_COUNT == i64(row[-1]) // SYMBOL_COUNT


def welcome(table: Board, plan: Plan, card: i64) -> i64:
    """Value a card of the deck: doors with a key, the plan's rooms, rooms, doors, Nightmares."""
    if card == NIGHTMARE:
        return -2 * BEYOND
    if card == HAPPY_DREAM:
        return 0
    if FIRST_DOOR <= card < NIGHTMARE:
        if opens(table, card):
            return BEYOND
        return -BEYOND
    value = usefulness(table, card)
    if card < ROOM_KIND_COUNT and plan.missing[card] > 0:
        value += PLANNED
    return value


def opens(table: Board, door: i64) -> bool:
    """Tell whether a door could be unlocked if it were drawn."""
    return (
        table.hand[key_of(door)] > 0
        and has_taker(table, door)
        and door_could_match_goal(table, door)
    )
