"""Rewards, inputs, rollouts and the agent of the learner of the benchmarks."""

import numpy as np
import pytest
import torch
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
from torch import Tensor

import onirium
from benchmarks import maskable_ppo
from benchmarks.maskable_ppo import (
    DOOR_REWARD,
    CardFeatures,
    DeviceRolloutBuffer,
    DoorRewards,
)
from onirium.envs.one_hot import OneHotEncoder
from onirium.envs.spaces import action_space, observation_slices, observation_space
from onirium.envs.stable_baselines import StableBatchEnv

GAMES = 3
STEPS = 150
ROLLOUT_STEPS = 5
MINIBATCH_DECISIONS = 4


def test_rewards_add_up_to_the_doors_and_the_wins() -> None:
    games, plain = StableBatchEnv("onirim", GAMES), StableBatchEnv("onirim", GAMES)
    env = DoorRewards(games)
    for either in (env, plain):
        either.seed(4)
    env.reset()
    plain.reset()
    doors = observation_slices(plain.batch.games.game)["doors"]
    total, ended = np.zeros(GAMES), 0
    for _ in range(STEPS):
        actions = plain.batch.random_actions()
        numbers, rewards, dones, infos = env.step(actions)
        observation, wins, plain_dones, plain_infos = plain.step(actions)
        np.testing.assert_array_equal(dones, plain_dones)
        np.testing.assert_array_equal(numbers, observation["observation"])
        total += (rewards - wins) / DOOR_REWARD
        for index in range(GAMES):
            found = observation["observation"][index, doors].sum()
            if dones[index]:
                last = plain_infos[index]["terminal_observation"]["observation"]
                np.testing.assert_array_equal(infos[index]["terminal_observation"], last)
                assert total[index] == pytest.approx(last[doors].sum())
                total[index], ended = 0, ended + 1
            else:
                assert total[index] == pytest.approx(found)
    assert ended
    env.close()
    plain.close()


def test_features_are_one_hot_kinds_and_shares_of_the_largest_counts() -> None:
    game = onirium.load("onirim")
    encoder = OneHotEncoder(game)
    space = observation_space(game, "flat")["observation"]
    space.seed(1)
    numbers = np.array([space.sample() for _ in range(20)])
    features = CardFeatures(space)
    computed = features(torch.as_tensor(numbers).float())
    assert features.features_dim == computed.shape[1]
    np.testing.assert_allclose(computed, encoder.encode(numbers) / encoder.high, rtol=1e-6)


def test_agent_of_the_repository_wins_most_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maskable_ppo, "VALIDATION_GAMES", 200)
    assert maskable_ppo.win_rate(maskable_ppo.Agent().policy) > 0.6


def fill(buffer: MaskableRolloutBuffer) -> None:
    """Add decisions whose arrays all begin with the number of the decision."""
    for step in range(ROLLOUT_STEPS):
        ids = np.arange(GAMES) + step * GAMES
        numbers = np.zeros((GAMES, *buffer.obs_shape), np.int16)
        numbers[:, 0] = ids
        masks = np.zeros((GAMES, buffer.mask_dims), np.bool_)
        masks[np.arange(GAMES), ids] = True
        values = torch.as_tensor(ids)
        buffer.add(numbers, ids, ids, ids, values, values, action_masks=masks)


def test_rollout_has_each_decision_once_in_minibatches() -> None:
    game = onirium.load("onirim")
    buffers = [
        kind(
            ROLLOUT_STEPS,
            observation_space(game, "flat")["observation"],
            action_space(game),
            "cpu",
            n_envs=GAMES,
        )
        for kind in (DeviceRolloutBuffer, MaskableRolloutBuffer)
    ]
    for buffer in buffers:
        for _ in range(2):
            buffer.reset()
            fill(buffer)
        buffer.compute_returns_and_advantage(torch.zeros(GAMES), np.ones(GAMES))
    ours, theirs = (list(buffer.get(MINIBATCH_DECISIONS)) for buffer in buffers)
    assert [len(batch.actions) for batch in ours] == [len(batch.actions) for batch in theirs]
    for mine, other in zip(sort(ours), sort(theirs), strict=True):
        np.testing.assert_array_equal(mine, other)


def sort(minibatches: list[MaskableRolloutBufferSamples]) -> list[Tensor]:
    """Return the arrays of all minibatches in the order of the numbers of the decisions."""
    arrays = [torch.cat(parts) for parts in zip(*minibatches, strict=True)]
    order = arrays[0][:, 0].argsort()
    return [array[order] for array in arrays]
