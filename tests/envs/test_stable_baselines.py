"""The adapter for Stable-Baselines3 equals its own vector of single environments."""

from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

import onirium.envs  # noqa: F401 - registers the environments
from onirium.core.chance import Random
from onirium.envs.stable_baselines import StableBatchEnv

GAMES = 3
STEPS = 150


def make_pair(**arguments: Any) -> tuple[StableBatchEnv, DummyVecEnv]:
    make = partial(gymnasium.make, "onirium/Onirim-v0", disable_env_checker=True, **arguments)
    pair = StableBatchEnv("onirim", GAMES, **arguments), DummyVecEnv([make] * GAMES)
    for env in pair:
        env.seed(5)
    return pair


def assert_equal(ours: Any, theirs: Any) -> None:
    assert set(ours) == set(theirs)
    for name in ours:
        np.testing.assert_array_equal(ours[name], theirs[name])


@pytest.mark.parametrize("arguments", [{}, {"observation": "named", "expansions": ["towers"]}])
def test_episodes_equal_those_of_single_environments(arguments: dict[str, Any]) -> None:
    """A game that ends is followed by the next game of its seed; an illegal action ends one."""
    ours, theirs = make_pair(**arguments)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert_equal(ours.reset(), theirs.reset())
    rng = Random(1)
    ended = illegal = 0
    for step in range(STEPS):
        masks = get_action_masks(ours)
        np.testing.assert_array_equal(masks, get_action_masks(theirs))
        legal = [np.flatnonzero(mask) for mask in masks]
        actions = np.array([numbers[rng.randrange(len(numbers))] for numbers in legal])
        if step % 40 == 39:
            actions[0] = np.flatnonzero(~masks[0])[0]
        observation, rewards, dones, infos = ours.step(actions)
        expected, their_rewards, their_dones, their_infos = theirs.step(actions)
        assert_equal(observation, expected)
        np.testing.assert_array_equal(rewards, their_rewards)
        np.testing.assert_array_equal(dones, their_dones)
        assert rewards.dtype == their_rewards.dtype
        for info, their_info in zip(infos, their_infos, strict=True):
            if "terminal_observation" in their_info:
                assert_equal(info["terminal_observation"], their_info["terminal_observation"])
            assert ("illegal" in info) == ("illegal" in their_info)
            # The batch adds the index of the game.
            assert info.get("illegal", "").endswith(their_info.get("illegal", ""))
            illegal += "illegal" in info
        ended += int(dones.sum())
    assert ended > illegal > 0


def test_next_reset_without_a_seed_starts_the_next_games() -> None:
    ours, theirs = make_pair()
    for _ in range(3):
        assert_equal(ours.reset(), theirs.reset())


@pytest.mark.long
def test_maskable_ppo_trains_on_a_batch() -> None:
    # Several threads do not speed up the training of such a small network.
    torch.set_num_threads(1)
    env = VecMonitor(StableBatchEnv("onirim", 4))
    assert is_masking_supported(env)
    model = MaskablePPO("MultiInputPolicy", env, n_steps=16, batch_size=32, seed=1, device="cpu")
    before = [parameter.clone() for parameter in model.policy.parameters()]
    model.learn(128)
    assert any((a != b).any() for a, b in zip(before, model.policy.parameters(), strict=True))
    masks = get_action_masks(env)
    actions, _ = model.predict(env.reset(), action_masks=masks)
    assert actions.shape == (4,)


def test_several_seats_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"nightmarium has 3 seats .* trains one agent"):
        StableBatchEnv("nightmarium", seats=3)


def test_attributes_of_a_single_game_cannot_be_set() -> None:
    env = StableBatchEnv("onirim", 2)
    assert env.get_attr("render_mode", indices=1) == [None]
    with pytest.raises(AttributeError, match="have no attributes"):
        env.set_attr("speed", 3)
    assert env.env_is_wrapped(gymnasium.Wrapper) == [False, False]


def test_methods_return_a_value_for_each_selected_game() -> None:
    ours, theirs = make_pair()
    for env in (ours, theirs):
        env.reset()
    np.testing.assert_array_equal(
        ours.env_method("action_masks", indices=[0, 2]),
        theirs.env_method("action_masks", indices=[0, 2]),
    )
    for method, value in (("notation", 36), ("parse", "discard red sun")):
        assert ours.env_method(method, value, indices=[1]) == theirs.env_method(
            method, value, indices=[1]
        )
