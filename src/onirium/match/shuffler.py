"""Seeded chance: card orders that depend on the seed, not on the decisions."""

from collections import Counter
from collections.abc import Sequence

from onirium.core.chance import Random, derive_key


class Order:
    """Shuffled outcomes, with the count of each: counting them anew for each draw is slow.

    Attributes:
        outcomes: the outcomes, the next one first.
        counts: how often each of them occurs.
    """

    def __init__(self, outcomes: list[int], counts: dict[int, int]) -> None:
        self.outcomes = outcomes
        self.counts = counts

    def copy(self) -> "Order":
        """Return an independent order of the same outcomes."""
        return Order(list(self.outcomes), dict(self.counts))

    def remove(self, outcome: int) -> None:
        """Remove an outcome, wherever it is."""
        self.outcomes.remove(outcome)
        self.counts[outcome] -= 1
        if not self.counts[outcome]:
            del self.counts[outcome]


class SeededShuffler:
    """Resolves chance nodes from shuffled orders that are kept until the next shuffle.

    A chance node lists its outcomes with weights. If an existing order has exactly these outcomes,
    its first one is next. Otherwise cards were added or removed, and the outcomes are shuffled into
    a new order. A seed therefore gives every match the same cards in the same order up to the first
    shuffle, whatever is decided, and the same cards again after a takeback. Sampling at each chance
    node would not: a decision would change every later card.

    Attributes:
        orders: the current orders.

    >>> shuffler = SeededShuffler(seed=1)
    >>> first = shuffler.peek([(7, 2), (8, 1)])
    >>> shuffler.draw([(7, 2), (8, 1)], first)
    >>> sorted([first, *(left for order in shuffler.orders for left in order.outcomes)])
    [7, 7, 8]
    """

    def __init__(self, seed: int) -> None:
        self.orders: list[Order] = []
        self._seed = seed
        self._shuffle_count = 0

    def copy(self) -> "SeededShuffler":
        """Return an independent shuffler with the same future."""
        other = SeededShuffler(self._seed)
        other.orders = [order.copy() for order in self.orders]
        other._shuffle_count = self._shuffle_count
        return other

    def peek(self, outcomes: Sequence[tuple[int, int]]) -> int:
        """Return the next outcome without drawing it.

        Args:
            outcomes: the outcomes of the chance node with their weights.
        """
        return self._order(outcomes).outcomes[0]

    def draw(self, outcomes: Sequence[tuple[int, int]], outcome: int) -> None:
        """Remove an outcome from its order, even if it is not the next one.

        The rest of the order stays as it is, and as random as it was.

        Args:
            outcomes: the outcomes of the chance node with their weights.
            outcome: the one that was drawn.
        """
        self._order(outcomes).remove(outcome)

    def _order(self, outcomes: Sequence[tuple[int, int]]) -> Order:
        """Return the order with exactly these outcomes; shuffle them if there is none.

        Orders with entirely different outcomes stay, such as those of a second pile.
        """
        counts = dict(outcomes)
        for order in self.orders:
            if order.counts == counts:
                return order
        self.orders = [order for order in self.orders if counts.keys().isdisjoint(order.counts)]
        self.orders.append(Order(self._shuffle(counts), counts))
        return self.orders[-1]

    def _shuffle(self, counts: dict[int, int]) -> list[int]:
        """Return a new order of the outcomes (Fisher-Yates)."""
        rng = Random(derive_key(self._seed, f"deck {self._shuffle_count}"))
        self._shuffle_count += 1
        order = sorted(Counter(counts).elements())
        for index in range(len(order) - 1, 0, -1):
            other = rng.randrange(index + 1)
            order[index], order[other] = order[other], order[index]
        return order
