"""An advisor with given action values, and evaluators for the luck of an analysis."""

from collections.abc import Callable
from typing import ClassVar

import pytest
from mypy_extensions import i64

from onirium.bots.advisor import ActionValue
from onirium.bots.network.evaluator import Evaluator
from onirium.core.game import State
from onirium.studies.analysis import game_analysis
from onirium.studies.luck.position_value import PositionValue


class FakeAdvisor:
    """Returns given win probabilities of the legal actions and records the requested simulations.

    Attributes:
        win_probabilities: maps a state to the win probabilities of its legal actions.
        simulations: the argument of every call of ``run``.
        action_simulations: the step and the arguments of every call of ``run_action``.
    """

    win_probabilities: ClassVar[Callable[[State], list[float]]]
    simulations: ClassVar[list[int]]
    action_simulations: ClassVar[list[tuple[int, str, int]]]

    def __init__(self, state: State, seat: int, seed: int) -> None:
        assert seat == state.current_player()
        assert seed >= 0
        self._state = state
        self._seed = seed

    def run(self, simulations: int) -> None:
        self.simulations.append(simulations)

    def run_action(self, action: int, simulations: int) -> None:
        self.action_simulations.append((self._seed, self._state.game.notation(action), simulations))

    def action_values(self) -> list[ActionValue]:
        probabilities = type(self).win_probabilities(self._state)
        pairs = zip(self._state.legal_actions(), probabilities, strict=True)
        return [ActionValue(*pair) for pair in pairs]

    def best(self) -> ActionValue:
        return max(self.action_values(), key=lambda value: value.win_probability)


class EvenEvaluator(Evaluator):
    """Values all states alike, so that no chance outcome is luck."""

    def value(self, state: State, seat: i64) -> float:
        del state, seat
        return 0.5


def use_fake_advisor(
    win_probabilities: Callable[[State], list[float]],
    monkeypatch: pytest.MonkeyPatch,
    advisor: type[FakeAdvisor] = FakeAdvisor,
) -> None:
    """Replace the advisor of game analyses, and make all states equal for their luck.

    Args:
        win_probabilities: maps a state to the win probabilities of its legal actions.
        monkeypatch: restores the advisor after the test.
        advisor: the class of the replacement.
    """
    function = staticmethod(win_probabilities)
    monkeypatch.setattr(FakeAdvisor, "win_probabilities", function, raising=False)
    monkeypatch.setattr(FakeAdvisor, "simulations", [], raising=False)
    monkeypatch.setattr(FakeAdvisor, "action_simulations", [], raising=False)
    monkeypatch.setattr(game_analysis, "Advisor", advisor)
    use_evaluator(EvenEvaluator(), monkeypatch)


def use_evaluator(evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the evaluator by which game analyses measure luck."""
    monkeypatch.setattr(
        game_analysis, "load_position_value", lambda game, **_: PositionValue(game, evaluator)
    )
