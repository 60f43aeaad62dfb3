"""Trains a double DQN of TorchRL to play Onirim, and plays it in the evaluation tasks.

``python -m benchmarks.masked_dqn`` trains with a reward for each door and writes the agent to
``training``; then ``onirium evaluate policy:benchmarks.masked_dqn:Agent --task onirim`` runs it in
the folder of the repository. Training needs ``pip install torchrl``.
"""

import argparse
from itertools import pairwise
from pathlib import Path
from typing import Any

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictSequential
from torch import Tensor, nn
from torchrl.collectors import Collector
from torchrl.data import LazyTensorStorage, TensorDictReplayBuffer
from torchrl.envs import DTypeCastTransform, GymWrapper, TransformedEnv
from torchrl.modules import EGreedyModule, QValueActor
from torchrl.objectives import DQNLoss, SoftUpdate

import onirium
from onirium.envs.spaces import observation_slices
from onirium.envs.vector import BatchEnv

DATA_FILES = ("../training/masked_dqn.pt",)
"""The file of the agent, which the hash of the player covers."""

AGENT = Path(__file__).parent / DATA_FILES[0]
GAMES = 256
SEED = 1
STEPS_PER_ITERATION = 4
UPDATES_PER_ITERATION = 2
ITERATIONS_PER_SAVE = 250
REPLAY_DECISIONS = 200_000
MINIBATCH_DECISIONS = 1024
HIDDEN = (256, 256)
LEARNING_RATE = 5e-4
DISCOUNT = 0.99
EPSILON = (1.0, 0.02)
EPSILON_DECISIONS = 300_000
TARGET_DECAY = 0.995


class Scale(nn.Module):
    """Divides the numbers of an observation by their largest values."""

    def __init__(self, game: onirium.Game) -> None:
        super().__init__()
        spec = game.observation_spec().values()
        high = torch.cat([torch.full((length,), float(high)) for length, high in spec])
        self.register_buffer("high", high)

    def forward(self, numbers: Tensor) -> Tensor:
        """Return the inputs of the network."""
        return numbers / self.high


def make_actor() -> QValueActor:
    """Create a network that takes the legal action of the highest value."""
    game = onirium.load("onirim")
    sizes = (sum(length for length, _ in game.observation_spec().values()), *HIDDEN)
    layers: list[nn.Module] = [Scale(game)]
    for inputs, outputs in pairwise(sizes):
        layers += [nn.Linear(inputs, outputs), nn.ReLU()]
    layers.append(nn.Linear(sizes[-1], game.action_count))
    return QValueActor(
        nn.Sequential(*layers),
        in_keys=["observation"],
        action_space="categorical",
        action_mask_key="action_mask",
    )


def make_env() -> TransformedEnv:
    """Create a batch of games whose masks are booleans."""
    batch = BatchEnv("onirim", GAMES, autoreset_mode="Disabled")
    env = GymWrapper(batch, categorical_action_encoding=True)
    env = TransformedEnv(env, DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]))
    env.set_seed(SEED)
    return env


def add_door_rewards(decisions: TensorDict, doors: slice) -> None:
    """Add a reward of 1 for each door found and of -1 for each door lost."""
    found, had = (
        numbers[..., doors].sum(-1, keepdim=True)
        for numbers in (decisions["next", "observation"], decisions["observation"])
    )
    decisions["next", "reward"] += found - had


class Agent:
    """The trained agent as a policy; it takes the action of the highest value."""

    def __init__(self) -> None:
        torch.set_num_threads(1)
        self._actor = make_actor()
        self._actor.load_state_dict(torch.load(AGENT))

    def __call__(self, observation: dict[str, Any]) -> int:
        """Return the action for an observation of the Gymnasium environment."""
        tensors = {name: torch.as_tensor(array) for name, array in observation.items()}
        tensors["action_mask"] = tensors["action_mask"].bool()
        with torch.no_grad():
            return int(self._actor(TensorDict(tensors))["action"])


class Learner:
    """A network, the games in which it explores, and the decisions from which it learns."""

    def __init__(self, steps: int) -> None:
        env = make_env()
        self.actor = make_actor()
        self._exploration = EGreedyModule(
            env.action_spec,
            *EPSILON,
            annealing_num_steps=EPSILON_DECISIONS,
            action_mask_key="action_mask",
        )
        self.collector = Collector(
            env,
            TensorDictSequential(self.actor, self._exploration),
            frames_per_batch=GAMES * STEPS_PER_ITERATION,
            total_frames=steps,
            auto_register_policy_transforms=False,
        )
        self._replay = TensorDictReplayBuffer(
            storage=LazyTensorStorage(REPLAY_DECISIONS), batch_size=MINIBATCH_DECISIONS
        )
        self._loss = DQNLoss(self.actor, action_space="categorical", double_dqn=True)
        self._loss.make_value_estimator(gamma=DISCOUNT)
        self._target = SoftUpdate(self._loss, eps=TARGET_DECAY)
        self._optimizer = torch.optim.Adam(self._loss.parameters(), lr=LEARNING_RATE)

    def learn(self, decisions: TensorDict) -> None:
        """Keep new decisions, and update the network with earlier ones."""
        self._replay.extend(decisions.reshape(-1))
        self._exploration.step(decisions.numel())
        for _ in range(UPDATES_PER_ITERATION):
            loss = self._loss(self._replay.sample())["loss"]
            self._optimizer.zero_grad()
            loss.backward()
            self._optimizer.step()
            self._target.step()


def train(steps: int) -> None:
    """Train for a number of decisions and write the agent."""
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    learner = Learner(steps)
    doors = observation_slices(onirium.load("onirim"))["doors"]
    AGENT.parent.mkdir(exist_ok=True)
    played = won = ended = 0
    for iteration, decisions in enumerate(learner.collector, start=1):
        played += decisions.numel()
        won += int((decisions["next", "reward"] > 0).sum())
        ended += int(decisions["next", "done"].sum())
        add_door_rewards(decisions, doors)
        learner.learn(decisions)
        if iteration % ITERATIONS_PER_SAVE == 0 or played >= steps:
            torch.save(learner.actor.state_dict(), AGENT)
            print(f"{played:,} decisions; won {won} of the last {ended} games")
            won = ended = 0


def main() -> None:
    """Train an agent."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=4_000_000, help="decisions of the training")
    train(parser.parse_args().steps)


if __name__ == "__main__":
    main()
