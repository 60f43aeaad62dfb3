"""Watching games while they are played: how far each player has come at each of its turns."""

from abc import abstractmethod
from typing import Final

from mypy_extensions import i64, mypyc_attr

from onirium.core.game import State
from onirium.studies.simulation.progress import ProgressRow, ProgressTable

MAX_PROGRESS: Final = 64
"""Nobody comes as far as this in any game."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ProgressMeasure:
    """Says of a game when a turn is taken, and how far a seat has come."""

    @abstractmethod
    def is_turn(self, state: State, action: i64) -> bool:
        """Tell whether an action that is about to be taken is the first of a turn."""

    @abstractmethod
    def progress(self, state: State, seat: i64) -> i64:
        """Return how far a seat has come; from 0 on."""


class ProgressTracker:
    """Follows games move by move.

    Args:
        milestones: what is looked at.
        players: how many players there are.
    """

    def __init__(self, milestones: ProgressMeasure, players: int) -> None:
        self._milestones = milestones
        self._ways: list[list[int]] = [[] for _ in range(players)]
        self._turns = [_Counts() for _ in range(players)]
        self._ends = [_Counts() for _ in range(players)]

    def look(self, state: State, seat: i64, player: int, action: i64) -> None:
        """Look at a decision before it is carried out.

        Args:
            state: where it is taken.
            seat: the seat that decides.
            player: who sits there.
            action: what was decided.
        """
        if self._milestones.is_turn(state, action):
            self._ways[player].append(self._milestones.progress(state, seat))

    def finish(self, state: State, seat: i64, player: int, *, won: bool) -> None:
        """Look at the end of a game for one of the players."""
        way = self._ways[player]
        number = 1
        for reached in way:
            self._turns[player].count(number, reached, won=won)
            number += 1
        self._ends[player].count(len(way), self._milestones.progress(state, seat), won=won)
        self._ways[player] = []

    def courses(self) -> list[ProgressTable]:
        """Return what was seen of each player."""
        return [
            ProgressTable(turns.stands(), ends.stands())
            for turns, ends in zip(self._turns, self._ends, strict=True)
        ]


class _Counts:
    """Games and wins by turn and by how far a player had come."""

    def __init__(self) -> None:
        self._games: dict[int, int] = {}
        self._wins: dict[int, int] = {}

    def count(self, turn: int, reached: int, *, won: bool) -> None:
        place = turn * MAX_PROGRESS + reached
        self._games[place] = self._games.get(place, 0) + 1
        if won:
            self._wins[place] = self._wins.get(place, 0) + 1

    def stands(self) -> list[ProgressRow]:
        return [
            ProgressRow(*divmod(place, MAX_PROGRESS), self._games[place], self._wins.get(place, 0))
            for place in sorted(self._games)
        ]
