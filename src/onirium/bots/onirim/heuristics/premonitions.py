"""Dark Premonitions and Happy Dreams: what to dismiss, to fetch, to sort out and to give up."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.onirim.heuristics.card_value import BEYOND, opens, usefulness, welcome
from onirium.bots.onirim.heuristics.hurdles import HARM
from onirium.bots.onirim.heuristics.plan import Plan
from onirium.games.onirim.actions import (
    CHOOSE_CARD,
    DISMISS,
    FETCH_CARD,
    GIVE_DOOR,
    GIVE_PARTNER_DOOR,
    KEEP_REST,
    LOSE_KEY,
    REVEAL_DREAM,
    SORT_OUT,
    STRIKE_NOW,
)
from onirium.games.onirim.components import (
    COLOUR_COUNT,
    FIRST_DOOR,
    KEY,
    KIND_COUNT,
    NIGHTMARE,
    PREMONITION_COUNT,
    SYMBOL_COUNT,
)
from onirium.games.onirim.expansions.premonitions.components import BROWN
from onirium.games.onirim.expansions.premonitions.doors import both_are_found, strikes
from onirium.games.onirim.state import NONE, Board

WORTH_A_DREAM: Final[i64] = 3
"""To dismiss a Premonition that does so much harm is the best use of a Happy Dream."""

STRIKING_ORDER: Final = vec[i64]([4, 3, 0, 1, 5, 2, 7, 6])
"""Pair, brown, red, blue, rainbow, green, five, three: those that take a door stop others."""


def dream(table: Board) -> i64:
    """Dismiss what does most harm; else fetch a door that can be unlocked; else reveal."""
    worst = worst_premonition(table)
    if worst != NONE and (HARM[worst] >= WORTH_A_DREAM or table.deck.size() == 0):
        return DISMISS + worst
    door: i64
    for door in range(FIRST_DOOR, FIRST_DOOR + COLOUR_COUNT):
        if table.deck.count(door) > 0 and opens(table, door):
            return CHOOSE_CARD
    return REVEAL_DREAM


def worst_premonition(table: Board) -> i64:
    """Return the face-up Premonition that does most harm, or none."""
    worst = NONE
    number: i64
    for number in range(PREMONITION_COUNT):
        if table.premonitions >> number & 1 and (worst == NONE or HARM[number] > HARM[worst]):
            worst = number
    return worst


def sort(table: Board) -> i64:
    """Discard the Nightmares among the cards revealed."""
    for card in table.peeked:
        if i64(card) == NIGHTMARE:
            return SORT_OUT + NIGHTMARE
    return KEEP_REST


def fetch(table: Board) -> i64:
    """Fetch the most welcome card of the deck."""
    plan = Plan(table)
    choice = NONE
    highest = -3 * BEYOND
    card: i64
    for card in range(KIND_COUNT):
        if table.deck.count(card) > 0 and welcome(table, plan, card) > highest:
            highest = welcome(table, plan, card)
            choice = card
    return FETCH_CARD + choice


def strike(table: Board) -> i64:
    """Let the first strike in the order that does least harm."""
    place: i64 = 0
    while not strikes(table, STRIKING_ORDER[place]):
        place += 1
    return STRIKE_NOW + STRIKING_ORDER[place]


def lose_key(table: Board) -> i64:
    """Lose the least useful key of the deck."""
    choice = NONE
    lowest = BEYOND
    colour: i64
    for colour in range(COLOUR_COUNT):
        key = colour * SYMBOL_COUNT + KEY
        if table.deck.count(key) > 0 and usefulness(table, key) < lowest:
            lowest = usefulness(table, key)
            choice = colour
    return LOSE_KEY + choice


def give_up(table: Board) -> i64:
    """Give up the door that is easiest to find again; in a race, the partner's if possible."""
    choice = NONE
    most: i64 = -1
    colour: i64
    for colour in range(COLOUR_COUNT):
        if table.striking == BROWN or both_are_found(table, colour):
            rooms = rooms_left(table, colour)
            if table.doors[colour] > 0 and rooms > most:
                most = rooms
                choice = GIVE_DOOR + colour
            if table.options.race:
                rooms += BEYOND
            if table.options.seats > 1 and table.partner_doors[colour] > 0 and rooms > most:
                most = rooms
                choice = GIVE_PARTNER_DOOR + colour
    return choice


def rooms_left(table: Board, colour: i64) -> i64:
    """Count the rooms of a colour in hand and those that may come."""
    count: i64 = 0
    room: i64
    for room in range(colour * SYMBOL_COUNT, colour * SYMBOL_COUNT + SYMBOL_COUNT):
        count += i64(table.hand[room]) + table.possible_in_deck(room)
    return count
