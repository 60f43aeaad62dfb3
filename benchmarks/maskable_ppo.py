"""Trains MaskablePPO of sb3-contrib to play Onirim, and plays it in the evaluation tasks.

``python -m benchmarks.maskable_ppo`` trains with a reward for each door and writes the agent to
``training``; then ``onirium evaluate policy:benchmarks.maskable_ppo:Agent --task onirim`` runs it
in the folder of the repository. Training needs ``pip install sb3-contrib``.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Box
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnvWrapper

import onirium
from onirium.envs.spaces import observation_slices
from onirium.envs.stable_baselines import StableBatchEnv, StableStep

DATA_FILES = ("../training/maskable_ppo.zip",)
"""The file of the agent, which the hash of the player covers."""

AGENT = Path(__file__).parent / DATA_FILES[0]
GAMES = 64
SEED = 1
STEPS_PER_UPDATE = 256
STEPS_PER_SAVE = 20 * GAMES * STEPS_PER_UPDATE
MINIBATCH_STEPS = 2048
EPOCHS = 4
HIDDEN = (256, 256)
LEARNING_RATE = 5e-4
ENTROPY_WEIGHT = 0.01
DISCOUNT = 1.0

Features = NDArray[np.float32]


def scale(observation: NDArray[np.int16], high: Features) -> Features:
    """Return the numbers of observations as shares of their largest values."""
    return observation.astype(np.float32) / high


def highest_numbers(game: onirium.Game) -> Features:
    """Return the largest value of each number of an observation."""
    spec = game.observation_spec().values()
    return np.concatenate([np.full(length, high, np.float32) for length, high in spec])


class DoorRewards(VecEnvWrapper):
    """Adds a reward of 1 for each door found and of -1 for each door lost; observes features."""

    def __init__(self, games: StableBatchEnv) -> None:
        game = games.batch.games.game
        self._high = highest_numbers(game)
        self._doors_part = observation_slices(game)["doors"]
        super().__init__(games, Box(0.0, 1.0, self._high.shape, np.float32))
        self._doors = np.zeros(games.num_envs)

    def reset(self) -> Features:
        """Start new games, which have no doors."""
        observation: Any = self.venv.reset()
        self._doors = self._count_doors(observation["observation"])
        return scale(observation["observation"], self._high)

    def step_wait(self) -> StableStep:
        """Add the rewards; a game that ends is counted with its last observation."""
        batch, rewards, dones, infos = self.venv.step_wait()
        observation: Any = batch
        numbers = observation["observation"].copy()
        started = self._count_doors(numbers)
        for index in np.flatnonzero(dones):
            last = infos[index]["terminal_observation"]["observation"]
            infos[index]["terminal_observation"] = scale(last, self._high)
            numbers[index] = last
        doors = self._count_doors(numbers)
        shaped = rewards + (doors - self._doors).astype(np.float32)
        self._doors = started
        features: Any = scale(observation["observation"], self._high)
        return features, shaped, dones, infos

    def _count_doors(self, numbers: NDArray[np.int16]) -> NDArray[np.float64]:
        doors: NDArray[np.float64] = numbers[:, self._doors_part].sum(axis=1).astype(np.float64)
        return doors


class Agent:
    """The trained agent as a policy; it takes the action of the highest probability."""

    def __init__(self) -> None:
        torch.set_num_threads(1)
        self._model = MaskablePPO.load(AGENT, device="cpu")
        self._high = highest_numbers(onirium.load("onirim"))

    def __call__(self, observation: dict[str, Any]) -> int:
        """Return the action for an observation of the Gymnasium environment."""
        action, _ = self._model.predict(
            scale(observation["observation"], self._high),
            action_masks=observation["action_mask"].astype(bool),
            deterministic=True,
        )
        return int(action)


def train(steps: int) -> None:
    """Train for a number of decisions and write the agent."""
    torch.set_num_threads(1)
    model = MaskablePPO(
        "MlpPolicy",
        DoorRewards(StableBatchEnv("onirim", GAMES)),
        n_steps=STEPS_PER_UPDATE,
        batch_size=MINIBATCH_STEPS,
        n_epochs=EPOCHS,
        learning_rate=LEARNING_RATE,
        ent_coef=ENTROPY_WEIGHT,
        gamma=DISCOUNT,
        policy_kwargs={"net_arch": list(HIDDEN)},
        seed=SEED,
        device="cpu",
        verbose=1,
    )
    AGENT.parent.mkdir(exist_ok=True)
    while model.num_timesteps < steps:
        model.learn(STEPS_PER_SAVE, log_interval=20, reset_num_timesteps=False)
        model.save(AGENT)


def main() -> None:
    """Train an agent."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=4_000_000, help="decisions of the training")
    train(parser.parse_args().steps)


if __name__ == "__main__":
    main()
