"""Vector environment of Gymnasium: many games in lockstep."""

from collections.abc import Sequence
from operator import index
from typing import Any, SupportsIndex

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from onirium.core.game import IllegalAction
from onirium.envs.arguments import (
    ILLEGAL_ACTION_MODES,
    load_game,
    validate_choice,
    validate_count,
    validate_max_cycles,
)
from onirium.envs.base import ActionNames
from onirium.envs.batch_buffers import BatchBuffers
from onirium.envs.game_batch import GameBatch, LocalGames
from onirium.envs.parallel_games import ParallelGames
from onirium.envs.spaces import (
    MASK,
    Info,
    Observation,
    ObservationWriter,
    action_space,
    observation_space,
)
from onirium.studies.evaluation.tasks import FIRST_HELD_OUT_SEED, check_training_seed
from onirium.studies.simulation.batch import BatchedGames

BatchStep = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]


class BatchEnv(ActionNames, VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games in lockstep: each step takes a decision in every game.

    Episodes, spaces and rewards are those of a single environment: an episode is a game, and the
    games at an index follow from its seed. With several seats, each game is observed from the seat
    to decide, the reward is the return of that seat for its decision, and infos contain the
    ``seat`` and the ``returns`` of all seats. Copies and pickles continue exactly like the
    original.

    Attributes:
        games: the games.
        autoreset_mode: when a finished game is reset.
        observation_slices: the slice of each named array in an observation of one array.

    >>> batch = BatchEnv("onirim", 3, expansions="towers")
    >>> observation, infos = batch.reset(seed=1)
    >>> observation["action_mask"].shape
    (3, 403)
    >>> _, rewards, terminations, _, _ = batch.step(batch.random_actions())
    >>> rewards, terminations
    (array([0., 0., 0.]), array([False, False, False]))
    """

    def __init__(
        self,
        game: str,
        num_envs: SupportsIndex = 1,
        *,
        observation: str = "flat",
        illegal: str = "lose",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        workers: SupportsIndex = 1,
        max_cycles: int | None = None,
        **options: object,
    ) -> None:
        """Create the environment.

        Args:
            game: the name of the game.
            num_envs: the number of games.
            observation: ``flat`` for one array, ``one_hot`` for one whose card identities are
                one-hot vectors, or ``named`` for an array per part.
            illegal: the effect of an illegal action: ``lose`` ends the episode with reward -1,
                ``raise`` raises ``IllegalAction`` and changes nothing.
            autoreset_mode: when a finished game is reset: in the next step, in the same step, or
                only by ``reset``.
            copy: whether to return copies, whose memory is reused once nothing refers to them.
                Otherwise observations and masks are read-only views of the buffers, which every
                step overwrites.
            workers: the number of processes that play the games, this one among them. With
                several, a program needs ``if __name__ == "__main__":``, and ``close`` ends the
                others.
            max_cycles: the number of decisions after which a game is truncated; by default it ends
                by the rules alone.
            options: the options of the game.

        Raises:
            OptionError: if the game or a value does not exist, or options cannot be combined.
            TypeError: if an option does not exist.
            ValueError: if another argument is invalid.
        """
        self.num_envs = validate_count("num_envs", num_envs)
        self._strict = validate_choice(ILLEGAL_ACTION_MODES, "illegal", illegal) == "raise"
        if isinstance(autoreset_mode, str):
            modes = [mode.value for mode in AutoresetMode]
            validate_choice(modes, "autoreset_mode", autoreset_mode)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self._copy = copy
        self.metadata = {"autoreset_mode": self.autoreset_mode}
        self._game = load_game(game, options)
        self.single_action_space = action_space(self._game)
        self.single_observation_space = observation_space(self._game, observation)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        process_count = validate_count("workers", workers)
        if process_count > self.num_envs:
            raise ValueError(f"workers: {process_count} is more than the {self.num_envs} games")
        limit = validate_max_cycles(max_cycles)
        self.games: GameBatch = (
            LocalGames(BatchedGames(self._game, self.num_envs, limit))
            if process_count == 1
            else ParallelGames(self._game, self.num_envs, process_count, limit)
        )
        self.observation_slices = ObservationWriter(self._game, observation).slices
        self._form = observation
        self._buffers = self._share_buffers()
        self._seeded = np.zeros(self.num_envs, np.bool_)
        self._sampling_key = 0
        self._samples = 0

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Info]:
        """Start the next game at every index, or the first one of its seed.

        Args:
            seed: a number to which each index is added, or a seed for each index.
            options: ``reset_mask`` selects the games to reset, as an array of booleans.

        Raises:
            ValueError: if the number of seeds or booleans differs from the number of games, or a
                seed is negative or held out for evaluations.
        """
        seeds, mask = self._seeds(seed), self._reset_mask(options or {})
        super().reset(seed=seeds[0])
        self._sampling_key, self._samples = int(self.np_random.integers(FIRST_HELD_OUT_SEED)), 0
        indices = np.flatnonzero(mask).tolist()
        for game_index in indices:
            self._seed_game(game_index, seeds[game_index])
        self.games.reset(indices)
        return self._observe()

    def step(self, actions: ArrayLike) -> BatchStep:
        """Apply an action in every game and the chance outcomes up to its next decision.

        Raises:
            IllegalAction: if an action is illegal and ``illegal="raise"``; no game has changed.
            ResetNeeded: if a game is over and ``autoreset_mode`` is ``Disabled``.
            TypeError: if the actions are not integers.
            ValueError: if the number of actions differs from the number of games.
        """
        self._check_ready()
        errors = self._step_games(self._validate_actions(actions))
        buffers = self._buffers
        rewards, terminations = buffers.rewards.copy(), buffers.terminated.copy()
        truncations = buffers.truncated.copy()
        infos: Info = {}
        for game_index, error in errors.items():
            infos = self._add_info(infos, {"illegal": str(error)}, game_index)
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            infos = self._reset_finished(infos)
        observation, new_infos = self._observe()
        return observation, rewards, terminations, truncations, {**new_infos, **infos}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of the legal actions of every game."""
        return self._buffers.masks.astype(np.bool_)

    def random_actions(self) -> NDArray[np.int64]:
        """Return a random legal action for every game, or 0 for a game without legal actions."""
        self.games.sample_actions(self._sampling_key, self._samples)
        self._samples += 1
        return np.array(self.games.sampled_actions)

    def _share_buffers(self) -> BatchBuffers:
        return BatchBuffers(self.games, self._form, copy=self._copy)

    def _observe(self) -> tuple[Observation, Info]:
        """Return the observations and infos of all games."""
        buffers = self._buffers
        observation = buffers.observe()
        infos = {MASK: observation[MASK]}
        if self._game.seats > 1:
            infos |= {"seat": buffers.seats.copy(), "returns": buffers.returns.copy()}
        all_games = np.ones(self.num_envs, np.bool_)
        return observation, infos | {f"_{name}": all_games for name in infos}

    def _reset_finished(self, infos: Info) -> Info:
        """Add the final observations of finished games to the infos, and reset these games."""
        buffers = self._buffers
        finished = np.flatnonzero(buffers.terminated | buffers.truncated).tolist()
        for game_index in finished:
            final = buffers.observe_game(game_index)
            final_info = {MASK: final[MASK]}
            if self._game.seats > 1:
                final_info |= {
                    "seat": buffers.seats[game_index],
                    "returns": buffers.returns[game_index].copy(),
                }
            final_infos = {"final_obs": final, "final_info": final_info}
            infos = self._add_info(infos, final_infos, game_index)
        self.games.reset(finished)
        return infos

    def _step_games(self, actions: NDArray[np.int64]) -> dict[int, IllegalAction]:
        """Step all games; raise the first error if illegal actions raise one."""
        if self._strict:
            for error in self.games.illegal_actions(actions).values():
                raise error
        return self.games.step(actions)

    def close_extras(self, **_arguments: Any) -> None:
        """End the worker processes."""
        self.games.close()

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        """Return a valid seed for each game, or None for those without one."""
        if seed is None:
            return [None] * self.num_envs
        seeds: list[int | None] = (
            [int(seed) + game_index for game_index in range(self.num_envs)]
            if isinstance(seed, int | np.integer)
            else [None if each is None else index(each) for each in seed]
        )
        if len(seeds) != self.num_envs:
            raise ValueError(f"seed: {len(seeds)} seeds for {self.num_envs} games")
        for each in seeds:
            if each is not None:
                check_training_seed(each)
        return seeds

    def _seed_game(self, game_index: int, seed: int | None) -> None:
        """Set the seed of a game; without a seed, only a game that never had one gets a new one."""
        if seed is None:
            if self._seeded[game_index]:
                return
            seed = int(self.np_random.integers(FIRST_HELD_OUT_SEED))
        self._seeded[game_index] = True
        self.games.seed(game_index, seed)

    def _reset_mask(self, options: dict[str, Any]) -> NDArray[np.bool_]:
        mask = np.asarray(options.get("reset_mask", np.ones(self.num_envs, np.bool_)))
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise ValueError(
                f"reset_mask: not an array of {self.num_envs} booleans with at least one True"
            )
        return mask

    def _check_ready(self) -> None:
        if not self._seeded.all():
            raise ResetNeeded("no game has started; call reset() first")
        over = self._buffers.terminated | self._buffers.truncated
        if self.autoreset_mode == AutoresetMode.DISABLED and over.any():
            game_index = int(np.flatnonzero(over)[0])
            raise ResetNeeded(
                f"game {game_index} is over; call reset(options={{'reset_mask': ...}}) to start "
                "the next one"
            )

    def _validate_actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        array = np.asarray(actions)
        if array.shape != (self.num_envs,):
            raise ValueError(f"actions: the shape is {array.shape}, not ({self.num_envs},)")
        if array.dtype.kind not in "iu":
            raise TypeError(f"actions: {array.dtype}, not integers")
        return np.ascontiguousarray(array, np.int64)

    def __getstate__(self) -> dict[str, object]:
        """Return everything but the arrays, which share the memory of the games."""
        return {name: value for name, value in vars(self).items() if name != "_buffers"}

    def __setstate__(self, state: dict[str, object]) -> None:
        vars(self).update(state)
        self._buffers = self._share_buffers()
