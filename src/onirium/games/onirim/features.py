"""What a learner sees of a table of Onirim: named arrays of small integers."""

from collections.abc import Iterable
from typing import Final

from librt.vecs import vec
from mypy_extensions import u8

from onirium.games.onirim.box import (
    COLOUR_COUNT,
    FIRST_TOWER,
    GOALS,
    KINDS,
    PREMONITION_COUNT,
    SYMBOL_COUNT,
    TOWERS,
)
from onirium.games.onirim.choices import barred_symbol
from onirium.games.onirim.doors import set_length
from onirium.games.onirim.expansions.premonitions.box import DREAM_SIZE
from onirium.games.onirim.secrets import hidden_reserve, personal, sees_looked
from onirium.games.onirim.state import NONE, STEPS, Table

HIDDEN: Final = int(KINDS)
"""Stands in a list for a card that others know and the seat has not seen."""


def observe(table: Table, seat: int) -> dict[str, list[int]]:
    """Return what a seat sees; arrays of what is not in play are left out.

    ``step``, ``barred_symbol``, ``drawn`` and ``striking`` mark one place with a 1. ``set`` holds
    the length of the set begun, at the place of its colour. Lists of cards in order (``next_cards``
    from the top of the deck, ``last_cards`` from its bottom, ``arranged``) hold kinds counted from
    1, a 0 where there is none and 31 for a card that the seat has not seen; ``goals`` hold colours
    and ``towers`` the towers, counted from 1. The others count cards by kind or colour.
    """
    arrays = _base(table, seat)
    if table.options.seats > 1:
        arrays |= _two_players(table, seat)
    if table.options.book:
        arrays |= _book(table, seat)
    if table.options.towers:
        towers = [int(tower) - int(FIRST_TOWER) for tower in table.towers]
        arrays |= {"towers": _places(towers, int(TOWERS))}
    if table.options.premonitions:
        arrays |= _premonitions(table)
    return arrays


def _base(table: Table, seat: int) -> dict[str, list[int]]:
    moves = seat == table.mover
    row = table.row if moves else table.partner_row
    held_up = [*table.looked, *table.arranged]
    unseen = [*hidden_reserve(table, seat)]
    if not sees_looked(table, seat):
        unseen = [count + other for count, other in zip(unseen, _counts(held_up), strict=True)]
    return {
        "step": _mark(table.step(), len(STEPS)),
        "hand": personal(table) if moves else list(table.partner_hand),
        "barred_symbol": _mark(barred_symbol(row), SYMBOL_COUNT),
        "set": _set(row),
        "doors": list(table.doors if moves else table.partner_doors),
        "limbo": list(table.limbo),
        "discard": list(table.discard),
        "deck": [table.deck.count(kind) + unseen[kind] for kind in range(KINDS)],
        "deck_size": [table.deck.size()],
        "next_cards": _places(_known(table.deck.top, table.deck.top_seen, seat)[::-1]),
        "looked": _counts(_shown(table.looked, table, seat)),
        "arranged": _places(_shown(table.arranged, table, seat)),
        "drawn": _mark(table.drawn, KINDS),
    }


def _two_players(table: Table, seat: int) -> dict[str, list[int]]:
    """Return also the cards of the partner that the seat has seen, and how many others."""
    moves = seat == table.mover
    row = table.partner_row if moves else table.row
    hidden = hidden_reserve(table, seat)
    theirs = list(table.partner_hand) if moves else personal(table)
    return {
        "moves": [int(moves)],
        "shared": list(table.shared),
        "shown": list(table.shown if moves else table.partner_shown),
        "partner_hand": [held - int(unseen) for held, unseen in zip(theirs, hidden, strict=True)],
        "partner_hidden": [int(sum(hidden))],
        "partner_barred_symbol": _mark(barred_symbol(row), SYMBOL_COUNT),
        "partner_set": _set(row),
        "partner_doors": list(table.partner_doors if moves else table.doors),
    }


def _book(table: Table, seat: int) -> dict[str, list[int]]:
    return {
        "goals": _places(table.goals, int(GOALS)),
        "found": _members(table.found, int(GOALS)),
        "to_pay": [table.to_pay],
        "last_cards": _places(_known(table.deck.bottom, table.deck.bottom_seen, seat)[::-1]),
    }


def _premonitions(table: Table) -> dict[str, list[int]]:
    return {
        "premonitions": _members(table.premonitions, int(PREMONITION_COUNT)),
        "pile": _members(table.pile, int(PREMONITION_COUNT)),
        "striking": _mark(table.striking, int(PREMONITION_COUNT)),
    }


def _set(row: "vec[u8]") -> list[int]:
    """Return the length of the set begun, at the place of its colour."""
    colour = int(row[-1]) // int(SYMBOL_COUNT) if len(row) else NONE
    return [set_length(row) if place == colour else 0 for place in range(COLOUR_COUNT)]


def _shown(cards: Iterable[int], table: Table, seat: int) -> list[int]:
    """Return the cards looked at, as far as the seat sees them."""
    return [card if sees_looked(table, seat) else HIDDEN for card in cards]


def _known(cards: Iterable[int], seen: Iterable[int], seat: int) -> list[int]:
    return [card if seats >> seat & 1 else HIDDEN for card, seats in zip(cards, seen, strict=True)]


def _mark(place: int, length: int) -> list[int]:
    """Return zeros with a 1 at a place; a place that stands for none is beyond the length."""
    return [int(index == place) for index in range(length)]


def _members(members: int, length: int) -> list[int]:
    return [members >> place & 1 for place in range(length)]


def _counts(cards: Iterable[int]) -> list[int]:
    held = bytes(cards)
    return [held.count(kind) for kind in range(KINDS)]


def _places(cards: Iterable[int], length: int = int(DREAM_SIZE)) -> list[int]:
    known = [int(card) + 1 for card in cards][:length]
    return known + [0] * (length - len(known))
