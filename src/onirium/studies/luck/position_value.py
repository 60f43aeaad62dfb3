"""A fixed value function: the win probability of every seat in any state."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.evaluator import Evaluator
from onirium.bots.search.one_ply import OnePly
from onirium.core.game import Game, State


@final
class PositionValue:
    """Estimates the win probability of every seat, by one-ply lookahead at decisions.

    The evaluators judge the states after an action. So a decision has the value of its best action
    according to the seat that decides; all other states are evaluated directly.

    Args:
        game: the game.
        evaluator: evaluates states, with the view of hidden cards of its training.
    """

    def __init__(self, game: Game, evaluator: Evaluator) -> None:
        self._seats: i64 = game.seats
        self._one_ply = OnePly(game, evaluator)
        self._after = game.new_state()
        self._evaluator = evaluator

    def values_into(self, state: State, values: vec[float]) -> None:
        """Write the value of a state for each seat into a buffer."""
        player = state.current_player()
        seat: i64
        if player < 0:
            for seat in range(self._seats):
                values[seat] = self._evaluator.value(state, seat)
            return
        action = self._one_ply.best_action(state)
        values[player] = self._one_ply.value
        if self._seats == 1:
            return
        self._after.copy_from(state)
        self._after.apply_unchecked(action)
        for seat in range(self._seats):
            if seat != player:
                values[seat] = self._evaluator.value(self._after, seat)
