"""The rewards with which the learner of the benchmarks trains."""

import numpy as np

from benchmarks.maskable_ppo import DoorRewards, highest_numbers
from onirium.envs.spaces import observation_slices
from onirium.envs.stable_baselines import StableBatchEnv

GAMES = 3
STEPS = 150


def test_rewards_add_up_to_the_doors_and_the_wins() -> None:
    games, plain = StableBatchEnv("onirim", GAMES), StableBatchEnv("onirim", GAMES)
    env = DoorRewards(games)
    for either in (env, plain):
        either.seed(4)
    env.reset()
    plain.reset()
    doors = observation_slices(plain.batch.games.game)["doors"]
    high = highest_numbers(plain.batch.games.game)
    total, ended = np.zeros(GAMES), 0
    for _ in range(STEPS):
        actions = plain.batch.random_actions()
        features, rewards, dones, infos = env.step(actions)
        observation, wins, plain_dones, plain_infos = plain.step(actions)
        np.testing.assert_array_equal(dones, plain_dones)
        np.testing.assert_allclose(features * high, observation["observation"], atol=1e-4)
        total += rewards - wins
        for index in range(GAMES):
            found = observation["observation"][index, doors].sum()
            if dones[index]:
                last = plain_infos[index]["terminal_observation"]["observation"]
                np.testing.assert_allclose(infos[index]["terminal_observation"] * high, last)
                assert total[index] == last[doors].sum()
                total[index], ended = 0, ended + 1
            else:
                assert total[index] == found
    assert ended
    env.close()
    plain.close()
