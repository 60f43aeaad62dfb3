"""The decisions of Onirim and their integer actions; the notation of both actions and outcomes."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.games.onirim.box import (
    COLOUR_COUNT,
    FIRST_DOOR,
    KEY,
    KINDS,
    ROOMS,
    SYMBOL_COUNT,
    card_name,
)
from onirium.games.onirim.state import (
    APPEASE,
    ARRANGE,
    FORETELL,
    NONE,
    PLAY,
    SEARCH,
    UNLOCK,
    Table,
)

# Written out, since mypyc makes constants of literals only: see the table in docs/contract.md.
PLAY_CARD: Final[i64] = 0
DISCARD_CARD: Final[i64] = 12
FORETELL_CARD: Final[i64] = 24
NEXT_CARD: Final[i64] = 41
SEARCH_DECK: Final[i64] = 58
UNLOCK_DOOR: Final[i64] = 59
DECLINE: Final[i64] = 60
PAY_KEY: Final[i64] = 61
GIVE_DOOR: Final[i64] = 65
REVEAL_CARDS: Final[i64] = 69
DISCARD_HAND: Final[i64] = 70
ACTIONS: Final[i64] = 71
"""How many actions there are: each group above has one for each card or colour it can concern."""

_GROUPS: Final = (
    (PLAY_CARD, "play"),
    (DISCARD_CARD, "discard"),
    (FORETELL_CARD, "prophecy discard"),
    (NEXT_CARD, "next"),
    (SEARCH_DECK, "search"),
    (UNLOCK_DOOR, "unlock"),
    (DECLINE, "decline"),
    (PAY_KEY, "pay"),
    (GIVE_DOOR, "give"),
    (REVEAL_CARDS, "reveal"),
    (DISCARD_HAND, "discard hand"),
)
"""The first action of each group, and the kind of decision it is."""


def decision_kind(action: int) -> str:
    """Return the kind of decision that an action is.

    >>> decision_kind(1), decision_kind(70)
    ('play', 'discard hand')
    """
    if not 0 <= action < ACTIONS:
        raise ValueError(f"there is no action {action}")
    return [kind for first, kind in _GROUPS if first <= action][-1]


def card_of(action: int) -> int | None:
    """Return the kind of card that an action or outcome concerns, if it concerns one.

    >>> card_of(13), card_of(61), card_of(66), card_of(70)
    (1, 2, 13, None)
    """
    if action >= ACTIONS:
        return action - ACTIONS
    if action < FORETELL_CARD:
        return action % ROOMS
    if action < NEXT_CARD:
        return action - FORETELL_CARD
    if action < SEARCH_DECK:
        return action - NEXT_CARD
    if PAY_KEY <= action < GIVE_DOOR:
        return (action - PAY_KEY) * SYMBOL_COUNT + KEY
    if GIVE_DOOR <= action < REVEAL_CARDS:
        return action - GIVE_DOOR + FIRST_DOOR
    return None


def notation(action: int) -> str:
    """Return an action in words, or an outcome as the card that comes.

    >>> notation(0), notation(61), notation(70), notation(87)
    ('play red sun', 'pay red key', 'discard hand', 'nightmare')
    """
    if not 0 <= action < ACTIONS + KINDS:
        return f"action {action}"
    card = card_of(action)
    if action >= ACTIONS:
        return card_name(action - ACTIONS)
    kind = decision_kind(action)
    return kind if card is None else f"{kind} {card_name(card)}"


def legal_into(table: Table, actions: vec[i64]) -> i64:
    """Write the legal actions of the decision that waits, ascending; return their number."""
    step = table.step()
    if step == PLAY:
        return _plays_into(table, actions)
    if step == FORETELL:
        return _looked_into(table, FORETELL_CARD, actions)
    if step == ARRANGE:
        return _looked_into(table, NEXT_CARD, actions)
    if step == SEARCH:
        return _two(SEARCH_DECK, DECLINE, actions)
    if step == UNLOCK:
        return _two(UNLOCK_DOOR, DECLINE, actions)
    if step == APPEASE:
        return _offerings_into(table, actions)
    return 0


def _plays_into(table: Table, actions: vec[i64]) -> i64:
    """O3.2, O3.5 Any room may be discarded; played, if it does not repeat the last symbol."""
    # Each action is written before it is known to count: which rooms are held cannot be predicted,
    # and this loop, the most frequent of all, is quicker without branches.
    hand = table.hand
    barred = barred_symbol(table)
    plays: i64 = 0
    discards: i64 = 0
    room: i64 = 0
    symbol: i64
    while room < ROOMS:
        for symbol in range(SYMBOL_COUNT):
            held = hand[room] > 0
            actions[plays] = PLAY_CARD + room
            plays += held & (symbol != barred)
            actions[ROOMS + discards] = DISCARD_CARD + room
            discards += held
            room += 1
    place: i64
    for place in range(discards):
        actions[plays + place] = actions[ROOMS + place]
    return plays + discards


def barred_symbol(table: Table) -> i64:
    """O3.2 The symbol of the room last played, which may not be played again; at first none."""
    if len(table.row) == 0:
        return NONE
    return i64(table.row[-1]) % SYMBOL_COUNT


def _looked_into(table: Table, group: i64, actions: vec[i64]) -> i64:
    """O3.6 Any of the cards looked at."""
    count: i64 = 0
    last = NONE
    for looked in table.looked:
        card = i64(looked)
        if card != last:
            actions[count] = group + card
            count += 1
        last = card
    return count


def _offerings_into(table: Table, actions: vec[i64]) -> i64:
    """O5.1, O5.2 A key in hand, a found door, the top of the deck, the whole hand."""
    count: i64 = 0
    colour: i64
    for colour in range(COLOUR_COUNT):
        if table.hand[colour * SYMBOL_COUNT + KEY] > 0:
            actions[count] = PAY_KEY + colour
            count += 1
    for colour in range(COLOUR_COUNT):
        if table.doors[colour] > 0:
            actions[count] = GIVE_DOOR + colour
            count += 1
    actions[count] = REVEAL_CARDS
    actions[count + 1] = DISCARD_HAND
    return count + 2


def _two(first: i64, second: i64, actions: vec[i64]) -> i64:
    actions[0] = first
    actions[1] = second
    return 2
