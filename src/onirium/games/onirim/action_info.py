"""Descriptions of the legal actions for user interfaces."""

from typing import Final

from onirium.core.view import ActionInfo
from onirium.games.onirim.actions import (
    FORETELL_CARD,
    KEEP_REST,
    NEXT_CARD,
    SORT_OUT,
    card_of,
    decision_kind,
    is_personal,
    notation,
)
from onirium.games.onirim.components import FIRST_DOOR, NIGHTMARE, card_name
from onirium.games.onirim.state import NONE, Board

ZONES: Final = {
    "play": ("hand", "row"),
    "play left": ("hand", "towers"),
    "play right": ("hand", "towers"),
    "discard": ("hand", "discard"),
    "prophecy discard": ("peeked", "discard"),
    "next": ("peeked", "deck"),
    "search": ("deck", "doors"),
    "unlock": ("table", "doors"),
    "pay": ("hand", "discard"),
    "give": ("doors", "limbo"),
    "give partner": ("partner doors", "limbo"),
    "reveal": ("deck", "deck"),
    "discard hand": ("hand", "discard"),
    "offer": ("hand", "shared"),
    "take": ("shared", "hand"),
    "topple": ("towers", "discard"),
    "save": ("table", "limbo"),
    "cast paradoxical prophecy": ("spells", "spells"),
    "cast parallel planning": ("spells", "spells"),
    "cast powerful punishment": ("spells", "spells"),
    "draw": ("deck", "deck"),
    "remove": ("discard", "removed"),
    "remove rest": ("discard", "removed"),
    "swap": ("goals", "goals"),
    "lift": ("peeked", "deck"),
    "strike": ("premonitions", "striking"),
    "lose": ("deck", "discard"),
    "dismiss": ("premonitions", "gone"),
    "dream reveal": ("deck", "deck"),
    "dream choose": ("deck", "deck"),
    "dream discard": ("peeked", "discard"),
    "keep": ("peeked", "deck"),
    "fetch": ("deck", "deck"),
}
"""For each kind of decision the pile of its card and the pile that the card enters. The two are the
same if the action uses the pile itself."""

USUAL_KINDS: Final = ("search", "unlock", "draw", "remove rest")
"""O3.3, O4.1, O8.4, O8.6 The default actions: search for a door, unlock a drawn one, draw without
casting, and pay with cards that cannot matter."""


def describe_actions(board: Board) -> list[ActionInfo]:
    """Return descriptions of the legal actions of a decision, in ascending order."""
    return [_describe_action(board, action) for action in board.legal_actions()]


def _describe_action(board: Board, action: int) -> ActionInfo:
    card = card_of(action)
    kind = decision_kind(action)
    zone, target = _zones(board, action, kind, card)
    warns = _loses_door(action, card) and not board.options.race
    return ActionInfo(
        action=action,
        notation=notation(action),
        kind=kind,
        card="" if card is None else card_name(card),
        zone=zone,
        warning="door lost for good" if warns else "",
        usual=kind in USUAL_KINDS,
        target=target,
    )


def _zones(board: Board, action: int, kind: str, card: int | None) -> tuple[str, str]:
    """Return the pile of the card of an action, and the pile that the card enters.

    O4.1 Declining to unlock a door puts it into limbo; declining anything else moves no card.
    """
    if kind == "decline":
        return ("", "") if board.drawn == NONE else ("table", "limbo")
    zone, target = ZONES[kind]
    if zone == "hand" and kind != "offer" and not is_personal(action) and _is_shared(board, card):
        zone = "shared"
    return zone, target


def _is_shared(board: Board, card: int | None) -> bool:
    """O7.2 Return whether the shared reserve has a card."""
    return board.options.seats > 1 and card is not None and board.shared[card] > 0


def _loses_door(action: int, card: int | None) -> bool:
    """O3.6, O10.3b Return whether an action discards a door; only a race can be won without it."""
    discards = FORETELL_CARD <= action < NEXT_CARD or SORT_OUT <= action < KEEP_REST
    return discards and card is not None and FIRST_DOOR <= card < NIGHTMARE
