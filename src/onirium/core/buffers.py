"""Reusable buffers for actions and outcomes, and shared pairs of outcomes and weights."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64

MAX_ACTIONS: Final[i64] = 512
"""Upper bound on the legal actions and on the chance outcomes of a state, in all games."""

PAIRED_WEIGHTS: Final[i64] = 16
"""Pairs with weights below this are shared; larger weights are rare."""

_EMPTY_BUFFER: Final = vec[i64]([0] * int(MAX_ACTIONS))


def action_buffer() -> vec[i64]:
    """Return a new buffer of ``MAX_ACTIONS`` entries for the methods ending in ``_into``."""
    return _EMPTY_BUFFER[:]


@final
class ActionBuffers:
    """A buffer for actions or outcomes, and one for the weights of outcomes."""

    def __init__(self) -> None:
        self.actions = action_buffer()
        self.weights = action_buffer()


_FREE_BUFFERS: Final = [ActionBuffers() for _ in range(4)]
"""The free buffers: creating one takes as long as building a list of actions.

There are several, since a list that becomes empty frees its memory and must allocate it again.
"""


def borrow_buffers() -> ActionBuffers:
    """Return buffers that nothing else uses until they are returned.

    A method that creates Python objects can start the garbage collector, and with it other methods.
    """
    try:
        return _FREE_BUFFERS.pop()
    except IndexError:
        return ActionBuffers()


def return_buffers(buffers: ActionBuffers) -> None:
    """Return buffers for the next use."""
    _FREE_BUFFERS.append(buffers)


@final
class OutcomePairs:
    """Pairs of an outcome and its weight, or its probability, each created once.

    Tuples can be shared, and creating them takes most of the time of a list of outcomes.

    Args:
        first: the first outcome of the game.
        first_listed: the number under which the pairs list that outcome; the others follow.
        outcome_count: the number of outcomes.
        total: the divisor of the weights, which makes them probabilities; 0 to keep the weights.
    """

    def __init__(self, first: i64, first_listed: i64, outcome_count: i64, total: i64) -> None:
        self._first = first
        self._first_listed = first_listed
        self._total = total
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

    def _pair(self, outcome: i64, weight: i64) -> Any:
        number = int(outcome - self._first + self._first_listed)
        if self._total:
            return (number, float(weight) / float(self._total))
        return (number, int(weight))


_WEIGHTED_OUTCOMES: Final[dict[tuple[int, int], OutcomePairs]] = {}
"""The pairs of outcomes and weights by the numbers of actions and outcomes."""


def share_weighted_outcomes(action_count: int, outcome_count: int) -> OutcomePairs:
    """Return the pairs of outcomes and weights for these numbers of actions and outcomes."""
    key = (action_count, outcome_count)
    pairs = _WEIGHTED_OUTCOMES.get(key)
    if pairs is None:
        pairs = OutcomePairs(action_count, action_count, outcome_count, 0)
        _WEIGHTED_OUTCOMES[key] = pairs
    return pairs
