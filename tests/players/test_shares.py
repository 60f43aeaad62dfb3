"""Shares: what seats expect, of which all together have one whole."""

import pytest

from onirium import State
from onirium.players.evaluator import Evaluator
from onirium.players.shares import Shares
from tests.boughs import boughs, choice


class Told(Evaluator):
    """Expects what it was told for each seat."""

    def __init__(self, *expected: float) -> None:
        self._expected = expected

    def value(self, state: State, seat: int) -> float:
        del state
        return self._expected[seat]


@pytest.mark.parametrize(
    ("expected", "shares"),
    [
        ((0.25, 0.75), [0.25, 0.75]),
        ((0.125, 0.375), [0.25, 0.75]),
        ((0.5, 1.0), [1 / 3, 2 / 3]),
        ((1.0, 0.0), [1.0, 0.0]),
        ((0.0, 0.0), [0.0, 0.0]),
        ((0.5, 0.25, 0.0, 0.5), [0.4, 0.2, 0.0, 0.4]),
        ((0.5,), [1.0]),
    ],
)
def test_each_has_its_share_of_what_all_expect(
    expected: tuple[float, ...], shares: list[float]
) -> None:
    game = boughs(choice((1.0,) * len(expected)), seats=len(expected))
    judge = Shares(game, Told(*expected))
    state = game.new_state()
    assert [judge.value(state, seat) for seat in range(game.seats)] == pytest.approx(shares)
