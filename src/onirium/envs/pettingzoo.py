"""A game with all its seats as environments of PettingZoo: one agent at a time, or all at once."""

from collections.abc import Mapping
from operator import index
from secrets import randbits
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from onirium.core.chance import KEY_BITS
from onirium.core.game import IllegalAction
from onirium.envs.arguments import RENDER_MODES
from onirium.envs.base import BaseEnv
from onirium.envs.episode import Episodes
from onirium.envs.spaces import MASK, Observation, action_space, observation_space
from onirium.games.registry import load
from onirium.record import Record
from onirium.studies.simulation.batch import FORFEIT_REWARD

WAIT: Final = "wait"
"""What agents do that have nothing to decide, where all act at once."""


def env(game: str, **arguments: Any) -> AECEnv[str, Observation, np.int64]:
    """Return a game in which the agents act in turn, which refuses calls in the wrong order.

    Args:
        game: the name of the game.
        arguments: those of ``TableEnv``.

    >>> table = env("nightmarium", seats=3)
    >>> table.reset(seed=1)
    >>> table.possible_agents, table.agent_selection
    (['player_1', 'player_2', 'player_3'], 'player_3')
    """
    return OrderEnforcingWrapper(TableEnv(game, **arguments))


def parallel_env(game: str, **arguments: Any) -> "ParallelTableEnv":
    """Return a game in which all agents act at once, all but one of them by waiting.

    Args:
        game: the name of the game.
        arguments: those of ``ParallelTableEnv``.
    """
    return ParallelTableEnv(game, **arguments)


class _Table(BaseEnv):
    """What both kinds of environment have: a game, its agents, what they see and may do."""

    _more = 0
    """How many actions there are beside those of the game."""

    def __init__(
        self,
        game: str,
        *,
        observation: str = "flat",
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(load(game, **options), observation, illegal, render_mode, self._more)
        self.metadata = {
            "name": f"{game}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat + 1}" for seat in range(self._game.seats)]
        self.agents: list[str] = []
        self._observed = {
            agent: observation_space(self._game, observation, self._more)
            for agent in self.possible_agents
        }
        self._acted = {
            agent: action_space(self._game, self._more) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Dict:
        """Return the space of what an agent sees."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of what an agent can do."""
        return self._acted[agent]

    def record(self) -> Record:
        """Return the record of the episode so far; ``onirium.record.write`` makes a file of it."""
        return self._begun().record(self.possible_agents)

    def close(self) -> None:
        """Do nothing: nothing is open."""

    def _begin(self, seed: int | None) -> None:
        if self._episodes and seed is None:
            self._episodes.next()
        else:
            self._episodes = Episodes(self._game, randbits(KEY_BITS) if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.infos = self._what_may_be_done()

    def _act(self, seat: int, action: int) -> tuple[list[float], bool]:
        """Carry out an action; return the reward of each seat, and whether the episode is over."""
        state = self._begun().state
        try:
            self._begun().decide(action)
        except IllegalAction as refusal:
            return self._refuse(seat, refusal)
        self.infos = self._what_may_be_done()
        return state.returns(), state.is_terminal()

    def _refuse(self, seat: int, refusal: IllegalAction) -> tuple[list[float], bool]:
        """Answer an illegal action, as ``_act`` answers a legal one."""
        if self._strict:
            raise refusal
        self.infos = self._what_may_be_done()
        self.infos[self.possible_agents[seat]]["illegal"] = str(refusal)
        return [FORFEIT_REWARD if other == seat else 0.0 for other in range(self._game.seats)], True

    def _what_may_be_done(self) -> dict[str, dict[str, Any]]:
        return {agent: {MASK: self._mask(seat)} for seat, agent in enumerate(self.possible_agents)}

    def _mask(self, seat: int) -> NDArray[np.int8]:
        return self._writer.mask(self._begun().state, seat)

    def _seen(self, agent: str) -> Observation:
        seat = self.possible_agents.index(agent)
        return self._writer.seen(self._begun().state, seat, self._mask(seat))


class TableEnv(_Table, AECEnv[str, Observation, np.int64]):
    """A game in which the agents act in turn, each when its seat has to decide.

    At the end every agent is rewarded with what its seat has won. What comes by chance the
    environment brings itself. Copies and pickles go on as the original would.

    Args:
        game: the name of the game.
        observation: ``flat``, one array of all that is seen, or ``named``, an array for each part.
        illegal: what an illegal action does: ``lose`` ends the episode, with the reward -1 for its
            agent and 0 for the others; ``raise`` raises ``IllegalAction`` and changes nothing.
        render_mode: ``human`` prints the table after every step, ``ansi`` returns it as text.
        options: the options of the game, ``seats`` among them.

    Attributes:
        possible_agents: ``player_1`` and so on, as many as the game has seats.
        parts: where in a flat observation each of its parts lies.

    Raises:
        OptionError: if there is no such game or option, or options do not fit together.
        ValueError: if an argument is none of those above.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the next episode, or the first one of a seed."""
        del options
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees."""
        return self._seen(agent)

    def step(self, action: Any) -> None:
        """Take an action of the agent whose turn it is, or none if its game is over.

        Raises:
            IllegalAction: if the action is not legal and is to be refused; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        rewards, over = self._act(self._seat(), index(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, rewards, strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, over)
        self._turn()

    def _turn(self) -> None:
        self.agent_selection = self.possible_agents[self._seat()]
        if self.render_mode == "human":
            self.render()


class ParallelTableEnv(_Table, ParallelEnv[str, Observation, np.int64]):
    """A game in which all agents act at once: one decides, the others wait.

    Behind the actions of the game there is one more, to wait. It is the only legal one of all
    agents but the one that has to decide; whoever gives no action waits. The rest, arguments and
    attributes included, is as in ``TableEnv``.
    """

    _more = 1

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin the next episode, or the first one of a seed."""
        del options
        self._begin(seed)
        return self._shown(), self.infos

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take the action of each agent; there are none when the episode is over.

        Raises:
            IllegalAction: if one is not legal and is to be refused; nothing has changed.
        """
        self._begun()
        if not self.agents:
            return {}, {}, {}, {}, {}
        agents = self.agents
        rewards, over = self._act_together(actions)
        if over:
            self.agents = []
        return (
            self._shown(),
            dict(zip(agents, rewards, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            self.infos,
        )

    def notation(self, action: Any) -> str:
        """Return an action in words."""
        return WAIT if action == self._game.action_count else super().notation(action)

    def parse(self, notation: str) -> int:
        """Return the action that a notation means.

        Raises:
            ValueError: if the game has no such action.
        """
        return self._game.action_count if notation == WAIT else super().parse(notation)

    def _act_together(self, actions: Mapping[str, Any]) -> tuple[list[float], bool]:
        wait = self._game.action_count
        decider = self._seat()
        chosen = [index(actions.get(agent, wait)) for agent in self.possible_agents]
        for seat, action in enumerate(chosen):
            if (action == wait) == (seat == decider):
                asked = "to decide" if seat == decider else "to wait"
                legal = self._mask(seat).nonzero()[0].tolist()
                refusal = f"{self.possible_agents[seat]} has {asked} now"
                return self._refuse(seat, IllegalAction(refusal, action, legal))
        return self._act(decider, chosen[decider])

    def _mask(self, seat: int) -> NDArray[np.int8]:
        mask = super()._mask(seat)
        if seat != self._begun().state.current_player():
            mask[-1] = 1
        return mask

    def _shown(self) -> dict[str, Observation]:
        if self.render_mode == "human":
            self.render()
        return {agent: self._seen(agent) for agent in self.possible_agents}
