"""O12.1 What everyone sees of The Book of Steps."""

import msgspec

from onirium.games.onirim.actions import CAST_PLANNING, CAST_PROPHECY, CAST_PUNISHMENT
from onirium.games.onirim.box import FIRST_GOAL, card_name
from onirium.games.onirim.expansions.book.spells import price
from onirium.games.onirim.state import Table


class BookView(msgspec.Struct, frozen=True):
    """The goals and the spells.

    Attributes:
        goals: the goal cards, from left to right.
        found: the places of those turned down, from 0.
        prices: what Paradoxical Prophecy, Parallel Planning and Powerful Punishment cost.
        removed: the cards removed from the game, by kind.
        to_pay: how many cards are still to be paid for a spell.
    """

    goals: list[str]
    found: list[int]
    prices: list[int]
    removed: dict[str, int]
    to_pay: int


def view_of(table: Table) -> BookView | None:
    """Return what lies open, if the expansion is in play."""
    if not table.options.book:
        return None
    spells = (CAST_PROPHECY, CAST_PLANNING, CAST_PUNISHMENT)
    return BookView(
        goals=[card_name(FIRST_GOAL + int(goal)) for goal in table.goals],
        found=[place for place in range(len(table.goals)) if table.found >> place & 1],
        prices=[price(table, spell) for spell in spells],
        removed={card_name(kind): count for kind, count in enumerate(table.removed) if count},
        to_pay=table.to_pay,
    )
