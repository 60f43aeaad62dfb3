"""Advice that is known beforehand."""

from collections.abc import Callable
from typing import ClassVar

import pytest

from onirium.bots.advisor import ActionValue
from onirium.core.game import State
from onirium.studies.analysis import game_analysis


class Known:
    """Advice that knows the chances of the legal actions, and counts the rounds of thought."""

    judged: ClassVar[Callable[[State], list[float]]]
    thought: ClassVar[list[int]] = []

    def __init__(self, state: State, seat: int, seed: int) -> None:
        assert seat == state.current_player()
        assert seed >= 0
        self._state = state

    def run(self, simulations: int) -> None:
        self.thought.append(simulations)

    def action_values(self) -> list[ActionValue]:
        chances = type(self).judged(self._state)
        return [
            ActionValue(*pair) for pair in zip(self._state.legal_actions(), chances, strict=True)
        ]

    def best(self) -> ActionValue:
        return max(self.action_values(), key=lambda value: value.win_probability)


def known(
    judged: Callable[[State], list[float]],
    patch: pytest.MonkeyPatch,
    kind: type[Known] = Known,
) -> None:
    """Let analyses judge by these chances.

    Args:
        judged: returns the chances of the legal actions of a state.
        patch: undoes it in the end.
        kind: what advises.
    """
    patch.setattr(Known, "judged", staticmethod(judged), raising=False)
    patch.setattr(game_analysis, "Advisor", kind)
