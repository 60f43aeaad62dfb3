"""Pairs of a chance outcome and its weight or its probability, each created once.

Tuples can be shared, and creating them takes most of the time of a list of outcomes.
"""

from abc import abstractmethod
from typing import Any, Final, final

from mypy_extensions import i64

from onirium.core.buffers import ActionBuffers

PAIRED_WEIGHTS: Final[i64] = 16
"""Pairs with weights below this are shared; larger weights are rare."""


class OutcomePairs:
    """Pairs of an outcome and a number that follows from its weight.

    Args:
        first: the first outcome of the game.
        outcome_count: the number of outcomes.
    """

    def __init__(self, first: i64, outcome_count: i64) -> None:
        self._first = first
        # Without their type: compiled code would unpack the pairs, and create them anew.
        self._pairs: list[Any] = [None] * int(outcome_count * PAIRED_WEIGHTS)

    def list_pairs(self, buffers: ActionBuffers, count: i64) -> list[Any]:
        """Return the pairs of the outcomes and weights in buffers."""
        outcomes, weights, pairs = buffers.actions, buffers.weights, self._pairs
        listed: list[Any] = []
        index: i64
        for index in range(count):
            weight = weights[index]
            if weight >= PAIRED_WEIGHTS:
                listed.append(self._pair(outcomes[index], weight))
                continue
            key = (outcomes[index] - self._first) * PAIRED_WEIGHTS + weight
            pair = pairs[key]
            if pair is None:
                pair = self._pair(outcomes[index], weight)
                pairs[key] = pair
            listed.append(pair)
        return listed

    @abstractmethod
    def _pair(self, outcome: i64, weight: i64) -> Any:
        """Return a new pair."""


@final
class WeightPairs(OutcomePairs):
    """Pairs of an outcome and its weight."""

    def _pair(self, outcome: i64, weight: i64) -> Any:
        return (int(outcome), int(weight))


@final
class ProbabilityPairs(OutcomePairs):
    """Pairs of an outcome, numbered from 0, and its probability.

    Args:
        first: the first outcome of the game.
        outcome_count: the number of outcomes.
        total: the sum of the weights.
    """

    def __init__(self, first: i64, outcome_count: i64, total: i64) -> None:
        super().__init__(first, outcome_count)
        self._total = total

    def _pair(self, outcome: i64, weight: i64) -> Any:
        return (int(outcome - self._first), float(weight) / float(self._total))


_WEIGHT_PAIRS: Final[dict[tuple[int, int], WeightPairs]] = {}
"""The pairs of outcomes and weights by the numbers of actions and outcomes."""


def share_weight_pairs(action_count: int, outcome_count: int) -> WeightPairs:
    """Return the pairs of outcomes and weights for these numbers of actions and outcomes."""
    key = (action_count, outcome_count)
    pairs = _WEIGHT_PAIRS.get(key)
    if pairs is None:
        pairs = _WEIGHT_PAIRS[key] = WeightPairs(action_count, outcome_count)
    return pairs
