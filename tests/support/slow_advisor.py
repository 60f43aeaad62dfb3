"""Advisers who take their time."""

from time import sleep

from onirium.bots.advisor import Chance
from onirium.core.game import State


class Slow:
    """Brought ten rounds on by each moment of thought, and sure of something else every round."""

    def __init__(self, state: State, seat: int, seed: int) -> None:
        del seat, seed
        self._actions = state.legal_actions()
        self.rounds = 10

    @property
    def complete(self) -> bool:
        return self.rounds >= 90

    def think_for(self, seconds: float) -> None:
        del seconds
        self.rounds += 10

    def chances(self) -> list[Chance]:
        return [Chance(action, min(1.0, self.rounds / 1000)) for action in self._actions]

    def best(self) -> Chance:
        return self.chances()[0]


class Endless(Slow):
    """Never done."""

    @property
    def complete(self) -> bool:
        return False

    def think_for(self, seconds: float) -> None:
        sleep(seconds)
        super().think_for(seconds)
