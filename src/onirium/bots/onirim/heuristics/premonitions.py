"""Decisions of Dark Premonitions and Happy Dreams."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.onirim.heuristics.card_value import (
    VALUE_BOUND,
    could_unlock,
    draw_value,
    usefulness,
)
from onirium.bots.onirim.heuristics.sets import PREMONITION_HARM, SetPlan
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
from onirium.games.onirim.expansions.premonitions.doors import both_are_found, ready_to_strike
from onirium.games.onirim.state import NONE, Board

MIN_HARM_TO_DISMISS: Final[i64] = 3
"""Dismissing a Premonition of at least this harm is the best use of a Happy Dream."""

STRIKING_ORDER: Final = vec[i64]([4, 3, 0, 1, 5, 2, 7, 6])
"""Pair, brown, red, blue, rainbow, green, five, three.

Those that take a door come first, because their loss may keep others from striking.
"""


def use_dream(board: Board) -> i64:
    """Dismiss the most harmful Premonition, or fetch a door to unlock, or reveal cards."""
    worst = worst_premonition(board)
    if worst != NONE and (PREMONITION_HARM[worst] >= MIN_HARM_TO_DISMISS or board.deck.size() == 0):
        return DISMISS + worst
    door: i64
    for door in range(FIRST_DOOR, FIRST_DOOR + COLOUR_COUNT):
        if board.deck.count(door) > 0 and could_unlock(board, door):
            return CHOOSE_CARD
    return REVEAL_DREAM


def worst_premonition(board: Board) -> i64:
    """Return the face-up Premonition of most harm, or ``NONE``."""
    worst = NONE
    number: i64
    for number in range(PREMONITION_COUNT):
        if board.premonitions >> number & 1 and (
            worst == NONE or PREMONITION_HARM[number] > PREMONITION_HARM[worst]
        ):
            worst = number
    return worst


def sort_revealed(board: Board) -> i64:
    """Discard the Nightmares among the revealed cards."""
    for card in board.peeked:
        if i64(card) == NIGHTMARE:
            return SORT_OUT + NIGHTMARE
    return KEEP_REST


def fetch(board: Board) -> i64:
    """Fetch the card of highest draw value from the deck."""
    plan = SetPlan(board)
    choice = NONE
    highest = -3 * VALUE_BOUND
    card: i64
    for card in range(KIND_COUNT):
        if board.deck.count(card) > 0 and draw_value(board, plan, card) > highest:
            highest = draw_value(board, plan, card)
            choice = card
    return FETCH_CARD + choice


def strike(board: Board) -> i64:
    """Resolve the first striking Premonition in the order of least harm."""
    ready = ready_to_strike(board)
    index: i64 = 0
    while ready >> STRIKING_ORDER[index] & 1 == 0:
        index += 1
    return STRIKE_NOW + STRIKING_ORDER[index]


def lose_key(board: Board) -> i64:
    """Discard the least useful key of the deck."""
    choice = NONE
    lowest = VALUE_BOUND
    colour: i64
    for colour in range(COLOUR_COUNT):
        key = colour * SYMBOL_COUNT + KEY
        if board.deck.count(key) > 0 and usefulness(board, key) < lowest:
            lowest = usefulness(board, key)
            choice = colour
    return LOSE_KEY + choice


def give_up(board: Board) -> i64:
    """Give up the door that is easiest to find again; in a race, one of the rival if possible."""
    choice = NONE
    most: i64 = -1
    colour: i64
    for colour in range(COLOUR_COUNT):
        if board.striking == BROWN or both_are_found(board, colour):
            rooms = rooms_left(board, colour)
            if board.doors[colour] > 0 and rooms > most:
                most = rooms
                choice = GIVE_DOOR + colour
            if board.options.race:
                rooms += VALUE_BOUND
            if board.options.seats > 1 and board.partner_doors[colour] > 0 and rooms > most:
                most = rooms
                choice = GIVE_PARTNER_DOOR + colour
    return choice


def rooms_left(board: Board, colour: i64) -> i64:
    """Return the number of rooms of a colour in hand and possibly in the deck."""
    count: i64 = 0
    room: i64
    for room in range(colour * SYMBOL_COUNT, colour * SYMBOL_COUNT + SYMBOL_COUNT):
        count += i64(board.hand[room]) + board.possible_in_deck(room)
    return count
