"""The action after which a position looks best."""

from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.evaluator import Evaluator
from onirium.core.game import Game, State, action_buffer


class OneStep:
    """Looks one action ahead.

    Attributes:
        values: what was found for each action that was looked at in the state looked at last.
        actions: those actions.
        value: the greatest of the values.
    """

    def __init__(self, game: Game, evaluator: Evaluator) -> None:
        self.actions = action_buffer()
        self.values = vec[float]([0.0] * 512)
        self.value = 0.0
        self._after = game.new_state()
        self._evaluator = evaluator
        self._count: i64 = 0

    def best(self, state: State) -> i64:
        """Return the action after which the seat that decides has the best chance to win."""
        count = self.choices(state)
        self._count = count
        seat = state.current_player()
        choice: i64 = 0
        place: i64
        for place in range(count):
            self._after.copy_from(state)
            self._after.apply_unchecked(self.actions[place])
            value = self._evaluator.value(self._after, seat)
            self.values[place] = value
            if value > self.values[choice]:
                choice = place
        self.value = self.values[choice]
        return self.actions[choice]

    def choices(self, state: State) -> i64:
        """Write the actions to look at, which are all that are legal; return their number."""
        return state.legal_into(self.actions)

    def value_of(self, action: i64) -> float:
        """Return what was found for an action that was looked at in the state looked at last."""
        place: i64
        for place in range(self._count):
            if self.actions[place] == action:
                return self.values[place]
        return 0.0
