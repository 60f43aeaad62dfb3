"""A policy for the Gymnasium environment as a player."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from librt.vecs import vec
from mypy_extensions import i16

from onirium.bots.player import InformationSet, Player
from onirium.core.chance import Random

PolicyFunction: TypeAlias = Callable[[dict[str, Any]], int]
"""Chooses an action for an observation, the flat one of the Gymnasium environment."""


class Policy(Player):
    """Calls a policy with the observation that the Gymnasium environment has at a decision.

    Args:
        name: the name of the player.
        policy: the policy.
    """

    def __init__(self, name: str, policy: PolicyFunction) -> None:
        self.name = name
        self._policy = policy

    def choose(self, information: InformationSet, rng: Random) -> int:
        """Return the action of the policy."""
        del rng
        game = information.game
        size = sum(length for length, _ in game.observation_spec().values())
        numbers = vec[i16]([0] * size)
        information.observe_into(numbers, 0)
        mask = np.zeros(game.action_count, np.int8)
        mask[information.legal_actions()] = 1
        flat = np.frombuffer(numbers, np.int16)  # type: ignore[call-overload]
        return self._policy({"observation": flat.copy(), "action_mask": mask})
