"""The course of games: how far a player has come at each of its turns, and what came of it."""

from collections.abc import Iterable
from typing import NamedTuple


class Stand(NamedTuple):
    """How many games stood like this at a turn of a player, and how many of them it won.

    Attributes:
        turn: which of the player's turns, counted from 1; at the end of a game, how many it had.
        reached: how far it had come, in the measure of the game.
        games: how many games.
        wins: how many of them the player won.
    """

    turn: int
    reached: int
    games: int
    wins: int


class Course(NamedTuple):
    """What is known of the turns of a player over many games.

    Attributes:
        turns: how it stood when it took a turn.
        ends: how it stood at the end.
    """

    turns: list[Stand]
    ends: list[Stand]


def together(courses: Iterable[Course]) -> Course:
    """Return what several courses tell together.

    >>> one = Course([Stand(1, 0, 2, 1)], [Stand(9, 8, 1, 1), Stand(9, 3, 1, 0)])
    >>> together([one, one])
    Course(turns=[Stand(turn=1, reached=0, games=4, wins=2)], ends=[Stand(turn=9, ...
    """
    every = list(courses)
    return Course(
        _sum(stand for course in every for stand in course.turns),
        _sum(stand for course in every for stand in course.ends),
    )


def _sum(stands: Iterable[Stand]) -> list[Stand]:
    found: dict[tuple[int, int], tuple[int, int]] = {}
    for turn, reached, games, wins in stands:
        before = found.get((turn, reached), (0, 0))
        found[turn, reached] = (before[0] + games, before[1] + wins)
    return [Stand(*place, *counts) for place, counts in sorted(found.items())]
