"""The actions and chance outcomes of Nightmarium: their integers and their notation."""

from typing import Final

from mypy_extensions import i64

from onirium.games.nightmarium.components import MAX_CREATURES, MAX_SEATS, card_name

# Literals, since mypyc inlines only those; docs/reference/games_and_states.md has them as a table.
DRAW_CARD: Final[i64] = 0
PASS: Final[i64] = 1
DONE: Final[i64] = 2
EXCHANGE_CARD: Final[i64] = 3
DISCARD_CARD: Final[i64] = 61
PLACE_CARD: Final[i64] = 119
PLACEMENTS_PER_CARD: Final[i64] = 8
"""The number of actions for each card: begin a new creature, or place it on one of seven."""
EXECUTE: Final[i64] = 583
SCAVENGE: Final[i64] = 618
DEVOUR: Final[i64] = 653
ACTION_COUNT: Final[i64] = 660
"""The number of actions: each group above has one for each card or creature it can apply to."""

FIRST_PLAYER: Final[i64] = 718
"""The first of the outcomes that choose the first player; they follow those of the cards."""
OUTCOME_COUNT: Final[i64] = 63

_GROUPS: Final = (
    (DRAW_CARD, "draw"),
    (PASS, "pass"),
    (DONE, "done"),
    (EXCHANGE_CARD, "exchange"),
    (DISCARD_CARD, "discard"),
    (PLACE_CARD, "place"),
    (EXECUTE, "execute"),
    (SCAVENGE, "scavenge"),
    (DEVOUR, "devour"),
)
"""The first action and the decision kind of each group."""


_GROUP_BY_ACTION: Final = [
    [group for group in _GROUPS if group[0] <= action][-1] for action in range(ACTION_COUNT)
]


def _group_of(action: int) -> tuple[int, str]:
    if not 0 <= action < ACTION_COUNT:
        raise ValueError(f"there is no action {action}")
    return _GROUP_BY_ACTION[action]


def decision_kind(action: int) -> str:
    """Return the decision kind of an action.

    >>> decision_kind(0), decision_kind(582), decision_kind(583)
    ('draw', 'place', 'execute')
    """
    return _group_of(action)[1]


def card_of(action: int) -> int | None:
    """Return the card that an action exchanges, discards or places, or None.

    >>> card_of(3), card_of(62), card_of(127), card_of(583)
    (0, 1, 1, None)
    """
    first, kind = _group_of(action)
    if kind == "place":
        return int(placed_card(action))
    return action - first if kind in {"exchange", "discard"} else None


def placement_of(action: i64) -> i64:
    """N4.1 Return the creature on which a card is placed, counted from 1, or 0 for a new one.

    >>> placement_of(119), placement_of(126), placement_of(127)
    (0, 7, 0)
    """
    return (action - PLACE_CARD) % PLACEMENTS_PER_CARD


def placed_card(action: i64) -> i64:
    """N4.1 Return the card of a placement.

    >>> placed_card(126), placed_card(127)
    (0, 1)
    """
    return (action - PLACE_CARD) // PLACEMENTS_PER_CARD


def creature_of(action: int) -> tuple[int, int] | None:
    """Return the seat and slot of the opponent's creature that an action targets, or None.

    >>> creature_of(583), creature_of(617), creature_of(618), creature_of(653)
    ((0, 0), (4, 6), (0, 0), None)
    """
    if not EXECUTE <= action < DEVOUR:
        return None
    return divmod((action - int(EXECUTE)) % int(MAX_SEATS * MAX_CREATURES), int(MAX_CREATURES))


def notation(action: int) -> str:
    """Return the notation of an action or a chance outcome.

    >>> notation(0), notation(3), notation(119), notation(122)
    ('draw', 'exchange necronaut head scavenger', 'place necronaut head scavenger', \
'place necronaut head scavenger on 3')
    >>> notation(591), notation(653), notation(662), notation(719)
    ('execute 2.2', 'devour 1', 'necronaut head', 'player 2')
    """
    if not 0 <= action < ACTION_COUNT + OUTCOME_COUNT:
        return f"action {action}"
    if action >= FIRST_PLAYER:
        return f"player {action - FIRST_PLAYER + 1}"
    if action >= ACTION_COUNT:
        return card_name(action - ACTION_COUNT)
    kind = decision_kind(action)
    card = card_of(action)
    creature = creature_of(action)
    if card is not None:
        on = placement_of(action) if kind == "place" else 0
        return f"{kind} {card_name(card)}" + (f" on {on}" if on else "")
    if creature is not None:
        return f"{kind} {creature[0] + 1}.{creature[1] + 1}"
    return f"devour {action - DEVOUR + 1}" if kind == "devour" else kind
