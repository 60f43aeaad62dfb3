"""Vector environment of Stable-Baselines3: many games of one player in lockstep."""

from collections.abc import Iterable
from typing import Any, SupportsIndex

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from onirium.envs.spaces import Observation
from onirium.envs.vector import BatchEnv

Indices = int | Iterable[int] | None
"""The selected games; None means all."""

StableStep = tuple[Observation, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]


class StableBatchEnv(VecEnv):
    """A ``BatchEnv`` for the algorithms of Stable-Baselines3 and sb3-contrib.

    The last step of a game starts the next one, as these algorithms require, and its info has the
    ``terminal_observation``. MaskablePPO finds the masks of the legal actions.
    """

    def __init__(self, game: str, num_envs: SupportsIndex = 1, **arguments: Any) -> None:
        """Create the environment.

        Args:
            game: the name of the game.
            num_envs: the number of games.
            arguments: those of ``BatchEnv``, except ``autoreset_mode``, and options of the game.

        Raises:
            OptionError: if the game or a value does not exist, or options cannot be combined.
            TypeError: if an option does not exist.
            ValueError: if the game has several seats, or another argument is invalid.
        """
        self.batch = BatchEnv(game, num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **arguments)
        seats = self.batch.games.game.seats
        if seats > 1:
            raise ValueError(
                f"{game} has {seats} seats with these options; Stable-Baselines3 trains one agent. "
                "Use onirium.envs.pettingzoo instead"
            )
        super().__init__(
            self.batch.num_envs,
            self.batch.single_observation_space,
            self.batch.single_action_space,
        )
        self._actions: NDArray[np.int64] = np.zeros(self.num_envs, np.int64)

    def reset(self) -> Observation:
        """Start the next game at every index, or the first one of its seed, see ``seed``."""
        observation, _ = self.batch.reset(seed=self._seeds)
        self._reset_seeds()
        return observation

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Store the actions for ``step_wait``."""
        self._actions = actions

    def step_wait(self) -> StableStep:
        """Apply the stored actions; games that end are followed by the next ones."""
        observation, rewards, terminations, truncations, batch_infos = self.batch.step(
            self._actions
        )
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        dones = terminations | truncations
        for index in np.flatnonzero(dones).tolist():
            infos[index] = {
                "terminal_observation": batch_infos["final_obs"][index],
                "TimeLimit.truncated": bool(truncations[index]),
            }
        for index in np.flatnonzero(batch_infos.get("_illegal", ())).tolist():
            infos[index]["illegal"] = batch_infos["illegal"][index]
        return observation, rewards.astype(np.float32), dones, infos

    def close(self) -> None:
        """End the worker processes of the batch."""
        self.batch.close()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Return an attribute of the batch for each selected index."""
        return [getattr(self.batch, attr_name)] * len(self._selected(indices))

    def set_attr(self, attr_name: str, value: object, indices: Indices = None) -> None:
        """Reject the change: the games of a batch have no attributes of their own.

        Raises:
            AttributeError: always.
        """
        del indices
        raise AttributeError(f"{attr_name} = {value!r}: the games of a batch have no attributes")

    def env_method(
        self, method_name: str, *arguments: object, indices: Indices = None, **named: object
    ) -> list[Any]:
        """Return the row of each selected index in the result of a method of the batch.

        A single value, such as a notation, belongs to every game.
        """
        result = getattr(self.batch, method_name)(*arguments, **named)
        rows = result if np.ndim(result) else [result] * self.num_envs
        return [rows[index] for index in self._selected(indices)]

    def env_is_wrapped(self, wrapper_class: type, indices: Indices = None) -> list[bool]:
        """Return ``False`` for each selected index: no game is wrapped."""
        del wrapper_class
        return [False] * len(self._selected(indices))

    def _selected(self, indices: Indices) -> list[int]:
        selected: list[int] = list(self._get_indices(indices))
        return selected
