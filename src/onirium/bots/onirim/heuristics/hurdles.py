"""What the expansions put between a set of three and its door: goals, Premonitions."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.onirim.heuristics.needs import NEVER
from onirium.games.onirim.actions import CAST_PLANNING
from onirium.games.onirim.components import PREMONITION_COUNT
from onirium.games.onirim.expansions.book.doors import matches
from onirium.games.onirim.expansions.book.spells import face_up_goal_count, price
from onirium.games.onirim.expansions.premonitions.doors import strikes
from onirium.games.onirim.state import Board
from onirium.games.onirim.steps import SWAP

PLANNING: Final[i64] = 10
"""To cast Parallel Planning takes as much effort as to wait for so many draws."""

HARM: Final = vec[i64]([1, 2, 3, 8, 8, 2, 9, 9])
"""How bad each Premonition is, in the same measure; the last two bring others with them."""


def hurdles(table: Board, colour: i64) -> i64:
    """Weigh what stands between a set of a colour and its door."""
    effort: i64 = 0
    if table.options.book:
        effort += detour(table, colour)
    if table.options.premonitions:
        effort += threat(table, colour)
    return effort


def detour(table: Board, colour: i64) -> i64:
    """Weigh what it takes to make the next goal match: a spell, and the cards to pay for it."""
    if table.current_step() == SWAP or matches(table, colour):
        return 0
    if face_up_goal_count(table) == 1:
        return NEVER
    lack = price(table, CAST_PLANNING) - table.discard_size
    if lack > 0:
        return PLANNING + lack
    return PLANNING


def threat(table: Board, colour: i64) -> i64:
    """Weigh the penalties that one more door of a colour would bring."""
    harm: i64 = 0
    table.doors[colour] += 1
    number: i64
    for number in range(PREMONITION_COUNT):
        if strikes(table, number):
            harm += HARM[number]
    table.doors[colour] -= 1
    return harm
