"""A game for one player as an environment of Gymnasium."""

from operator import index
from typing import Any, Final

import numpy as np
from gymnasium import Env
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from onirium.core.game import IllegalAction
from onirium.envs.arguments import RENDER_MODES
from onirium.envs.base import BaseEnv
from onirium.envs.episode import Episodes
from onirium.envs.spaces import MASK, Observation, action_space, observation_space
from onirium.games.registry import load
from onirium.record import Record
from onirium.studies.simulation.batch import FORFEIT_REWARD

SEED_LIMIT: Final = 2**62
"""Where no seed is given, it is one of so many."""


class SoloEnv(BaseEnv, Env[Observation, np.int64]):
    """A game for one player: an episode is a game, its reward the result, 1 if it is won.

    What comes by chance the environment brings itself. Observations and the information of each
    step hold a mask of the legal actions. Copies and pickles go on as the original would.

    Attributes:
        parts: where in a flat observation each of its parts lies.

    >>> import gymnasium, onirium.envs
    >>> env = gymnasium.make("onirium/Onirim-v0", expansions="towers")
    >>> observation, info = env.reset(seed=1)
    >>> [env.unwrapped.notation(action) for action in info["action_mask"].nonzero()[0]][:2]
    ['play red moon', 'play red key']
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  as in Gymnasium

    def __init__(
        self,
        game: str,
        *,
        observation: str = "flat",
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Prepare the environment.

        Args:
            game: the name of the game.
            observation: ``flat``, one array of all that is seen, or ``named``, an array for each
                part of it.
            illegal: what an illegal action does: ``lose`` ends the episode with the reward -1,
                ``raise`` raises ``IllegalAction`` and changes nothing.
            render_mode: ``human`` prints the table after every step, ``ansi`` returns it as text.
            options: the options of the game.

        Raises:
            OptionError: if there is no such game or option, or options do not fit together.
            ValueError: if the game is for several players, or an argument is none of those above.
        """
        loaded = load(game, **options)
        if loaded.seats > 1:
            raise ValueError(
                f"{game} has {loaded.seats} seats here, and an environment of Gymnasium has "
                "one; those of PettingZoo have all of them"
            )
        super().__init__(loaded, observation, illegal, render_mode)
        self.action_space = action_space(loaded)
        self.observation_space = observation_space(loaded, observation)
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin the next episode, or the first one of a seed."""
        super().reset(seed=seed, options=options)
        if self._episodes and seed is None:
            self._episodes.next()
        else:
            drawn = int(self.np_random.integers(SEED_LIMIT)) if seed is None else seed
            self._episodes = Episodes(self._game, drawn)
        self._over = False
        self._show()
        return self._seen()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take an action, and let come what chance brings then.

        Raises:
            IllegalAction: if the action is not legal and is to be refused; nothing has changed.
            ResetNeeded: if the episode is over.
        """
        episodes = self._begun()
        if self._over:
            raise ResetNeeded("the episode is over; reset() begins the next one")
        try:
            episodes.decide(index(action))
        except IllegalAction as refusal:
            if self._strict:
                raise
            self._over = True
            observation, info = self._seen()
            return observation, FORFEIT_REWARD, True, False, {**info, "illegal": str(refusal)}
        self._show()
        self._over = episodes.state.is_terminal()
        observation, info = self._seen()
        return observation, episodes.state.returns()[0], self._over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal now, as MaskablePPO asks for it."""
        return self._writer.mask(self._begun().state, 0).astype(np.bool_)

    def record(self, name: str = "learner") -> Record:
        """Return the record of the episode so far; ``onirium.record.write`` makes a file of it.

        Args:
            name: who plays, for readers of the record.
        """
        return self._begun().record([name])

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        state = self._begun().state
        mask = self._writer.mask(state, 0)
        return self._writer.seen(state, 0, mask), {MASK: mask}
