"""A tree of decisions and of what chance brings, in arrays."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

NOBODY: Final[i64] = -1
"""Stands for no node."""

ROOT: Final[i64] = 0


@final
class Tree:
    """Nodes by number; the children of a node are linked from the first to the last.

    Attributes:
        size: how many nodes there are.
        move: the action or outcome that leads to a node.
        visits: how often the search came by.
        value: the chance to win there, as far as known.
        lottery: whether the node is one of chance, as 0 or 1.
        total: there, the sum of the values of the outcomes, each as often as it came, and of what
            was expected at first, once.
        first: the first child of a node.
        next: the next child of the same parent.
    """

    def __init__(self) -> None:
        self.size: i64 = 0
        self.move = vec[i32]()
        self.visits = vec[i32]()
        self.value = vec[float]()
        self.lottery = vec[u8]()
        self.total = vec[float]()
        self.first = vec[i32]()
        self.next = vec[i32]()

    def clear(self) -> None:
        """Cut the tree down to a root that was never visited."""
        self.size = 0
        self.add(NOBODY, NOBODY, 0.0)

    def add(self, parent: i64, move: i64, value: float) -> i64:
        """Add a child before the others of its parent; return its number."""
        node = self.size
        if node == len(self.move):
            self._grow()
        self.move[node] = i32(move)
        self.visits[node] = i32(0)
        self.value[node] = value
        self.lottery[node] = u8(0)
        self.total[node] = value
        self.first[node] = i32(NOBODY)
        self.next[node] = i32(NOBODY)
        if parent != NOBODY:
            self.next[node] = self.first[parent]
            self.first[parent] = i32(node)
        self.size += 1
        return node

    def child(self, parent: i64, move: i64) -> i64:
        """Return the child to which a move leads, or nobody."""
        node = i64(self.first[parent])
        while node != NOBODY and i64(self.move[node]) != move:
            node = i64(self.next[node])
        return node

    def best(self, parent: i64) -> float:
        """Return the greatest value of a child."""
        best = 0.0
        node = i64(self.first[parent])
        while node != NOBODY:
            best = max(best, self.value[node])
            node = i64(self.next[node])
        return best

    def least_tried(self, parent: i64) -> i64:
        """Return the move to the child that was visited least."""
        choice = i64(self.first[parent])
        node = choice
        while node != NOBODY:
            if self.visits[node] < self.visits[choice]:
                choice = node
            node = i64(self.next[node])
        return i64(self.move[choice])

    def _grow(self) -> None:
        self.move = append(self.move, i32(0))
        self.visits = append(self.visits, i32(0))
        self.value = append(self.value, 0.0)
        self.lottery = append(self.lottery, u8(0))
        self.total = append(self.total, 0.0)
        self.first = append(self.first, i32(0))
        self.next = append(self.next, i32(0))
