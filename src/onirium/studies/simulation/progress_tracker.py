"""Tracks the progress of each player during games, in a measure that the game defines."""

from abc import abstractmethod
from typing import Final

from mypy_extensions import i64, mypyc_attr

from onirium.core.game import State
from onirium.studies.simulation.progress import ProgressRow, ProgressTable

PROGRESS_LIMIT: Final = 64
"""Exclusive upper bound of the progress in any game; a turn and a progress share one integer."""


@mypyc_attr(allow_interpreted_subclasses=True)
class ProgressMeasure:
    """Measures the progress of a seat in one game, and recognizes the start of a turn."""

    @abstractmethod
    def is_turn_start(self, state: State, action: i64) -> bool:
        """Return whether an action, about to be taken, is the first of a turn."""

    @abstractmethod
    def progress(self, state: State, seat: i64) -> i64:
        """Return the progress of a seat, at least 0 and below ``PROGRESS_LIMIT``."""


class ProgressTracker:
    """Records the progress of each player at its turns, and the results of the games.

    Args:
        measure: the measure of progress.
        players: the number of players.
    """

    def __init__(self, measure: ProgressMeasure, players: int) -> None:
        self._measure = measure
        self._history: list[list[int]] = [[] for _ in range(players)]
        self._turns = [_ProgressCounts() for _ in range(players)]
        self._ends = [_ProgressCounts() for _ in range(players)]

    def on_decision(self, state: State, seat: i64, player: int, action: i64) -> None:
        """Record a decision before it is applied.

        Args:
            state: the state before the decision.
            seat: the seat to decide.
            player: the index of the player in that seat.
            action: the action that it chose.
        """
        if self._measure.is_turn_start(state, action):
            self._history[player].append(self._measure.progress(state, seat))

    def on_game_end(self, state: State, seat: i64, player: int, *, won: bool) -> None:
        """Record the end of a game for one of the players."""
        history = self._history[player]
        turn = 1
        for progress in history:
            self._turns[player].count(turn, progress, won=won)
            turn += 1
        self._ends[player].count(len(history), self._measure.progress(state, seat), won=won)
        self._history[player] = []

    def tables(self) -> list[ProgressTable]:
        """Return the table of each player."""
        return [
            ProgressTable(turns.rows(), ends.rows())
            for turns, ends in zip(self._turns, self._ends, strict=True)
        ]


class _ProgressCounts:
    """Games and wins by turn and progress."""

    def __init__(self) -> None:
        self._games: dict[int, int] = {}
        self._wins: dict[int, int] = {}

    def count(self, turn: int, progress: int, *, won: bool) -> None:
        key = turn * PROGRESS_LIMIT + progress
        self._games[key] = self._games.get(key, 0) + 1
        if won:
            self._wins[key] = self._wins.get(key, 0) + 1

    def rows(self) -> list[ProgressRow]:
        return [
            ProgressRow(*divmod(key, PROGRESS_LIMIT), self._games[key], self._wins.get(key, 0))
            for key in sorted(self._games)
        ]
