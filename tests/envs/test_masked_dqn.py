"""The example of a learner of TorchRL, with a tiny budget."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import onirium
from onirium.envs.gymnasium import SoloEnv
from onirium.envs.spaces import observation_slices

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    pytest.importorskip("torchrl.envs")
    import torch

    from benchmarks import masked_dqn

pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(autouse=True)
def tiny_budget(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(masked_dqn, "AGENT", tmp_path / "training" / "agent.pt")
    for name, value in {"GAMES": 4, "MINIBATCH_DECISIONS": 8, "REPLAY_DECISIONS": 64}.items():
        monkeypatch.setattr(masked_dqn, name, value)


def test_the_agent_learns_and_plays_a_game() -> None:
    torch.manual_seed(masked_dqn.SEED)
    untrained = masked_dqn.make_actor().state_dict()
    masked_dqn.train(32)
    trained = torch.load(masked_dqn.AGENT)
    assert not all(torch.equal(trained[name], tensor) for name, tensor in untrained.items())
    agent = masked_dqn.Agent()
    env = SoloEnv("onirim", illegal="raise")
    observation, _ = env.reset(seed=1)
    terminated = False
    while not terminated:
        observation, _, terminated, _, _ = env.step(agent(observation))


def test_rewards_add_up_to_the_doors() -> None:
    env = masked_dqn.make_env()
    rollout: Any = env.rollout(60, break_when_any_done=False)
    wins = np.asarray(rollout["next", "reward"]).copy()
    doors = observation_slices(onirium.load("onirim"))["doors"]
    masked_dqn.add_door_rewards(rollout, doors)
    shaped = np.asarray(rollout["next", "reward"]) - wins
    found = np.asarray(rollout["next", "observation"])[..., doors].sum(axis=-1)
    done = np.asarray(rollout["next", "done"])[..., 0]
    for game in range(len(found)):
        steps = int(done[game].argmax()) if done[game].any() else found.shape[1] - 1
        assert shaped[game, : steps + 1].sum() == found[game, steps]
