"""Chances of which all seats together have one whole."""

from typing import final

from mypy_extensions import i64

from onirium.kernel.game import Game, State
from onirium.players.evaluator import Evaluator


@final
class Shares(Evaluator):
    """What a seat expects, as its share of what all expect: where one of them wins, and only one.

    Args:
        game: the game.
        evaluator: what judges each seat by itself.
    """

    def __init__(self, game: Game, evaluator: Evaluator) -> None:
        self._seats: i64 = game.seats
        self._evaluator = evaluator

    def value(self, state: State, seat: i64) -> float:
        """Return the chance that a seat wins."""
        own = self._evaluator.value(state, seat)
        together = own
        other: i64
        for other in range(self._seats):
            if other != seat:
                together += self._evaluator.value(state, other)
        if together == 0.0:
            return 0.0
        return own / together
