"""The common part of all environments: notation, episodes and rendering."""

from typing import SupportsIndex

import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from onirium.core.game import Game
from onirium.envs.arguments import (
    ILLEGAL_ACTION_MODES,
    RENDER_MODES,
    validate_choice,
    validate_max_cycles,
)
from onirium.envs.episode import Episodes
from onirium.envs.render import print_board, render_pixels, render_text
from onirium.envs.spaces import ObservationWriter


class ActionNames:
    """Mixin for environments: conversion between actions and their notation."""

    _game: Game

    def notation(self, action: SupportsIndex) -> str:
        """Return the notation of an action."""
        return self._game.notation(action)

    def parse(self, notation: str) -> int:
        """Return the action with a notation.

        Raises:
            ValueError: if the game has no such action.
        """
        return self._game.parse(notation)


class BaseEnv(ActionNames):
    """Base of the environments that play one game at a time.

    Args:
        game: the game with its options.
        observation: one of ``OBSERVATION_FORMS``.
        illegal: one of ``ILLEGAL_ACTION_MODES``.
        render_mode: one of ``RENDER_MODES``, or None.
        max_cycles: the number of decisions after which an episode is truncated, or None.
        extra_actions: the number of actions beyond those of the game.

    Raises:
        ValueError: if ``observation``, ``illegal``, ``render_mode`` or ``max_cycles`` is invalid.
    """

    def __init__(
        self,
        game: Game,
        observation: str,
        illegal: str,
        render_mode: str | None,
        max_cycles: int | None,
        extra_actions: int = 0,
    ) -> None:
        self._game = game
        self._strict = validate_choice(ILLEGAL_ACTION_MODES, "illegal", illegal) == "raise"
        self.render_mode = render_mode and validate_choice(RENDER_MODES, "render_mode", render_mode)
        self._max_cycles = validate_max_cycles(max_cycles)
        self._writer = ObservationWriter(game, observation, extra_actions)
        self.observation_slices = self._writer.slices
        self._episodes: Episodes | None = None

    def render(self) -> str | NDArray[np.uint8] | None:
        """Render the board from the viewpoint of the acting seat, in the form of ``render_mode``.

        Returns:
            The text in mode ``ansi``, the pixels in mode ``rgb_array``, otherwise None.

        Raises:
            ResetNeeded: before the first ``reset()``.
            ModuleNotFoundError: if mode ``rgb_array`` lacks the extra ``render``.
        """
        if self.render_mode == "rgb_array":
            return render_pixels(self._started_episodes(), self._acting_seat())
        if self.render_mode == "ansi":
            return render_text(self._started_episodes(), self._acting_seat())
        if self.render_mode == "human":
            print_board(self._started_episodes(), self._acting_seat())
        return None

    def _started_episodes(self) -> Episodes:
        if self._episodes is None:
            raise ResetNeeded("no episode has started; call reset() first")
        return self._episodes

    def _is_truncated(self) -> bool:
        """Return whether the episode is truncated now, after ``max_cycles`` decisions."""
        episodes = self._started_episodes()
        return len(episodes.decisions) == self._max_cycles and not episodes.state.is_terminal()

    def _acting_seat(self) -> int:
        """Return the seat to act, or seat 0 at the end of the game."""
        return max(int(self._started_episodes().state.current_player()), 0)
