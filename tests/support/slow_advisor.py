"""Advisors that refine their estimates for a long time."""

from time import sleep

from onirium.bots.advisor import ActionValue
from onirium.core.game import State


class SlowAdvisor:
    """Runs ten simulations per call and changes all values each time; complete after 90."""

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
        probability = min(1.0, self.simulations / 1000)
        return [ActionValue(action, probability) for action in self._actions]

    def best(self) -> ActionValue:
        return self.action_values()[0]


class EndlessAdvisor(SlowAdvisor):
    """Never completes."""

    @property
    def complete(self) -> bool:
        return False

    def run_for(self, seconds: float) -> None:
        sleep(seconds)
        super().run_for(seconds)
