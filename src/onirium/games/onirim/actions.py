"""The actions and chance outcomes of Onirim: their integers and their notation."""

from typing import Final

from mypy_extensions import i64

from onirium.games.onirim.components import (
    FIRST_DOOR,
    FIRST_PREMONITION,
    FIRST_TOWER,
    GOAL_COUNT,
    KEY,
    KIND_COUNT,
    ROOM_KIND_COUNT,
    SYMBOL_COUNT,
    card_name,
)

# Literals, since mypyc inlines only those; docs/reference/games_and_states.md has them as a table.
PLAY_CARD: Final[i64] = 0
BUILD_LEFT: Final[i64] = 12
BUILD_RIGHT: Final[i64] = 24
DISCARD_CARD: Final[i64] = 36
FORETELL_CARD: Final[i64] = 60
NEXT_CARD: Final[i64] = 90
SEARCH_DECK: Final[i64] = 120
UNLOCK_DOOR: Final[i64] = 121
DECLINE: Final[i64] = 122
PAY_KEY: Final[i64] = 123
GIVE_DOOR: Final[i64] = 127
GIVE_PARTNER_DOOR: Final[i64] = 131
REVEAL_CARDS: Final[i64] = 135
DISCARD_HAND: Final[i64] = 136
OFFER_CARD: Final[i64] = 137
TAKE_CARD: Final[i64] = 161
TOPPLE_TOWER: Final[i64] = 185
SAVE_TOWERS: Final[i64] = 197
CAST_PROPHECY: Final[i64] = 198
CAST_PLANNING: Final[i64] = 199
CAST_PUNISHMENT: Final[i64] = 200
DRAW_CARD: Final[i64] = 201
REMOVE_CARD: Final[i64] = 202
REMOVE_REST: Final[i64] = 232
SWAP_GOALS: Final[i64] = 233
LIFT_CARD: Final[i64] = 261
STRIKE_NOW: Final[i64] = 291
LOSE_KEY: Final[i64] = 299
DISMISS: Final[i64] = 303
REVEAL_DREAM: Final[i64] = 311
CHOOSE_CARD: Final[i64] = 312
SORT_OUT: Final[i64] = 313
KEEP_REST: Final[i64] = 343
FETCH_CARD: Final[i64] = 344
PLAY_PERSONAL: Final[i64] = 374
DISCARD_PERSONAL: Final[i64] = 386
PAY_PERSONAL: Final[i64] = 398
UNLOCK_PERSONAL: Final[i64] = 402
ACTION_COUNT: Final[i64] = 403
"""The number of actions: each group above has one for each card or pair of goals."""

FIRST_PLAYER_OUTCOME: Final[i64] = 445
"""The first of the outcomes that choose the first player; they follow those of the cards."""
OUTCOME_COUNT: Final[i64] = 44

DISCARD_OFFSET: Final[i64] = 100
"""The index in a buffer of legal actions at which the discards of a turn are first written, before
they are moved behind its plays; greater than the number of plays."""

_ANY_CARD: Final = range(int(KIND_COUNT))
_ROOM_CARDS: Final = range(int(ROOM_KIND_COUNT))
_TOWER_CARDS: Final = range(int(FIRST_TOWER), int(FIRST_PREMONITION))
_LABYRINTH_CARDS: Final = (*_ROOM_CARDS, *_TOWER_CARDS)
_DOOR_CARDS: Final = range(int(FIRST_DOOR), int(FIRST_DOOR) + 4)
_KEY_CARDS: Final = range(int(KEY), int(ROOM_KIND_COUNT), int(SYMBOL_COUNT))
_PREMONITION_CARDS: Final = range(int(FIRST_PREMONITION), int(FIRST_PREMONITION) + 8)

_GROUPS: Final = (
    (PLAY_CARD, "play", _ROOM_CARDS),
    (BUILD_LEFT, "play left", _TOWER_CARDS),
    (BUILD_RIGHT, "play right", _TOWER_CARDS),
    (DISCARD_CARD, "discard", _LABYRINTH_CARDS),
    (FORETELL_CARD, "prophecy discard", _ANY_CARD),
    (NEXT_CARD, "next", _ANY_CARD),
    (SEARCH_DECK, "search", ()),
    (UNLOCK_DOOR, "unlock", ()),
    (DECLINE, "decline", ()),
    (PAY_KEY, "pay", _KEY_CARDS),
    (GIVE_DOOR, "give", _DOOR_CARDS),
    (GIVE_PARTNER_DOOR, "give partner", _DOOR_CARDS),
    (REVEAL_CARDS, "reveal", ()),
    (DISCARD_HAND, "discard hand", ()),
    (OFFER_CARD, "offer", _LABYRINTH_CARDS),
    (TAKE_CARD, "take", _LABYRINTH_CARDS),
    (TOPPLE_TOWER, "topple", _TOWER_CARDS),
    (SAVE_TOWERS, "save", ()),
    (CAST_PROPHECY, "cast paradoxical prophecy", ()),
    (CAST_PLANNING, "cast parallel planning", ()),
    (CAST_PUNISHMENT, "cast powerful punishment", ()),
    (DRAW_CARD, "draw", ()),
    (REMOVE_CARD, "remove", _ANY_CARD),
    (REMOVE_REST, "remove rest", ()),
    (SWAP_GOALS, "swap", ()),
    (LIFT_CARD, "lift", _ANY_CARD),
    (STRIKE_NOW, "strike", _PREMONITION_CARDS),
    (LOSE_KEY, "lose", _KEY_CARDS),
    (DISMISS, "dismiss", _PREMONITION_CARDS),
    (REVEAL_DREAM, "dream reveal", ()),
    (CHOOSE_CARD, "dream choose", ()),
    (SORT_OUT, "dream discard", _ANY_CARD),
    (KEEP_REST, "keep", ()),
    (FETCH_CARD, "fetch", _ANY_CARD),
    (PLAY_PERSONAL, "play personal", _ROOM_CARDS),
    (DISCARD_PERSONAL, "discard personal", _ROOM_CARDS),
    (PAY_PERSONAL, "pay personal", _KEY_CARDS),
    (UNLOCK_PERSONAL, "unlock personal", ()),
)
"""The first action of each group, its name in the notation, and the cards it can concern."""


_GROUP_BY_ACTION: Final = [
    [group for group in _GROUPS if group[0] <= action][-1] for action in range(ACTION_COUNT)
]


def _group_of(action: int) -> tuple[int, str, tuple[int, ...] | range]:
    if not 0 <= action < ACTION_COUNT:
        raise ValueError(f"there is no action {action}")
    return _GROUP_BY_ACTION[action]


def decision_kind(action: int) -> str:
    """Return the kind of decision of an action, whichever reserve its card leaves.

    >>> decision_kind(1), decision_kind(136), decision_kind(375)
    ('play', 'discard hand', 'play')
    """
    return _group_of(action)[1].removesuffix(" personal")


def is_personal(action: int) -> bool:
    """O7.2 Return whether a card leaves the personal reserve although the shared one has it, too.

    >>> is_personal(0), is_personal(374)
    (False, True)
    """
    return PLAY_PERSONAL <= action < ACTION_COUNT


def card_of(action: int) -> int | None:
    """Return the card of an action or outcome, or ``None`` if it has none.

    >>> card_of(37), card_of(123), card_of(128), card_of(136), card_of(48)
    (1, 2, 13, None, 18)
    """
    if ACTION_COUNT <= action < FIRST_PLAYER_OUTCOME:
        return action - ACTION_COUNT
    if action >= FIRST_PLAYER_OUTCOME:
        return None
    first, _, cards = _group_of(action)
    return cards[action - first] if cards else None


def notation(action: int) -> str:
    """Return the notation of an action or outcome; that of an outcome is the card drawn.

    >>> notation(0), notation(123), notation(136), notation(419)
    ('play red sun', 'pay red key', 'discard hand', 'nightmare')
    >>> notation(233), notation(260), notation(374), notation(446)
    ('swap 1 2', 'swap 7 8', 'play personal red sun', 'player 2')
    """
    if not 0 <= action < ACTION_COUNT + OUTCOME_COUNT:
        return f"action {action}"
    if action >= FIRST_PLAYER_OUTCOME:
        return f"player {action - FIRST_PLAYER_OUTCOME + 1}"
    card = card_of(action)
    if action >= ACTION_COUNT:
        return card_name(action - ACTION_COUNT)
    _, name, _ = _group_of(action)
    if name == "swap":
        first, second = swapped_goals(action)
        return f"swap {first + 1} {second + 1}"
    return name if card is None else f"{name} {card_name(card)}"


def labyrinth_card(index: i64) -> i64:
    """Return the labyrinth card with an index: rooms first, then towers."""
    if index < ROOM_KIND_COUNT:
        return index
    return index - ROOM_KIND_COUNT + FIRST_TOWER


def labyrinth_index(card: i64) -> i64:
    """Return the index of a labyrinth card; the inverse of ``labyrinth_card``."""
    if card < ROOM_KIND_COUNT:
        return card
    return card - FIRST_TOWER + ROOM_KIND_COUNT


def swap_action(first: i64, second: i64) -> i64:
    """O8.5 Return the action that swaps the goals at two indices, the smaller index first."""
    return SWAP_GOALS + second - 1 + first * (2 * GOAL_COUNT - 3 - first) // 2


def swapped_goals(action: i64) -> tuple[i64, i64]:
    """O8.5 Return the indices of the goals that an action swaps.

    >>> [swapped_goals(swap_action(*pair)) for pair in ((0, 1), (0, 7), (5, 6), (6, 7))]
    [(0, 1), (0, 7), (5, 6), (6, 7)]
    """
    first: i64 = 0
    while first < GOAL_COUNT - 2 and action >= swap_action(first + 1, first + 2):
        first += 1
    return first, action - swap_action(first, first + 1) + first + 1
