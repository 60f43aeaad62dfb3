"""TorchRL collects games from single environments and from batches."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest

import onirium.envs  # noqa: F401 - registers the environments
from onirium.envs.vector import BatchEnv

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    torchrl: Any = pytest.importorskip("torchrl.envs")
    utils: Any = pytest.importorskip("torchrl.envs.utils")

GAMES = 4
STEPS = 200

pytestmark = pytest.mark.filterwarnings("default")


def masked(env: Any) -> Any:
    wrapped = torchrl.GymWrapper(env, categorical_action_encoding=True)
    return torchrl.TransformedEnv(wrapped, torchrl.ActionMask())


def test_a_batch_passes_the_checks_of_torchrl() -> None:
    batch = BatchEnv("onirim", GAMES, autoreset_mode="Disabled")
    env = masked(batch)
    assert tuple(env.batch_size) == (GAMES,)
    utils.check_env_specs(env)


def test_rollouts_hold_legal_decisions_and_finished_games() -> None:
    batch = BatchEnv("onirim", GAMES, autoreset_mode="Disabled", illegal="raise")
    rollout = masked(batch).rollout(STEPS, break_when_any_done=False)
    assert tuple(rollout.shape) == (GAMES, STEPS)
    masks = np.asarray(rollout["action_mask"])
    actions = np.asarray(rollout["action"])
    assert np.take_along_axis(masks, actions[..., None], axis=-1).all()
    # A random game of Onirim takes about fifty decisions.
    assert int(rollout["next", "done"].sum()) >= GAMES
    assert float(rollout["next", "reward"].min()) == 0.0


def test_a_single_environment_passes_the_checks_of_torchrl() -> None:
    utils.check_env_specs(masked(gymnasium.make("onirium/Onirim-v0")))


def test_torchrl_makes_an_environment_by_its_name() -> None:
    env = torchrl.GymEnv("onirium/Onirim-v0", expansions="towers")
    assert env.unwrapped.spec.kwargs["expansions"] == "towers"
