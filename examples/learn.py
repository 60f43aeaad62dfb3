"""Train MaskablePPO of sb3-contrib to find doors.

Requires sb3-contrib: pip install sb3-contrib
"""

from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks

GAME = "onirium.envs:onirium/Onirim-v0"


class Doors(gymnasium.Wrapper[dict[str, Any], int, dict[str, Any], int]):
    """Adds a reward of 1 for each door found, and of -1 for each door lost."""

    def reset(self, **arguments: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start an episode, without doors."""
        self.doors = 0
        return self.env.reset(**arguments)

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Apply an action and count the doors."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        before = self.doors
        part = self.get_wrapper_attr("observation_slices")["doors"]
        self.doors = int(observation["observation"][part].sum())
        return observation, float(reward) + self.doors - before, terminated, truncated, info


def doors_found(model: MaskablePPO, games: int) -> float:
    """Return the average number of doors at the end of a game."""
    env = Doors(gymnasium.make(GAME))
    total = 0
    for seed in range(games):
        observation, _ = env.reset(seed=seed)
        terminated = False
        while not terminated:
            action, _ = model.predict(observation, action_masks=get_action_masks(env))
            observation, _, terminated, _, _ = env.step(int(action))
        total += env.doors
    return total / games


def learn(steps: int, games: int) -> tuple[float, float]:
    """Train for a number of steps; return the average doors before and after."""
    # Several threads do not speed up the training of such a small network.
    torch.set_num_threads(1)
    env = Doors(gymnasium.make(GAME))
    model = MaskablePPO("MultiInputPolicy", env, n_steps=1024, batch_size=256, seed=1, device="cpu")
    before = doors_found(model, games)
    model.learn(steps)
    return before, doors_found(model, games)


if __name__ == "__main__":
    print("doors of a game: {:.2f} before, {:.2f} after".format(*learn(30_000, 100)))
