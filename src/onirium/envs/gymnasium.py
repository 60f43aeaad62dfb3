"""Gymnasium environment for a game with one player."""

from operator import index
from typing import SupportsIndex

import numpy as np
from gymnasium import Env
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from onirium.core.game import IllegalAction
from onirium.envs.arguments import RENDER_MODES, load_game
from onirium.envs.base import BaseEnv
from onirium.envs.episode import Episodes
from onirium.envs.spaces import MASK, Info, Observation, action_space, observation_space
from onirium.record import Record
from onirium.studies.evaluation.tasks import FIRST_HELD_OUT_SEED, check_training_seed
from onirium.studies.simulation.batch import FORFEIT_REWARD


class SoloEnv(BaseEnv, Env[Observation, np.int64]):
    """A game for one player. An episode is a game, its reward the result: 1 for a win.

    The environment samples the chance outcomes. Observations and infos contain a mask of the legal
    actions. Copies and pickles continue exactly like the original.

    Attributes:
        observation_slices: the slice of each named array in a flat observation.

    >>> import gymnasium, onirium.envs
    >>> env = gymnasium.make("onirium/Onirim-v0", expansions="towers")
    >>> observation, info = env.reset(seed=1)
    >>> [env.unwrapped.notation(action) for action in info["action_mask"].nonzero()[0]][:2]
    ['play red moon', 'play red key']
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 - as in Env

    def __init__(
        self,
        game: str,
        *,
        observation: str = "flat",
        illegal: str = "lose",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: object,
    ) -> None:
        """Create the environment.

        Args:
            game: the name of the game.
            observation: ``flat`` for one array, ``one_hot`` for one whose card identities are
                one-hot vectors, or ``named`` for an array per part.
            illegal: the effect of an illegal action: ``lose`` ends the episode with reward -1,
                ``raise`` raises ``IllegalAction`` and changes nothing.
            render_mode: ``human`` prints the board after every step, ``ansi`` returns it as text,
                ``rgb_array`` as pixels.
            max_cycles: the number of decisions after which an episode is truncated; by default
                it ends by the rules alone.
            options: the options of the game.

        Raises:
            OptionError: if the game or a value does not exist, or options cannot be combined.
            TypeError: if an option does not exist.
            ValueError: if the game has several players, or another argument is invalid.
        """
        loaded = load_game(game, options)
        if loaded.seats > 1:
            raise ValueError(
                f"{game} has {loaded.seats} seats with these options; a Gymnasium environment has "
                "one. Use onirium.envs.pettingzoo instead"
            )
        super().__init__(loaded, observation, illegal, render_mode, max_cycles)
        self.action_space = action_space(loaded)
        self.observation_space = observation_space(loaded, observation)
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, Info]:
        """Start the first episode of a seed, or the next episode if no seed is given.

        Raises:
            ValueError: if the seed is negative, or held out for evaluations.
        """
        if seed is not None:
            check_training_seed(seed)
        super().reset(seed=seed, options=options)
        if self._episodes and seed is None:
            self._episodes.start_next()
        else:
            if seed is None:
                seed = int(self.np_random.integers(FIRST_HELD_OUT_SEED))
            self._episodes = Episodes(self._game, seed)
        self._is_over = False
        self._render_for_human()
        return self._observe()

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, Info]:
        """Apply an action and the chance outcomes up to the next decision.

        Raises:
            IllegalAction: if the action is illegal and ``illegal="raise"``; the state is unchanged.
            ResetNeeded: if the episode is over.
        """
        episodes = self._started_episodes()
        if self._is_over:
            raise ResetNeeded("the episode is over; call reset() to start the next one")
        try:
            episodes.decide(index(action))
        except IllegalAction as error:
            if self._strict:
                raise
            self._is_over = True
            observation, info = self._observe()
            return observation, FORFEIT_REWARD, True, False, {**info, "illegal": str(error)}
        self._render_for_human()
        terminated, truncated = episodes.state.is_terminal(), self._is_truncated()
        self._is_over = terminated or truncated
        observation, info = self._observe()
        return observation, episodes.state.returns()[0], terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of the legal actions, in the form expected by MaskablePPO."""
        return self._writer.action_mask(self._started_episodes().state, 0).astype(np.bool_)

    def record(self, name: str = "learner") -> Record:
        """Return the record of the current episode, for ``onirium.record.write``.

        Args:
            name: the name of the player in the record.
        """
        return self._started_episodes().record([name])

    def _render_for_human(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observe(self) -> tuple[Observation, Info]:
        state = self._started_episodes().state
        mask = self._writer.action_mask(state, 0)
        return self._writer.observation(state, 0, mask), {MASK: mask}
