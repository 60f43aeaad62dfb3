"""Builds the Python lists of OpenSpiel from states, in compiled code."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from onirium.core.game import CHANCE, Game, State, action_buffer

LEGAL_MARK: Final[Any] = 1
"""The entry of a legal action: an object, since a literal would be boxed for each entry."""


@final
class ListBuilder:
    """Builds observations, masks and chance outcomes as lists.

    Most numbers of an observation are 0 and all are small: a list starts as a copy of zeros, and
    refers to floats that exist already. Buffers are reused, so a builder is for one thread.

    Args:
        game: the game, with its options.
    """

    def __init__(self, game: Game) -> None:
        spec = game.observation_spec().values()
        highest = max([high for _, high in spec])
        self._floats: list[Any] = [float(number) for number in range(highest + 1)]
        self._numbers = vec[i16]([0] * sum([length for length, _ in spec]))
        self._empty_tensor: list[Any] = self._floats[:1] * len(self._numbers)
        self._empty_mask: list[Any] = [0] * game.action_count
        self._first_outcome: i64 = game.action_count
        self._actions = action_buffer()
        self._weights = action_buffer()

    def tensor(self, state: State, seat: i64) -> list[Any]:
        """Return the observation of a seat as floats."""
        tensor = self._empty_tensor[:]
        state.observe_into(seat, self._numbers, 0)
        index: i64
        for index in range(len(self._numbers)):
            number = i64(self._numbers[index])
            if number:
                tensor[index] = self._floats[number]
        return tensor

    def mask(self, state: State) -> list[Any]:
        """Return 1 for each legal action of the seat to decide, else 0."""
        mask = self._empty_mask[:]
        index: i64
        for index in range(state.legal_actions_into(self._actions)):
            mask[self._actions[index]] = LEGAL_MARK
        return mask

    def chance_outcomes(self, state: State) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node, numbered from 0, with their probabilities."""
        if state.current_player() != CHANCE:
            return []
        count = state.chance_outcomes_into(self._actions, self._weights)
        # New objects can start the garbage collector, and with it code that reuses the buffers.
        outcomes, weights = self._actions[:count], self._weights[:count]
        total: i64 = 0
        index: i64
        for index in range(count):
            total += weights[index]
        first = self._first_outcome
        return [
            (int(outcomes[index] - first), float(weights[index]) / float(total))
            for index in range(count)
        ]
