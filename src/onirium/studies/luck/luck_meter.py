"""The luck of a chance outcome, as backgammon programs define it."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.search_registry import make_solver
from onirium.core.buffers import action_buffer
from onirium.core.game import Game, State
from onirium.studies.luck.position_value import load_position_value
from onirium.studies.luck.rollout_value import load_rollout_value
from onirium.studies.luck.value_function import ValueFunction


@final
class LuckMeter:
    """Measures luck: the value after an outcome less the expected value over all outcomes.

    Both come from one fixed value function, so the expected luck of every chance outcome is 0,
    however wrong the function is. The sum over a game therefore has the mean 0 for all players
    (Zinkevich, Bowling, Bard, Kan, Billings: Optimal Unbiased Estimators for Evaluating Agent
    Performance, 2006). The games draw cards one by one and do not order unseen cards, so
    ``chance_outcomes`` lists every outcome, and the expectation is exact: no shuffle has to be
    sampled.

    Args:
        game: the game.
        value: the value function.
    """

    def __init__(self, game: Game, value: ValueFunction) -> None:
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


def check_luck(game: Game, rollouts: int, *, is_measured: bool) -> None:
    """Check a request to measure luck.

    Args:
        game: the game.
        rollouts: the number of rollouts for each outcome.
        is_measured: whether luck is measured.

    Raises:
        WeightsError: if luck is measured and the game has no network.
        ValueError: if there are rollouts although luck is not measured or the game has one seat.
    """
    if is_measured:
        load_luck_meter(game, rollouts)
    elif rollouts != 0:
        raise ValueError("luck rollouts adjust results for luck: add --adjust-luck")


def load_luck_meter(game: Game, rollouts: int = 0) -> LuckMeter:
    """Return the meter for a game and its options, with exact values of endings.

    Args:
        game: the game.
        rollouts: the number of rollouts that value each outcome of a game for several players; by
            default the networks alone do.

    Raises:
        WeightsError: if there is no network for the game, or its weights cannot be used.
        ValueError: if the number of rollouts is negative, or the game has one seat and rollouts.
    """
    value: ValueFunction = load_position_value(game, make_solver(game))
    if rollouts != 0:
        value = load_rollout_value(game, value, rollouts)
    return LuckMeter(game, value)
