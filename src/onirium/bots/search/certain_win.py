"""The shortest way to a certain win: the actions after which no chance or opponent decides."""

from typing import Final, final

from mypy_extensions import i64

from onirium.core.buffers import action_buffer
from onirium.core.game import Game, State

NO_ACTION: Final[i64] = -1
"""Stands for the absence of an action."""

MAX_WIN_ACTIONS: Final[i64] = 3
"""The most actions of a way to win: enough to draw a known door and unlock it."""


@final
class CertainWinFinder:
    """Finds the shortest sequence of a seat's actions that wins without any chance outcome.

    Args:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self._states = [game.new_state() for _ in range(int(MAX_WIN_ACTIONS))]
        self._seat: i64 = 0

    def find(self, state: State, actions: list[int]) -> i64:
        """Return the action that begins the shortest way to win, or ``NO_ACTION``.

        Args:
            state: a decision.
            actions: the legal actions to consider; the first of equals is returned.
        """
        self._seat = state.current_player()
        length: i64
        for length in range(1, MAX_WIN_ACTIONS + 1):
            for action in actions:
                if self._wins(state, action, length):
                    return action
        return NO_ACTION

    def _wins(self, state: State, action: i64, length: i64) -> bool:
        """Return whether an action wins, with at most ``length - 1`` further actions."""
        after = self._states[length - 1]
        after.copy_from(state)
        after.apply_unchecked(action)
        if after.is_terminal():
            return after.returns()[self._seat] == 1.0
        if length == 1 or after.current_player() != self._seat:
            return False
        actions = action_buffer()
        count = after.legal_actions_into(actions)
        index: i64
        for index in range(count):
            if self._wins(after, actions[index], length - 1):
                return True
        return False
