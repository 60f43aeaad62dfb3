"""A policy for the Gymnasium environment that also plays in studies.

From the command line: onirium simulate onirim --seat policy:examples.linear_policy:LinearPolicy
"""

import json
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

DATA_FILES = ("linear_policy.json",)
"""The files that the decisions depend on: studies hash them together with this module."""

PLAY_ACTIONS = 36
"""The first 36 actions play a card; all others have the preference of discards."""

GAMES = 20


class LinearPolicy:
    """Takes the legal action with the highest preference.

    A learned policy would use the observation.
    """

    def __init__(self) -> None:
        preferences = json.loads(Path(__file__).with_name(DATA_FILES[0]).read_text("utf-8"))
        self.play, self.discard = preferences["play"], preferences["discard"]

    def __call__(self, observation: dict[str, Any]) -> int:
        """Return the action for an observation, of which only legal ones are considered."""
        legal = np.flatnonzero(observation["action_mask"])
        scores = np.where(legal < PLAY_ACTIONS, self.play, self.discard)
        return int(legal[np.argmax(scores)])


def evaluate(policy: LinearPolicy, games: int, seed: int) -> int:
    """Return the number of decisions in some games of the environment."""
    env = gymnasium.make("onirium.envs:onirium/Onirim-v0")
    decisions = 0
    for number in range(games):
        observation, _ = env.reset(seed=seed if number == 0 else None)
        terminated = False
        while not terminated:
            observation, _, terminated, _, _ = env.step(policy(observation))
            decisions += 1
    return decisions


if __name__ == "__main__":
    print("decisions of a game:", evaluate(LinearPolicy(), GAMES, seed=1) / GAMES)
