"""One-ply lookahead: the action that leads to the state of highest value."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.evaluator import Evaluator
from onirium.core.buffers import MAX_ACTIONS, action_buffer
from onirium.core.game import Game, State


class OnePly:
    """Evaluates the state after each candidate action.

    Attributes:
        actions: the candidate actions of the state evaluated last.
        values: the value of each, for the seat that was to move.
        value: the highest of these values.
    """

    def __init__(self, game: Game, evaluator: Evaluator) -> None:
        self.actions = action_buffer()
        self.values = vec[float]([0.0] * int(MAX_ACTIONS))
        self.value = 0.0
        self._after = game.new_state()
        self._evaluator = evaluator
        self._count: i64 = 0

    def best_action(self, state: State) -> i64:
        """Return the action with the highest value for the seat to move; the first of equals."""
        count = self.list_candidates(state)
        self._count = count
        seat = state.current_player()
        best: i64 = 0
        index: i64
        for index in range(count):
            self._after.copy_from(state)
            self._after.apply_unchecked(self.actions[index])
            value = self._evaluator.value(self._after, seat)
            self.values[index] = value
            if value > self.values[best]:
                best = index
        self.value = self.values[best]
        return self.actions[best]

    def list_candidates(self, state: State) -> i64:
        """Write the candidates to ``actions``, by default all legal ones; return their number."""
        return state.legal_actions_into(self.actions)

    def value_of(self, action: i64) -> float:
        """Return the value of an action in the state evaluated last; 0.0 if it was no candidate."""
        index: i64
        for index in range(self._count):
            if self.actions[index] == action:
                return self.values[index]
        return 0.0
