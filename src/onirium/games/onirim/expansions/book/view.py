"""O12.1 The public view of The Book of Steps."""

import msgspec

from onirium.games.onirim.actions import CAST_PLANNING, CAST_PROPHECY, CAST_PUNISHMENT
from onirium.games.onirim.components import COLOURS, FIRST_GOAL, card_name
from onirium.games.onirim.expansions.book.doors import next_goal, reopened_goals
from onirium.games.onirim.expansions.book.spells import price
from onirium.games.onirim.state import Board


class BookView(msgspec.Struct, frozen=True):
    """The goals and the spells.

    Attributes:
        goals: the goal cards, from left to right.
        found: the indices of the face-down goals.
        next: the colour of the next goal, or empty.
        reopened: the indices of the goals that precede all others since they were turned up again,
            the next one first.
        prices: the prices of Paradoxical Prophecy, Parallel Planning, Powerful Punishment.
        removed: the cards removed from the game, by kind.
        to_pay: the number of cards still to be paid for a spell.
    """

    goals: list[str]
    found: list[int]
    next: str
    reopened: list[int]
    prices: list[int]
    removed: dict[str, int]
    to_pay: int


def build_view(board: Board) -> BookView | None:
    """Return the view, or ``None`` if the expansion is not in play."""
    if not board.options.book:
        return None
    spells = (CAST_PROPHECY, CAST_PLANNING, CAST_PUNISHMENT)
    return BookView(
        goals=[card_name(FIRST_GOAL + int(goal)) for goal in board.goals],
        found=[index for index in range(len(board.goals)) if board.found_goals >> index & 1],
        next=_next_colour(board),
        reopened=reopened_goals(board),
        prices=[price(board, spell) for spell in spells],
        removed={card_name(kind): count for kind, count in enumerate(board.removed) if count},
        to_pay=board.to_pay,
    )


def _next_colour(board: Board) -> str:
    """O8.2 Return the colour of the next goal, or an empty string."""
    index = next_goal(board)
    return COLOURS[board.goals[index]] if index < len(board.goals) else ""
