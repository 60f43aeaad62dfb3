"""Advice that is known beforehand."""

from collections.abc import Callable
from typing import ClassVar

import pytest

from onirium.bots.advisor import Chance
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

    def think(self, rounds: int) -> None:
        self.thought.append(rounds)

    def chances(self) -> list[Chance]:
        chances = type(self).judged(self._state)
        return [Chance(*pair) for pair in zip(self._state.legal_actions(), chances, strict=True)]

    def best(self) -> Chance:
        return max(self.chances(), key=lambda chance: chance.chance)


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
    patch.setattr(game_analysis, "Advice", kind)
