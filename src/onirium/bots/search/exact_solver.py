"""Exact win probabilities near the end of a game, by expectimax over the whole game tree.

The values of positions are memoized, as in a transposition table, under keys that omit everything
without influence on the value: positions that differ only in irrelevant cards, in their order or by
a symmetry of the game are valued once. The effort is limited by a number of positions and not by
the clock: the same decision is solved, or not, on every machine.
"""

from abc import abstractmethod
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from onirium.core.buffers import action_buffer
from onirium.core.game import CHANCE, TERMINAL, Game, State

UNKNOWN_VALUE: Final = -1.0
"""The value of a position when the limit has been reached."""

POSITIONS_PER_SIMULATION: Final[i64] = 4
"""Positions that are valued in about the time of one simulation of a search."""

LIMIT_GROWTH: Final[i64] = 4
"""The ratio between the limits of two attempts at the same position."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PositionKey:
    """The rules by which positions are equivalent or lost: equal keys mean equal values."""

    @abstractmethod
    def key(self, state: State) -> bytes:
        """Return the key of a position."""

    @abstractmethod
    def is_lost(self, state: State) -> bool:
        """Return whether a position that is not over is certainly lost."""

    @abstractmethod
    def estimate_positions(self, state: State) -> i64:
        """Return the number of positions within which a decision is usually solved."""


@final
class ExactSolver:
    """Computes the win probability of a position under best play, for a single seat.

    The state must hide nothing but future chance outcomes.

    Args:
        game: a game with one seat in which no position recurs.
        position_key: recognizes equivalent positions.

    Attributes:
        positions: the number of positions valued since the last ``clear``.
    """

    def __init__(self, game: Game, position_key: PositionKey) -> None:
        self.positions: i64 = 0
        self._game = game
        self._position_key = position_key
        self._values: dict[bytes, float] = {}
        self._max_positions: i64 = 0
        self._states: list[State] = []
        self._buffer = action_buffer()
        self._weight_buffer = action_buffer()
        self._moves = vec[i64]()
        self._weights = vec[i64]()
        self._size: i64 = 0

    def clear(self) -> None:
        """Remove all memoized values, and reset ``positions``."""
        self.positions = 0
        self._values = {}

    def value(self, state: State, max_positions: i64) -> float:
        """Return the win probability, or a negative number if the limit is exceeded.

        Args:
            state: the position.
            max_positions: the maximum of ``positions``.
        """
        self._max_positions = max_positions
        self._size = 0
        self._state_at(0).copy_from(state)
        return self._value(0)

    def solve(self, state: State, simulations: i64) -> list[tuple[int, float]]:
        """Solve a decision in the time of some simulations.

        Returns:
            Each legal action with its win probability; an empty list if solving usually takes
            longer, or took longer this time.
        """
        limit = self.find_limit(state, simulations)
        if limit == 0:
            return []
        self.clear()
        values = self.action_values(state, limit)
        # The values of one long hint take hundreds of megabytes.
        self.clear()
        return values

    def find_limit(self, state: State, simulations: i64) -> i64:
        """Return the number of positions to attempt in the time of some simulations, or 0.

        It is the usual number times a power of four, so that a failed attempt is repeated only
        with four times the limit.
        """
        budget = simulations * POSITIONS_PER_SIMULATION
        limit = self._position_key.estimate_positions(state)
        if limit > budget:
            return 0
        while limit * LIMIT_GROWTH <= budget:
            limit *= LIMIT_GROWTH
        return limit

    def action_values(self, state: State, max_positions: i64) -> list[tuple[int, float]]:
        """Return each legal action with its win probability, or nothing if the limit is exceeded.

        Args:
            state: a decision.
            max_positions: the maximum of ``positions``.
        """
        values: list[tuple[int, float]] = []
        after = self._game.new_state()
        for action in state.legal_actions():
            after.copy_from(state)
            after.apply_unchecked(action)
            value = self.value(after, max_positions)
            if value < 0.0:
                return []
            values.append((action, value))
        return values

    def _value(self, depth: i64) -> float:
        """Return the value of the state at a depth."""
        state = self._states[depth]
        player = state.current_player()
        if player == TERMINAL:
            return state.returns()[0]
        if self._position_key.is_lost(state):
            return 0.0
        key = self._position_key.key(state)
        known = self._values.get(key)
        if known is not None:
            return known
        if self.positions >= self._max_positions:
            return UNKNOWN_VALUE
        self.positions += 1
        value = self._expectation(state, depth) if player == CHANCE else self._maximum(state, depth)
        if value >= 0.0:
            self._values[key] = value
        return value

    def _expectation(self, state: State, depth: i64) -> float:
        """Return the mean over the outcomes of a chance node."""
        count = state.chance_outcomes_into(self._buffer, self._weight_buffer)
        start = self._push(count)
        total: i64 = 0
        weighted = 0.0
        index: i64
        for index in range(start, start + count):
            value = self._child_value(state, self._moves[index], depth)
            if value < 0.0:
                return UNKNOWN_VALUE
            weight = self._weights[index]
            total += weight
            weighted += float(weight) * value
        self._size = start
        return weighted / float(total)

    def _maximum(self, state: State, depth: i64) -> float:
        """Return the maximum over the actions of a decision."""
        count = state.legal_actions_into(self._buffer)
        start = self._push(count)
        highest = 0.0
        index: i64
        for index in range(start, start + count):
            value = self._child_value(state, self._moves[index], depth)
            if value < 0.0:
                return UNKNOWN_VALUE
            highest = max(highest, value)
            if highest == 1.0:
                break
        self._size = start
        return highest

    def _child_value(self, state: State, move: i64, depth: i64) -> float:
        child = self._state_at(depth + 1)
        child.copy_from(state)
        child.apply_unchecked(move)
        return self._value(depth + 1)

    def _push(self, count: i64) -> i64:
        """Copy moves and weights from the buffers to a stack; return the index of the first."""
        start = self._size
        index: i64
        while len(self._moves) < start + count:
            self._moves = append(self._moves, i64(0))
            self._weights = append(self._weights, i64(0))
        for index in range(count):
            self._moves[start + index] = self._buffer[index]
            self._weights[start + index] = self._weight_buffer[index]
        self._size = start + count
        return start

    def _state_at(self, depth: i64) -> State:
        if depth >= len(self._states):
            self._states.append(self._game.new_state())
        return self._states[depth]
