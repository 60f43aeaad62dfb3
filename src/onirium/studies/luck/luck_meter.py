"""The luck of a chance outcome, as backgammon programs define it."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.search_registry import make_solver
from onirium.core.buffers import action_buffer
from onirium.core.game import Game, State
from onirium.studies.luck.position_value import PositionValue, load_position_value


@final
class LuckMeter:
    """Measures luck: the value after an outcome less the expected value over all outcomes.

    Both come from one fixed value function, so the expected luck of every chance event is 0,
    however wrong the function is. The sum over a game therefore has the mean 0 for all players
    (Zinkevich, Bowling, Bard, Kan, Billings: Optimal Unbiased Estimators for Evaluating Agent
    Performance, 2006). The games draw cards one by one and do not order unseen cards, so
    ``chance_outcomes`` lists every outcome, and the expectation is exact: no shuffle has to be
    sampled.

    Args:
        game: the game.
        value: the value function.
    """

    def __init__(self, game: Game, value: PositionValue) -> None:
        self._seats: i64 = game.seats
        self._value = value
        self._after = game.new_state()
        self._outcomes = action_buffer()
        self._weights = action_buffer()
        self._values = vec[float]([0.0] * game.seats)

    def measure(self, state: State, outcome: i64) -> list[float]:
        """Return the luck of an outcome of a chance node, for each seat."""
        count = state.chance_outcomes_into(self._outcomes, self._weights)
        luck = [0.0] * int(self._seats)
        if count == 1:
            return luck
        total = 0.0
        index: i64
        for index in range(count):
            total += float(self._weights[index])
        seat: i64
        for index in range(count):
            self._after.copy_from(state)
            self._after.apply_unchecked(self._outcomes[index])
            self._value.values_into(self._after, self._values)
            share = float(self._weights[index]) / total
            for seat in range(self._seats):
                if self._outcomes[index] == outcome:
                    luck[seat] += self._values[seat]
                luck[seat] -= share * self._values[seat]
        return luck


def load_luck_meter(game: Game) -> LuckMeter:
    """Return the meter for a game and its options, with exact values of endings.

    Raises:
        WeightsError: if there is no network for the game, or its weights cannot be used.
    """
    return LuckMeter(game, load_position_value(game, make_solver(game)))
