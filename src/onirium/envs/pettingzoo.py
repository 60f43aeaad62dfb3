"""PettingZoo environments for games with any number of seats: agent by agent, and parallel."""

from collections.abc import Mapping
from operator import index
from typing import Any, Final, SupportsIndex

import numpy as np
from gymnasium.spaces import Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from onirium.core.game import IllegalAction
from onirium.envs.arguments import RENDER_MODES, load_game
from onirium.envs.base import BaseEnv
from onirium.envs.episode import Episodes
from onirium.envs.spaces import MASK, Info, Observation, action_space, observation_space
from onirium.record import Record
from onirium.studies.evaluation.tasks import check_training_seed
from onirium.studies.simulation.batch import FORFEIT_REWARD
from onirium.studies.simulation.simulate import draw_seed

WAIT: Final = "wait"
"""The action of agents without a decision in the parallel environment."""


def env(game: str, **arguments: Any) -> AECEnv[str, Observation, np.int64]:
    """Return an agent environment cycle with PettingZoo's checks for the order of calls.

    Args:
        game: the name of the game.
        arguments: those of ``AgentCycleEnv``.

    >>> cycle = env("nightmarium", seats=3)
    >>> cycle.reset(seed=1)
    >>> cycle.possible_agents, cycle.agent_selection
    (['player_1', 'player_2', 'player_3'], 'player_3')
    """
    return OrderEnforcingWrapper(AgentCycleEnv(game, **arguments))


def parallel_env(game: str, **arguments: Any) -> "ParallelAgentsEnv":
    """Return a parallel environment, in which all agents but one wait in every step.

    Args:
        game: the name of the game.
        arguments: those of ``ParallelAgentsEnv``.
    """
    return ParallelAgentsEnv(game, **arguments)


class _MultiAgentEnv(BaseEnv):
    """Base of both environments: the game, its agents, their spaces and observations."""

    _extra_actions = 0
    """The number of actions beyond those of the game."""

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
        extra = self._extra_actions
        super().__init__(
            load_game(game, options), observation, illegal, render_mode, max_cycles, extra
        )
        self.metadata = {
            "name": f"{game}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat + 1}" for seat in range(self._game.seats)]
        self.agents: list[str] = []
        # PettingZoo requires the same object from every call: spaces hold random number generators.
        self._observation_spaces = {
            agent: observation_space(self._game, observation, extra)
            for agent in self.possible_agents
        }
        self._action_spaces = {
            agent: action_space(self._game, extra) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Dict:
        """Return the observation space of an agent."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the action space of an agent."""
        return self._action_spaces[agent]

    def record(self) -> Record:
        """Return the record of the current episode, for ``onirium.record.write``."""
        return self._started_episodes().record(self.possible_agents)

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _start_episode(self, seed: int | None) -> None:
        if seed is not None:
            check_training_seed(seed)
        if self._episodes and seed is None:
            self._episodes.start_next()
        else:
            self._episodes = Episodes(self._game, draw_seed() if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.infos = self._masks_of_all()

    def _apply(self, seat: int, action: int) -> tuple[list[float], bool]:
        """Apply an action; return the reward of each seat, and whether the episode is over."""
        state = self._started_episodes().state
        try:
            self._started_episodes().decide(action)
        except IllegalAction as error:
            return self._reject(seat, error)
        self.infos = self._masks_of_all()
        return state.returns(), state.is_terminal()

    def _reject(self, seat: int, error: IllegalAction) -> tuple[list[float], bool]:
        """Raise the error of an illegal action, or return the rewards of a forfeit."""
        if self._strict:
            raise error
        self.infos = self._masks_of_all()
        self.infos[self.possible_agents[seat]]["illegal"] = str(error)
        return [FORFEIT_REWARD if other == seat else 0.0 for other in range(self._game.seats)], True

    def _masks_of_all(self) -> dict[str, Info]:
        return {agent: {MASK: self._mask(seat)} for seat, agent in enumerate(self.possible_agents)}

    def _mask(self, seat: int) -> NDArray[np.int8]:
        return self._writer.action_mask(self._started_episodes().state, seat)

    def _observe(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return self._writer.observation(self._started_episodes().state, seat, self._mask(seat))


class AgentCycleEnv(_MultiAgentEnv, AECEnv[str, Observation, np.int64]):
    """A game in which each agent acts when its seat decides.

    At the end every agent gets the return of its seat as reward. The environment samples the chance
    outcomes. Copies and pickles continue exactly like the original.

    Args:
        game: the name of the game.
        observation: ``flat`` for one array, ``one_hot`` for one whose card identities are one-hot
            vectors, or ``named`` for an array per part.
        illegal: the effect of an illegal action: ``lose`` ends the episode with reward -1 for its
            agent and 0 for the others, ``raise`` raises ``IllegalAction`` and changes nothing.
        render_mode: ``human`` prints the board after every step, ``ansi`` returns it as text,
            ``rgb_array`` as pixels.
        max_cycles: the number of decisions of all agents after which an episode is truncated; by
            default it ends by the rules alone.
        options: the options of the game, including ``seats``.

    Attributes:
        possible_agents: ``player_1``, ``player_2``, and so on, one for each seat.
        observation_slices: the slice of each named array in a flat observation.

    Raises:
        OptionError: if the game or a value does not exist, or options cannot be combined.
        TypeError: if an option does not exist.
        ValueError: if another argument is invalid.
    """

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Start the first episode of a seed, or the next episode if no seed is given.

        Raises:
            ValueError: if the seed is negative, or held out for evaluations.
        """
        del options
        self._start_episode(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select_agent()

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent."""
        return self._observe(agent)

    def step(self, action: Any) -> None:
        """Apply an action of the selected agent, or None after the end of the episode.

        Raises:
            IllegalAction: if the action is illegal and ``illegal="raise"``; the state is unchanged.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        rewards, terminated = self._apply(self._acting_seat(), index(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, terminated)
        truncated = not terminated and self._is_truncated()
        self.truncations = dict.fromkeys(self.agents, truncated)
        self._select_agent()

    def _select_agent(self) -> None:
        self.agent_selection = self.possible_agents[self._acting_seat()]
        if self.render_mode == "human":
            self.render()


class ParallelAgentsEnv(_MultiAgentEnv, ParallelEnv[str, Observation, np.int64]):
    """A game in which all agents act in every step: one decides, the others wait.

    The action space has one action more than the game, which means to wait. It is the only legal
    action of all agents but the one to decide. An agent without an action waits. Arguments and
    attributes are those of ``AgentCycleEnv``.
    """

    _extra_actions = 1

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Start the first episode of a seed, or the next episode if no seed is given.

        Raises:
            ValueError: if the seed is negative, or held out for evaluations.
        """
        del options
        self._start_episode(seed)
        return self._observe_all(), self.infos

    def step(
        self, actions: Mapping[str, SupportsIndex]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, Info],
    ]:
        """Apply the actions of all agents; after the end of the episode nothing happens.

        Raises:
            IllegalAction: if an action is illegal and ``illegal="raise"``; the state is unchanged.
        """
        self._started_episodes()
        if not self.agents:
            return {}, {}, {}, {}, {}
        agents = self.agents
        rewards, terminated = self._apply_all(actions)
        truncated = not terminated and self._is_truncated()
        if terminated or truncated:
            self.agents = []
        return (
            self._observe_all(),
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, terminated),
            dict.fromkeys(agents, truncated),
            self.infos,
        )

    def notation(self, action: SupportsIndex) -> str:
        """Return the notation of an action."""
        return WAIT if action == self._game.action_count else super().notation(action)

    def parse(self, notation: str) -> int:
        """Return the action with a notation.

        Raises:
            ValueError: if the game has no such action.
        """
        return self._game.action_count if notation == WAIT else super().parse(notation)

    def _apply_all(self, actions: Mapping[str, SupportsIndex]) -> tuple[list[float], bool]:
        wait = self._game.action_count
        decider = self._acting_seat()
        chosen = [index(actions.get(agent, wait)) for agent in self.possible_agents]
        for seat, action in enumerate(chosen):
            if (action == wait) == (seat == decider):
                duty = "decide" if seat == decider else "wait"
                legal = self._mask(seat).nonzero()[0].tolist()
                message = f"{self.possible_agents[seat]} must {duty} now"
                return self._reject(seat, IllegalAction(message, action, legal))
        return self._apply(decider, chosen[decider])

    def _mask(self, seat: int) -> NDArray[np.int8]:
        mask = super()._mask(seat)
        if seat != self._started_episodes().state.current_player():
            mask[-1] = 1
        return mask

    def _observe_all(self) -> dict[str, Observation]:
        if self.render_mode == "human":
            self.render()
        return {agent: self._observe(agent) for agent in self.possible_agents}
