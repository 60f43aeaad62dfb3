"""A policy for the Gymnasium environment as a player."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from onirium.bots.player import InformationSet, Player
from onirium.core.chance import Random
from onirium.core.game import Game
from onirium.envs.arguments import OBSERVATION_FORMS, validate_choice
from onirium.envs.spaces import ObservationWriter

PolicyFunction: TypeAlias = Callable[[dict[str, Any]], int]
"""Chooses an action for an observation of the Gymnasium environment."""


def check_form(form: str) -> None:
    """Check that observations have a form.

    Raises:
        ValueError: if not.
    """
    validate_choice(OBSERVATION_FORMS, "OBSERVATION", form)


def make_player(name: str, policy: PolicyFunction, game: Game, form: str) -> Player:
    """Create a player that calls a policy with observations of a form."""
    return Policy(name, policy, game, form)


class Policy(Player):
    """Calls a policy with the observation that the Gymnasium environment has at a decision.

    Args:
        name: the name of the player.
        policy: the policy.
        game: the game, with its options.
        form: the form of its observations, one of ``OBSERVATION_FORMS``.
    """

    def __init__(self, name: str, policy: PolicyFunction, game: Game, form: str) -> None:
        self.name = name
        self._policy = policy
        self._writer = ObservationWriter(game, form)

    def choose(self, information: InformationSet, rng: Random) -> int:
        """Return the action of the policy."""
        del rng
        mask = np.zeros(information.game.action_count, np.int8)
        mask[information.legal_actions()] = 1
        information.observe_into(self._writer.numbers, 0)
        return self._policy(self._writer.arrays(mask))
