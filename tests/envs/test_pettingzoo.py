"""The PettingZoo environments for games with any number of seats."""

import copy
import pickle
import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test.api_test import api_test
from pettingzoo.test.parallel_test import parallel_api_test
from pettingzoo.test.seed_test import parallel_seed_test, seed_test

import onirium
import onirium.envs
from onirium.envs.pettingzoo import AgentCycleEnv, ParallelAgentsEnv, env, parallel_env
from onirium.record import final_state, replay

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("onirim", {}),
    ("onirim", {"seats": 2, "expansions": "book,towers,premonitions"}),
    ("onirim", {"seats": 2, "mode": "race", "observation": "named"}),
    ("nightmarium", {}),
    ("nightmarium", {"seats": 5, "creatures": 7}),
]
MULTI_SEAT_GAMES = GAMES[1:]
GAMES_WITH_LONG_ONES_MARKED = [
    *MULTI_SEAT_GAMES[:-1],
    pytest.param(*MULTI_SEAT_GAMES[-1], marks=pytest.mark.long),
]
"""The longest game is marked long."""

# PettingZoo warns about observations with a mask, except in its own card games, and about an empty
# mask at the end of a game.
with_a_mask = [
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


class TestOfficialSuites:
    pytestmark = with_a_mask

    @pytest.mark.parametrize(("game", "options"), GAMES)
    def test_api_tests_of_pettingzoo_pass(self, game: str, options: dict[str, Any]) -> None:
        env_id = onirium.envs.IDS[game]
        api_test(pettingzoo.make("aec", env_id, **options), num_cycles=40)
        parallel_api_test(pettingzoo.make("parallel", env_id, **options), num_cycles=40)

    @pytest.mark.parametrize(("game", "options"), GAMES)
    def test_seed_tests_of_pettingzoo_pass(self, game: str, options: dict[str, Any]) -> None:
        env_id = onirium.envs.IDS[game]
        seed_test(lambda: pettingzoo.make("aec", env_id, **options), num_cycles=40)
        parallel_seed_test(lambda: pettingzoo.make("parallel", env_id, **options), num_cycles=40)


def play_randomly(
    game_env: AgentCycleEnv, seed: int, steps: int = 10_000
) -> Iterator[tuple[str, int]]:
    """Play randomly to the end of the game or a step limit; yield agents and actions."""
    rng = random.Random(seed)
    for _, agent in zip(range(steps), game_env.agent_iter(), strict=False):
        _, _, over, _, info = game_env.last()
        if over:
            return
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        game_env.step(action)
        yield agent, action


def is_same(one: Any, other: Any) -> bool:
    """Return whether two structures of arrays are equal."""
    return pickle.dumps(one) == pickle.dumps(other)


def pickle_copy(game_env: Any) -> Any:
    """Return a copy of an environment through pickle."""
    return pickle.loads(pickle.dumps(game_env))  # noqa: S301


def final_rewards(game_env: AgentCycleEnv) -> dict[str, float]:
    """Step through the end of a game; return the reward of each agent."""
    rewards = {}
    for agent in game_env.agent_iter():
        _, reward, over, _, _ = game_env.last()
        assert over
        rewards[agent] = reward
        game_env.step(None)
    return rewards


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_agents_decide_when_their_seats_do(game: str, options: dict[str, Any]) -> None:
    game_env = AgentCycleEnv(game, **options)
    game_env.reset(seed=7)
    decided = list(play_randomly(game_env, 7))
    record = game_env.record()
    steps = [step for step in replay(record) if step.seat >= 0]
    assert decided == [(f"player_{step.seat + 1}", step.action) for step in steps]
    results = final_state(record).returns()
    rewards = final_rewards(game_env)
    assert [rewards[agent] for agent in game_env.possible_agents] == results
    assert game_env.agents == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_winner_is_rewarded(seats: int) -> None:
    game_env = AgentCycleEnv("nightmarium", seats=seats)
    game_env.reset(seed=1)
    *_, (winner, _) = play_randomly(game_env, 1)
    rewards = final_rewards(game_env)
    assert rewards == {agent: float(agent == winner) for agent in game_env.possible_agents}


@pytest.mark.parametrize(("game", "options"), MULTI_SEAT_GAMES)
@pytest.mark.parametrize("steps", [0, 25])
def test_observation_of_an_agent_is_that_of_its_seat(
    game: str, options: dict[str, Any], steps: int
) -> None:
    game_env = AgentCycleEnv(game, **{**options, "observation": "named"})
    game_env.reset(seed=3)
    for _ in play_randomly(game_env, 3, steps):
        pass
    state = final_state(game_env.record())
    for seat, agent in enumerate(game_env.possible_agents):
        seen = game_env.observe(agent)
        assert game_env.observation_space(agent).contains(seen)
        legal = np.flatnonzero(seen.pop("action_mask")).tolist()
        assert legal == np.flatnonzero(game_env.infos[agent]["action_mask"]).tolist()
        assert legal == (state.legal_actions() if agent == game_env.agent_selection else [])
        assert {name: part.tolist() for name, part in seen.items()} == state.observation(seat)


@pytest.mark.parametrize("kind", [AgentCycleEnv, ParallelAgentsEnv])
@pytest.mark.parametrize("copied", [copy.deepcopy, pickle_copy])
def test_copies_continue_like_the_original(kind: Any, copied: Any) -> None:
    game_env = kind("nightmarium")
    game_env.reset(seed=4)
    play = play_randomly if kind is AgentCycleEnv else play_in_parallel
    begun = list(play(game_env, 1, 20))
    assert len(begun) == 20
    before = game_env.record()
    other = copied(game_env)
    theirs = list(play(other, 2)), other.record()
    assert game_env.record() == before
    assert theirs == (list(play(game_env, 2)), game_env.record())
    other.reset()
    game_env.reset()
    assert list(play(other, 3)) == list(play(game_env, 3))


def play_in_parallel(
    game_env: ParallelAgentsEnv, seed: int, steps: int = 10_000
) -> Iterator[tuple[str, int]]:
    """Play randomly in a parallel environment; yield deciding agents and actions."""
    rng = random.Random(seed)
    for _ in range(steps):
        if not game_env.agents:
            return
        actions = {
            agent: int(rng.choice(np.flatnonzero(info["action_mask"])))
            for agent, info in game_env.infos.items()
        }
        [(agent, action)] = [
            (agent, action)
            for agent, action in actions.items()
            if game_env.notation(action) != "wait"
        ]
        game_env.step(actions)
        yield agent, action


@pytest.mark.parametrize(("game", "options"), GAMES_WITH_LONG_ONES_MARKED)
def test_parallel_environment_plays_the_same_game(game: str, options: dict[str, Any]) -> None:
    """Both play the same decisions; waiting agents give no action."""
    game_env, together = AgentCycleEnv(game, **options), parallel_env(game, **options)
    game_env.reset(seed=9)
    observations, infos = together.reset(seed=9)
    rewards: dict[str, float] = {}
    for agent, action in play_randomly(game_env, 9):
        assert [name for name in infos if not infos[name]["action_mask"][-1]] == [agent]
        observations, rewards, terminations, truncations, infos = together.step({agent: action})
        assert not any(truncations.values())
        assert all(
            is_same(terminations[name], game_env.terminations[name])
            for name in game_env.possible_agents
        )
        mine, theirs = game_env.observe(agent), observations[agent]
        assert together.observation_space(agent).contains(theirs)
        del mine["action_mask"], theirs["action_mask"]
        assert is_same(mine, theirs)
    assert together.record() == game_env.record()
    assert together.agents == []
    assert rewards == final_rewards(game_env)
    assert together.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize("copied", [copy.deepcopy, pickle_copy])
def test_order_enforcing_wrapper_can_be_copied(copied: Any) -> None:
    game_env: Any = env("onirim")
    game_env.reset(seed=1)
    dealt = game_env.record().actions
    other = copied(game_env)
    other.step(other.parse("discard red moon"))
    assert other.record().actions[: len(dealt) + 1] == [*dealt, "discard red moon"]
    assert game_env.record().actions == dealt


def test_illegal_action_loses_by_default() -> None:
    game_env = AgentCycleEnv("nightmarium", seats=3)
    game_env.reset(seed=1)
    offender = game_env.agent_selection
    before = game_env.record()
    game_env.step(game_env.parse("done"))
    assert game_env.record() == before
    assert "'done' is illegal" in game_env.infos[offender]["illegal"]
    assert [agent for agent, info in game_env.infos.items() if "illegal" in info] == [offender]
    assert final_rewards(game_env) == {
        agent: -1.0 if agent == offender else 0.0 for agent in game_env.possible_agents
    }


def test_illegal_action_raises_on_request() -> None:
    game_env = AgentCycleEnv("nightmarium", illegal="raise")
    game_env.reset(seed=1)
    twin = copy.deepcopy(game_env)
    with pytest.raises(onirium.IllegalAction, match="'done' is illegal"):
        game_env.step(game_env.parse("done"))
    assert list(play_randomly(game_env, 1)) == list(play_randomly(twin, 1))


@pytest.mark.parametrize("illegal", ["lose", "raise"])
@pytest.mark.parametrize("role", ["decides", "waits"])
def test_parallel_agents_must_wait_or_decide(illegal: str, role: str) -> None:
    game_env = parallel_env("nightmarium", illegal=illegal)
    _, infos = game_env.reset(seed=1)
    offender = next(
        agent for agent, info in infos.items() if info["action_mask"][-1] == (role == "waits")
    )
    wait = game_env.parse("wait")
    legal = {agent: int(np.flatnonzero(info["action_mask"])[0]) for agent, info in infos.items()}
    actions = {**legal, offender: wait if role == "decides" else game_env.parse("draw")}
    reason = f"{offender} must {'decide' if role == 'decides' else 'wait'} now"
    before = game_env.record()
    if illegal == "raise":
        with pytest.raises(onirium.IllegalAction, match=reason):
            game_env.step(actions)
        assert game_env.record() == before
        game_env.step(legal)
        assert len(game_env.record().actions) > len(before.actions)
        return
    _, rewards, over, _, infos = game_env.step(actions)
    assert rewards == {agent: -1.0 if agent == offender else 0.0 for agent in rewards}
    assert set(over.values()) == {True}
    assert infos[offender]["illegal"] == reason
    assert game_env.agents == []


def test_calls_in_the_wrong_order_raise() -> None:
    game_env = env("nightmarium")
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        _ = game_env.agent_selection
    for call in (AgentCycleEnv("nightmarium").record, lambda: parallel_env("nightmarium").step({})):
        with pytest.raises(ResetNeeded, match="no episode has started"):
            call()


def test_episodes_are_truncated() -> None:
    cycle, together = (
        AgentCycleEnv("nightmarium", max_cycles=5),
        ParallelAgentsEnv("nightmarium", max_cycles=5),
    )
    cycle.reset(seed=1)
    together.reset(seed=1)
    for number in range(1, 6):
        assert not any(cycle.truncations.values())
        agent = cycle.agent_selection
        action = int(np.flatnonzero(cycle.observe(agent)["action_mask"])[0])
        cycle.step(action)
        _, _, _, truncations, _ = together.step({agent: action})
        assert set(truncations.values()) == {number == 5}
    assert all(cycle.truncations.values())
    assert not any(cycle.terminations.values())
    assert together.agents == []


def test_invalid_arguments_are_rejected() -> None:
    with pytest.raises(onirium.OptionError, match="seats: 6 is not one of 2, 3, 4, 5"):
        env("nightmarium", seats=6)
    with pytest.raises(TypeError, match="unexpected keyword argument 'seat'; did you mean 'seats'"):
        env("nightmarium", seat=3)
    with pytest.raises(ValueError, match="observation: 'rows' is not one of flat, one_hot, named"):
        parallel_env("nightmarium", observation="rows")


@pytest.mark.parametrize("kind", [AgentCycleEnv, ParallelAgentsEnv])
def test_render_modes_show_the_board(kind: Any, capsys: pytest.CaptureFixture[str]) -> None:
    game_env = kind("nightmarium", render_mode="ansi")
    game_env.reset(seed=1)
    text = game_env.render()
    assert "Hand" in text
    assert capsys.readouterr().out == ""
    loud = kind("nightmarium", render_mode="human")
    loud.reset(seed=1)
    assert "Hand" in capsys.readouterr().out
    *_, (_, action) = (play_randomly if kind is AgentCycleEnv else play_in_parallel)(loud, 1, 3)
    assert f"> {loud.notation(action)}\n" in capsys.readouterr().out
    quiet = kind("nightmarium")
    quiet.reset(seed=1)
    assert quiet.render() is None
    quiet.close()
