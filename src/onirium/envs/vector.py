"""Many games at once, as a vector environment of Gymnasium."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from onirium.core.chance import Random
from onirium.envs.arguments import ILLEGAL, validate_choice
from onirium.envs.base import ActionNames
from onirium.envs.gymnasium import SEED_LIMIT
from onirium.envs.spaces import MASK, Observation, action_space, observation_space
from onirium.games.registry import load
from onirium.studies.simulation.batch import BatchedGames

Infos = dict[str, Any]
Step = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class BatchEnv(ActionNames, VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many games side by side, a decision in each of them with every step.

    Episodes, spaces and rewards are those of a single environment: an episode is a game, and the
    games of a table follow from its seed. A game may have several seats: then each table shows what
    the seat sees that is to decide, the reward is what it wins with its decision, and the
    information of each step tells the ``seat``, and the ``returns`` of all of them.

    Attributes:
        tables: the games.
        parts: where in a flat observation each of its parts lies.

    >>> batch = BatchEnv("onirim", 3, expansions="towers")
    >>> observation, infos = batch.reset(seed=1)
    >>> observation["action_mask"].shape
    (3, 374)
    >>> _, rewards, terminations, _, _ = batch.step(batch.random_actions())
    >>> rewards, terminations
    (array([0., 0., 0.]), array([False, False, False]))
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        observation: str = "flat",
        illegal: str = "lose",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        **options: Any,
    ) -> None:
        """Prepare the tables.

        Args:
            game: the name of the game.
            num_envs: how many tables there are.
            observation: ``flat``, one array of all that is seen, or ``named``, an array for each
                part of it.
            illegal: what an illegal action does: ``lose`` ends the episode with the reward -1,
                ``raise`` raises ``IllegalAction`` and changes nothing.
            autoreset_mode: when the next game of a table begins: with the step after the last one,
                with the last one itself, or when it is asked for.
            copy: whether what a step returns is yours to keep. Otherwise observations and masks are
                the memory into which the games write, for reading, and change with every step.
            options: the options of the game.

        Raises:
            OptionError: if there is no such game or option, or options do not fit together.
            ValueError: if an argument is none of those above.
        """
        if num_envs < 1:
            raise ValueError(f"num_envs: {num_envs} is less than 1")
        self._strict = validate_choice(ILLEGAL, "illegal", illegal) == "raise"
        if isinstance(autoreset_mode, str):
            validate_choice(
                [mode.value for mode in AutoresetMode], "autoreset_mode", autoreset_mode
            )
        self._mode = AutoresetMode(autoreset_mode)
        self._copy = copy
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": self._mode}
        self._game = load(game, **options)
        self.single_action_space = action_space(self._game)
        self.single_observation_space = observation_space(self._game, observation)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.tables = BatchedGames(self._game, num_envs)
        self._look(named=observation == "named")
        self._seeded = np.zeros(num_envs, np.bool_)
        self._actions = vec[i64]([0] * num_envs)
        self._dice = Random(0)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Infos]:
        """Begin the next game at every table, or the first one of its seed.

        Args:
            seed: a number, to which each table adds its own; or a seed for each table.
            options: ``reset_mask`` tells at which tables, as an array of booleans.

        Raises:
            ValueError: if there are not as many seeds or booleans as tables.
        """
        seeds = self._seeds(seed)
        super().reset(seed=seeds[0])
        self._dice = Random(int(self.np_random.integers(SEED_LIMIT)))
        for place in np.flatnonzero(self._reset_mask(options or {})).tolist():
            self._sow(place, seeds[place])
            self.tables.reset(place)
        return self._seen()

    def step(self, actions: Any) -> Step:
        """Take an action at each table, and let come what chance brings then.

        Raises:
            IllegalAction: if an action is not legal and is to be refused; nothing has changed.
            ResetNeeded: if a game is over and none is begun without being asked for.
            TypeError: if the actions are not integers.
            ValueError: if there are not as many actions as tables.
        """
        self._check_ready()
        chosen = vec[i64](self._chosen(actions))
        if self._strict:
            for refusal in self.tables.illegal_actions(chosen).values():
                raise refusal
        refusals = self.tables.step(chosen)
        rewards, terminations = self._rewards.copy(), self._over.copy()
        infos: Infos = {}
        for place, refusal in refusals.items():
            infos = self._add_info(infos, {"illegal": str(refusal)}, place)
        if self._mode == AutoresetMode.SAME_STEP:
            infos = self._deal_anew(infos)
        observation, seen = self._seen()
        return observation, rewards, terminations, np.zeros_like(terminations), {**seen, **infos}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, for each table."""
        return self._masks.astype(np.bool_)

    def random_actions(self) -> NDArray[np.int64]:
        """Return any legal action for each table, or 0 where the game is over."""
        self.tables.sample_actions(self._dice, self._actions)
        return np.array(self._actions)

    def _look(self, *, named: bool) -> None:
        """Prepare to see what the tables write, in arrays that share their memory."""
        tables, count = self.tables, self.num_envs
        self._masks = _shared(tables.legal_masks, np.int8).reshape(count, -1)
        self._over = _shared(tables.terminated, np.bool_)
        self._rewards = _shared(tables.rewards, np.float64)
        self._seats = _shared(tables.seats, np.int64)
        self._returns = _shared(tables.returns, np.float64).reshape(count, -1)
        self._everywhere = np.ones(count, np.bool_)
        flat = _shared(tables.observations, np.int16).reshape(count, -1)
        self.parts: dict[str, slice] = {}
        start = 0
        for name, (length, _) in self._game.observation_spec().items():
            self.parts[name] = slice(start, start + length)
            start += length
        arrays = {name: flat[:, place] for name, place in self.parts.items()}
        self._arrays = {**(arrays if named else {"observation": flat}), MASK: self._masks}

    def _seen(self) -> tuple[Observation, Infos]:
        """Return what is seen at all tables."""
        observation = dict(self._arrays)
        if self._copy:
            observation = {name: array.copy() for name, array in observation.items()}
        infos = {MASK: observation[MASK]}
        if self._game.seats > 1:
            infos |= {"seat": self._seats.copy(), "returns": self._returns.copy()}
        return observation, infos | {f"_{name}": self._everywhere for name in infos}

    def _deal_anew(self, infos: Infos) -> Infos:
        """Keep what is seen where a game has just ended, and begin the next one there."""
        for place in np.flatnonzero(self._over).tolist():
            last = {name: array[place].copy() for name, array in self._arrays.items()}
            told = {MASK: last[MASK]}
            if self._game.seats > 1:
                told |= {"seat": self._seats[place], "returns": self._returns[place].copy()}
            infos = self._add_info(infos, {"final_obs": last, "final_info": told}, place)
            self.tables.reset(place)
        return infos

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int):
            return [seed + place for place in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"seed: {len(seed)} of them, for {self.num_envs} tables")
        return seed

    def _sow(self, place: int, seed: int | None) -> None:
        """Seed a table, with any number if it has never been seeded."""
        if seed is None and self._seeded[place]:
            return
        self._seeded[place] = True
        drawn = int(self.np_random.integers(SEED_LIMIT)) if seed is None else seed
        self.tables.seed(place, drawn)

    def _reset_mask(self, options: dict[str, Any]) -> NDArray[np.bool_]:
        mask = np.asarray(options.get("reset_mask", self._everywhere))
        if mask.shape != (self.num_envs,) or mask.dtype != np.bool_ or not mask.any():
            raise ValueError(
                f"reset_mask: not an array of {self.num_envs} booleans, some of them True"
            )
        return mask

    def _check_ready(self) -> None:
        if not self._seeded.all():
            raise ResetNeeded("no game has begun; reset() begins one at every table")
        if self._mode == AutoresetMode.DISABLED and self._over.any():
            place = int(np.flatnonzero(self._over)[0])
            raise ResetNeeded(
                f"table {place}: the game is over; reset(options={{'reset_mask': ...}}) begins "
                "the next one"
            )

    def _chosen(self, actions: Any) -> NDArray[np.int64]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"actions: of the shape {chosen.shape}, not ({self.num_envs},)")
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"actions: {chosen.dtype}, not integers")
        return np.ascontiguousarray(chosen, np.int64)


def _shared(numbers: Any, kind: Any) -> NDArray[Any]:
    """Return an array that shares the memory of a vec; it cannot be written."""
    shared: NDArray[Any] = np.frombuffer(numbers, kind)
    return shared
