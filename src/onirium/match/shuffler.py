"""What comes by chance: orders of cards that a seed settles before anybody decides."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from onirium.core.chance import Random, derive_key

FIRST: Final = 0
"""The place in an order of what comes next."""


class SeededShuffler:
    """Chance with a memory: what has been shuffled lies in an order until it is shuffled again.

    Where something comes by chance, the outcomes and their weights say what there is. If that is
    what remains of an order, the next of it comes. Else cards were added, taken out or dealt anew:
    they are put into a new order. So a seed gives everybody the same cards in the same order until
    the first shuffle, whatever is decided, and the same cards come again after a takeback.

    >>> deal = Deal(seed=1)
    >>> first = deal.coming([(7, 2), (8, 1)])
    >>> deal.take([(7, 2), (8, 1)], first)
    >>> sorted([first, *(left for order in deal.orders for left in order)])
    [7, 7, 8]
    """

    def __init__(self, seed: int) -> None:
        self.orders: list[list[int]] = []
        self._seed = seed
        self._drawn = 0

    def copy(self) -> "SeededShuffler":
        """Return another deal that will bring the same."""
        other = SeededShuffler(self._seed)
        other.orders = [list(order) for order in self.orders]
        other._drawn = self._drawn
        return other

    def peek(self, outcomes: Sequence[tuple[int, int]]) -> int:
        """Return which of some outcomes with weights comes next; it is not taken yet."""
        return self._order(outcomes)[FIRST]

    def draw(self, outcomes: Sequence[tuple[int, int]], outcome: int) -> None:
        """Let an outcome come, also another than the order had foreseen.

        The rest of the order stays as it is, so it is as random as it was.
        """
        self._order(outcomes).remove(outcome)

    def _order(self, outcomes: Sequence[tuple[int, int]]) -> list[int]:
        """Return the order that holds just these outcomes; it is drawn if there is none.

        Piles of other things than these, such as goals beside a deck, keep their orders.
        """
        there_are = Counter(dict(outcomes))
        for order in self.orders:
            if Counter(order) == there_are:
                return order
        self.orders = [order for order in self.orders if there_are.keys().isdisjoint(order)]
        self.orders.append(self._draw(there_are))
        return self.orders[-1]

    def _draw(self, there_are: Counter[int]) -> list[int]:
        random = Random(derive_key(self._seed, f"deck {self._drawn}"))
        self._drawn += 1
        order = sorted(there_are.elements())
        for place in range(len(order) - 1, 0, -1):
            other = random.randrange(place + 1)
            order[place], order[other] = order[other], order[place]
        return order
