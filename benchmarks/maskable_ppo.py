"""Trains MaskablePPO of sb3-contrib to play Onirim, and plays it in the evaluation tasks.

``onirium evaluate policy:benchmarks.maskable_ppo:Agent --task onirim``, in the folder of the
repository, plays with the agent in ``maskable_ppo.pt``. ``python -m benchmarks.maskable_ppo``
trains another one in its place, on a GPU if there is one. Both need ``pip install sb3-contrib``.
"""

import argparse
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Space
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer, MaskableRolloutBufferSamples
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnvWrapper
from torch import Tensor, nn

import onirium
from onirium.envs.one_hot import OneHotEncoder
from onirium.envs.spaces import action_space, observation_slices, observation_space
from onirium.envs.stable_baselines import StableBatchEnv
from onirium.envs.vector import BatchEnv

DATA_FILES = ("maskable_ppo.pt",)
"""The file of the agent, which the hash of the player covers."""

AGENT = Path(__file__).parent / DATA_FILES[0]
GAMES = 1024
SEED = 1
STEPS_PER_UPDATE = 64
UPDATES = 192
MINIBATCH_DECISIONS = 4096
EPOCHS = 4
HIDDEN = (256, 256)
LEARNING_RATE = 1e-3
ENTROPY_WEIGHT = 0.01
DOOR_REWARD = 0.125
DISCOUNT = 1.0
UPDATES_PER_SAVE = 16
VALIDATION_GAMES = 4096
VALIDATION_SEED = 1_000_000

Numbers = NDArray[np.int16]


class CardFeatures(BaseFeaturesExtractor):
    """Turns kinds of cards into one-hot vectors, and counts into shares of their largest values."""

    def __init__(self, space: Space[Numbers]) -> None:
        game = onirium.load("onirim")
        self._parts = observation_slices(game)
        self._highs = {name: high for name, (_, high) in game.observation_spec().items()}
        self._categorical = game.categorical_arrays()
        super().__init__(space, features_dim=len(OneHotEncoder(game).high))

    def forward(self, numbers: Tensor) -> Tensor:
        """Return the inputs of the network."""
        parts = [self._encode(name, numbers[:, part]) for name, part in self._parts.items()]
        return torch.cat(parts, dim=1)

    def _encode(self, name: str, numbers: Tensor) -> Tensor:
        high = self._highs[name]
        if name in self._categorical:
            return nn.functional.one_hot(numbers.long(), high + 1)[..., 1:].flatten(1).float()
        return numbers / high


POLICY: dict[str, Any] = {
    "net_arch": list(HIDDEN),
    "activation_fn": nn.ReLU,
    "features_extractor_class": CardFeatures,
}


class DoorRewards(VecEnvWrapper):
    """Adds a reward for each door found, and its negative for each door lost.

    Attributes:
        door_reward: the reward for a door; a win has 1.
    """

    def __init__(self, games: StableBatchEnv) -> None:
        game = games.batch.games.game
        self.door_reward = DOOR_REWARD
        self._doors_part = observation_slices(game)["doors"]
        super().__init__(games, observation_space(game, "flat")["observation"])
        self._doors = np.zeros(games.num_envs)

    def reset(self) -> Numbers:
        """Start new games, which have no doors."""
        observation: Any = self.venv.reset()
        numbers: Numbers = observation["observation"]
        self._doors = self._count_doors(numbers)
        return numbers

    def step_wait(self) -> Any:
        """Add the rewards; a game that ends is counted with its last observation."""
        batch, rewards, dones, infos = self.venv.step_wait()
        observation: Any = batch
        numbers: Numbers = observation["observation"]
        started = self._count_doors(numbers)
        doors = started.copy()
        for index in np.flatnonzero(dones):
            last = infos[index]["terminal_observation"]["observation"]
            infos[index]["terminal_observation"] = last
            doors[index] = self._count_doors(last)
        shaped = rewards + self.door_reward * (doors - self._doors)
        self._doors = started
        return numbers, shaped.astype(np.float32), dones, infos

    def _count_doors(self, numbers: Numbers) -> NDArray[np.float64]:
        doors: NDArray[np.float64] = numbers[..., self._doors_part].sum(axis=-1).astype(np.float64)
        return doors


class DeviceRolloutBuffer(MaskableRolloutBuffer):
    """Copies each rollout to the device of the network once, and draws minibatches there."""

    action_masks: NDArray[np.bool_]

    def reset(self) -> None:
        """Start a rollout, with masks of one byte instead of four."""
        super().reset()
        self.action_masks = self.action_masks.astype(np.bool_)
        self._decisions: list[Tensor] = []

    def get(self, batch_size: int | None = None) -> Generator[MaskableRolloutBufferSamples]:
        """Return all decisions in minibatches, in random order."""
        if not self._decisions:
            arrays = (
                self.observations,
                self.actions,
                self.values,
                self.log_probs,
                self.advantages,
                self.returns,
                self.action_masks,
            )
            self._decisions = [self.to_torch(array).flatten(0, 1) for array in arrays]
        decisions = self.buffer_size * self.n_envs
        order = torch.randperm(decisions, device=self.device)
        for indices in order.split(batch_size or decisions):
            yield MaskableRolloutBufferSamples(*(values[indices] for values in self._decisions))


def make_policy() -> MaskableActorCriticPolicy:
    """Create an untrained network."""
    game = onirium.load("onirim")
    numbers = observation_space(game, "flat")["observation"]
    return MaskableActorCriticPolicy(numbers, action_space(game), lambda _: LEARNING_RATE, **POLICY)


class Agent:
    """The trained agent as a policy; it takes the action of the highest probability.

    Attributes:
        policy: its network.
    """

    def __init__(self) -> None:
        torch.set_num_threads(1)
        self.policy = make_policy()
        self.policy.load_state_dict(torch.load(AGENT, map_location="cpu"))

    def __call__(self, observation: dict[str, Any]) -> int:
        """Return the action for an observation of the Gymnasium environment."""
        return int(choose(self.policy, observation))


def choose(policy: MaskableActorCriticPolicy, observation: dict[str, Any]) -> NDArray[np.int64]:
    """Return the most probable actions."""
    actions: NDArray[np.int64]
    actions, _ = policy.predict(
        observation["observation"],
        action_masks=observation["action_mask"].astype(np.bool_),
        deterministic=True,
    )
    return actions


def win_rate(policy: MaskableActorCriticPolicy) -> float:
    """Return the share of the validation games that a policy wins."""
    batch = BatchEnv("onirim", VALIDATION_GAMES, autoreset_mode=AutoresetMode.SAME_STEP)
    observation, _ = batch.reset(seed=VALIDATION_SEED)
    playing = np.ones(VALIDATION_GAMES, np.bool_)
    won = 0
    while playing.any():
        observation, rewards, ended, _, _ = batch.step(choose(policy, observation))
        won += int((rewards[playing & ended] > 0).sum())
        playing &= ~ended
    return won / VALIDATION_GAMES


class Training:
    """A training in which learning rate, entropy weight and door reward fall to 0.

    Args:
        updates: the number of updates, each after ``GAMES * STEPS_PER_UPDATE`` decisions.
    """

    def __init__(self, updates: int) -> None:
        self._started_at = time.monotonic()
        self._updates = updates
        self._share_left = 1.0
        self._env = DoorRewards(StableBatchEnv("onirim", GAMES))
        self._model = MaskablePPO(
            MaskableActorCriticPolicy,
            self._env,
            n_steps=STEPS_PER_UPDATE,
            batch_size=MINIBATCH_DECISIONS,
            n_epochs=EPOCHS,
            learning_rate=lambda _: LEARNING_RATE * self._share_left,
            gamma=DISCOUNT,
            rollout_buffer_class=DeviceRolloutBuffer,
            policy_kwargs=POLICY,
            seed=SEED,
        )

    def run(self) -> None:
        """Train; write the agent now and then, and at the end."""
        for left in range(self._updates, 0, -1):
            self._share_left = left / self._updates
            self._model.ent_coef = ENTROPY_WEIGHT * self._share_left
            self._env.door_reward = DOOR_REWARD * self._share_left
            self._model.learn(GAMES * STEPS_PER_UPDATE, None, None, reset_num_timesteps=False)
            if left % UPDATES_PER_SAVE == 1:
                self._save()

    def _save(self) -> None:
        """Write the weights in half precision; report progress."""
        policy = self._model.policy
        torch.save({name: value.half() for name, value in policy.state_dict().items()}, AGENT)
        print(
            f"{time.monotonic() - self._started_at:.0f} s: {self._model.num_timesteps:,} decisions;"
            f" wins {win_rate(policy):.1%} of {VALIDATION_GAMES} games",
            flush=True,
        )


def main() -> None:
    """Train an agent."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--updates", type=int, default=UPDATES, help="length of the training")
    torch.set_float32_matmul_precision("high")
    Training(parser.parse_args().updates).run()


if __name__ == "__main__":
    main()
