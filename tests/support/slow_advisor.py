"""Advisers who take their time."""

from time import sleep

from onirium.bots.advisor import ActionValue
from onirium.core.game import State


class Slow:
    """Brought ten rounds on by each moment of thought, and sure of something else every round."""

    def __init__(self, state: State, seat: int, seed: int) -> None:
        del seat, seed
        self._actions = state.legal_actions()
        self.simulations = 10

    @property
    def complete(self) -> bool:
        return self.simulations >= 90

    def run_for(self, seconds: float) -> None:
        del seconds
        self.simulations += 10

    def action_values(self) -> list[ActionValue]:
        return [ActionValue(action, min(1.0, self.simulations / 1000)) for action in self._actions]

    def best(self) -> ActionValue:
        return self.action_values()[0]


class Endless(Slow):
    """Never done."""

    @property
    def complete(self) -> bool:
        return False

    def run_for(self, seconds: float) -> None:
        sleep(seconds)
        super().run_for(seconds)
