"""MaskablePPO of sb3-contrib learns to find doors.

It needs more than Onirium brings: pip install sb3-contrib
"""

from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks

GAME = "onirium.envs:onirium/Onirim-v0"


class Doors(gymnasium.Wrapper[dict[str, Any], int, dict[str, Any], int]):
    """Rewards each door when it is found, and takes that back when it is lost."""

    def reset(self, **arguments: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode, without a door."""
        self.doors = 0
        return self.env.reset(**arguments)

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action and count the doors."""
        observation, won, over, cut, info = self.env.step(action)
        before = self.doors
        part = self.get_wrapper_attr("observation_slices")["doors"]
        self.doors = int(observation["observation"][part].sum())
        return observation, float(won) + self.doors - before, over, cut, info


def doors_found(model: MaskablePPO, games: int) -> float:
    """Return how many doors a model has found at the end of a game, on average."""
    env = Doors(gymnasium.make(GAME))
    total = 0
    for seed in range(games):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=get_action_masks(env))
            observation, _, over, _, _ = env.step(int(action))
        total += env.doors
    return total / games


def learn(steps: int, games: int) -> tuple[float, float]:
    """Learn for some steps; return the doors found in some games before and after."""
    # So small a network is learned no sooner by several processors that wait for each other.
    torch.set_num_threads(1)
    env = Doors(gymnasium.make(GAME))
    model = MaskablePPO("MultiInputPolicy", env, n_steps=1024, batch_size=256, seed=1, device="cpu")
    before = doors_found(model, games)
    model.learn(steps)
    return before, doors_found(model, games)


if __name__ == "__main__":
    print("doors of a game: {:.2f} before, {:.2f} after".format(*learn(30_000, 100)))
