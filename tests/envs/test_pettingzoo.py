"""A game with all its seats as environments of PettingZoo."""

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
from onirium.envs.pettingzoo import ParallelTableEnv, TableEnv, env, parallel_env
from onirium.record import final_state, replay

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("onirim", {}),
    ("onirim", {"seats": 2, "expansions": "book,towers,premonitions"}),
    ("onirim", {"seats": 2, "mode": "race", "observation": "named"}),
    ("nightmarium", {}),
    ("nightmarium", {"seats": 5, "creatures": 7}),
]
SEVERAL = GAMES[1:]
MOST_WHEN_COMPILED = [*SEVERAL[:-1], pytest.param(*SEVERAL[-1], marks=pytest.mark.long)]
"""The longest game is played where the rules are compiled."""

# PettingZoo warns of observations that hold a mask, unless they are those of its own card games,
# and when nothing is legal any more, since the game is over.
with_a_mask = [
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


class TestOfficialSuites:
    pytestmark = with_a_mask

    @pytest.mark.parametrize(("game", "options"), GAMES)
    def test_pettingzoo_finds_no_fault(self, game: str, options: dict[str, Any]) -> None:
        place = onirium.envs.IDS[game]
        api_test(pettingzoo.make("aec", place, **options), num_cycles=40)
        parallel_api_test(pettingzoo.make("parallel", place, **options), num_cycles=40)

    @pytest.mark.parametrize(("game", "options"), GAMES)
    def test_seeds_mean_what_they_say(self, game: str, options: dict[str, Any]) -> None:
        place = onirium.envs.IDS[game]
        seed_test(lambda: pettingzoo.make("aec", place, **options), num_cycles=40)
        parallel_seed_test(lambda: pettingzoo.make("parallel", place, **options), num_cycles=40)


def played(table: TableEnv, seed: int, steps: int = 10_000) -> Iterator[tuple[str, int]]:
    """Play at random until the game is over or some steps are done; yield who decided what."""
    dice = random.Random(seed)
    for _, agent in zip(range(steps), table.agent_iter(), strict=False):
        _, _, over, _, info = table.last()
        if over:
            return
        action = int(dice.choice(np.flatnonzero(info["action_mask"])))
        table.step(action)
        yield agent, action


def same(one: Any, other: Any) -> bool:
    """Tell whether two things made of arrays hold the same numbers."""
    return pickle.dumps(one) == pickle.dumps(other)


def pickled(table: Any) -> Any:
    """Return what a pickle makes of an environment."""
    return pickle.loads(pickle.dumps(table))  # noqa: S301


def finished(table: TableEnv) -> dict[str, float]:
    """Step through the end of a game; return what each agent is rewarded with."""
    rewards = {}
    for agent in table.agent_iter():
        _, reward, over, _, _ = table.last()
        assert over
        rewards[agent] = reward
        table.step(None)
    return rewards


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_agents_decide_when_their_seats_do(game: str, options: dict[str, Any]) -> None:
    table = TableEnv(game, **options)
    table.reset(seed=7)
    decided = list(played(table, 7))
    record = table.record()
    steps = [step for step in replay(record) if step.seat >= 0]
    assert decided == [(f"player_{step.seat + 1}", step.action) for step in steps]
    results = final_state(record).returns()
    rewards = finished(table)
    assert [rewards[agent] for agent in table.possible_agents] == results
    assert table.agents == []


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whoever_wins_is_rewarded(seats: int) -> None:
    table = TableEnv("nightmarium", seats=seats)
    table.reset(seed=1)
    *_, (winner, _) = played(table, 1)
    rewards = finished(table)
    assert rewards == {agent: float(agent == winner) for agent in table.possible_agents}


@pytest.mark.parametrize(("game", "options"), SEVERAL)
@pytest.mark.parametrize("steps", [0, 25])
def test_each_agent_sees_what_its_seat_may(game: str, options: dict[str, Any], steps: int) -> None:
    table = TableEnv(game, **{**options, "observation": "named"})
    table.reset(seed=3)
    for _ in played(table, 3, steps):
        pass
    state = final_state(table.record())
    for seat, agent in enumerate(table.possible_agents):
        seen = table.observe(agent)
        assert table.observation_space(agent).contains(seen)
        legal = np.flatnonzero(seen.pop("action_mask")).tolist()
        assert legal == np.flatnonzero(table.infos[agent]["action_mask"]).tolist()
        assert legal == (state.legal_actions() if agent == table.agent_selection else [])
        assert {name: part.tolist() for name, part in seen.items()} == state.observation(seat)


@pytest.mark.parametrize("kind", [TableEnv, ParallelTableEnv])
@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_copies_go_on_as_the_original_would(kind: Any, copied: Any) -> None:
    table = kind("nightmarium")
    table.reset(seed=4)
    going_on = played if kind is TableEnv else played_together
    begun = list(going_on(table, 1, 20))
    assert len(begun) == 20
    before = table.record()
    other = copied(table)
    theirs = list(going_on(other, 2)), other.record()
    assert table.record() == before
    assert theirs == (list(going_on(table, 2)), table.record())
    other.reset()
    table.reset()
    assert list(going_on(other, 3)) == list(going_on(table, 3))


def played_together(
    table: ParallelTableEnv, seed: int, steps: int = 10_000
) -> Iterator[tuple[str, int]]:
    """Play as ``played`` does where all agents act at once."""
    dice = random.Random(seed)
    for _ in range(steps):
        if not table.agents:
            return
        actions = {
            agent: int(dice.choice(np.flatnonzero(info["action_mask"])))
            for agent, info in table.infos.items()
        }
        [(agent, action)] = [
            (agent, action) for agent, action in actions.items() if table.notation(action) != "wait"
        ]
        table.step(actions)
        yield agent, action


@pytest.mark.parametrize(("game", "options"), MOST_WHEN_COMPILED)
def test_all_at_once_it_is_the_same_game(game: str, options: dict[str, Any]) -> None:
    """Played with the same decisions, of which the waiting give none."""
    table, together = TableEnv(game, **options), parallel_env(game, **options)
    table.reset(seed=9)
    shown, infos = together.reset(seed=9)
    rewards: dict[str, float] = {}
    for agent, action in played(table, 9):
        assert [one for one in infos if not infos[one]["action_mask"][-1]] == [agent]
        shown, rewards, over, cut, infos = together.step({agent: action})
        assert not any(cut.values())
        assert all(same(over[one], table.terminations[one]) for one in table.possible_agents)
        mine, theirs = table.observe(agent), shown[agent]
        assert together.observation_space(agent).contains(theirs)
        del mine["action_mask"], theirs["action_mask"]
        assert same(mine, theirs)
    assert together.record() == table.record()
    assert together.agents == []
    assert rewards == finished(table)
    assert together.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_what_enforces_the_order_is_copied_too(copied: Any) -> None:
    table: Any = env("onirim")
    table.reset(seed=1)
    dealt = table.record().actions
    other = copied(table)
    other.step(other.parse("discard red moon"))
    assert other.record().actions[: len(dealt) + 1] == [*dealt, "discard red moon"]
    assert table.record().actions == dealt


def test_an_illegal_action_loses() -> None:
    table = TableEnv("nightmarium", seats=3)
    table.reset(seed=1)
    offender = table.agent_selection
    before = table.record()
    table.step(table.parse("done"))
    assert table.record() == before
    assert "'done' is illegal" in table.infos[offender]["illegal"]
    assert [agent for agent, info in table.infos.items() if "illegal" in info] == [offender]
    assert finished(table) == {
        agent: -1.0 if agent == offender else 0.0 for agent in table.possible_agents
    }


def test_an_illegal_action_can_be_refused() -> None:
    table = TableEnv("nightmarium", illegal="raise")
    table.reset(seed=1)
    twin = copy.deepcopy(table)
    with pytest.raises(onirium.IllegalAction, match="'done' is illegal"):
        table.step(table.parse("done"))
    assert list(played(table, 1)) == list(played(twin, 1))


@pytest.mark.parametrize("illegal", ["lose", "raise"])
@pytest.mark.parametrize("who", ["decides", "waits"])
def test_who_has_to_wait_waits_and_who_has_to_decide_decides(illegal: str, who: str) -> None:
    table = parallel_env("nightmarium", illegal=illegal)
    _, infos = table.reset(seed=1)
    offender = next(
        agent for agent, info in infos.items() if info["action_mask"][-1] == (who == "waits")
    )
    wait = table.parse("wait")
    legal = {agent: int(np.flatnonzero(info["action_mask"])[0]) for agent, info in infos.items()}
    actions = {**legal, offender: wait if who == "decides" else table.parse("draw")}
    reason = f"{offender} has to {'decide' if who == 'decides' else 'wait'} now"
    before = table.record()
    if illegal == "raise":
        with pytest.raises(onirium.IllegalAction, match=reason):
            table.step(actions)
        assert table.record() == before
        table.step(legal)
        assert len(table.record().actions) > len(before.actions)
        return
    _, rewards, over, _, infos = table.step(actions)
    assert rewards == {agent: -1.0 if agent == offender else 0.0 for agent in rewards}
    assert set(over.values()) == {True}
    assert infos[offender]["illegal"] == reason
    assert table.agents == []


def test_the_order_of_calls_is_enforced() -> None:
    table = env("nightmarium")
    with pytest.raises(AttributeError, match="agent_selection cannot be accessed before reset"):
        _ = table.agent_selection
    for call in (TableEnv("nightmarium").record, lambda: parallel_env("nightmarium").step({})):
        with pytest.raises(ResetNeeded, match="no episode has begun"):
            call()


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(onirium.OptionError, match="seats: 6 is none of 2, 3, 4, 5"):
        env("nightmarium", seats=6)
    with pytest.raises(ValueError, match="observation: 'rows' is none of flat, named"):
        parallel_env("nightmarium", observation="rows")


@pytest.mark.parametrize("kind", [TableEnv, ParallelTableEnv])
def test_the_table_is_shown(kind: Any, capsys: pytest.CaptureFixture[str]) -> None:
    table = kind("nightmarium", render_mode="ansi")
    table.reset(seed=1)
    shown = table.render()
    assert "Hand" in shown
    assert capsys.readouterr().out == ""
    loud = kind("nightmarium", render_mode="human")
    loud.reset(seed=1)
    assert "Hand" in capsys.readouterr().out
    *_, (_, action) = (played if kind is TableEnv else played_together)(loud, 1, 3)
    assert f"> {loud.notation(action)}\n" in capsys.readouterr().out
    quiet = kind("nightmarium")
    quiet.reset(seed=1)
    assert quiet.render() is None
    quiet.close()
