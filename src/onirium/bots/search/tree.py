"""A search tree of decision and chance nodes, stored as a structure of arrays."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

NO_NODE: Final[i64] = -1
"""The index that stands for the absence of a node."""

ROOT: Final[i64] = 0


@final
class SearchTree:
    """Nodes by index.

    The children of a decision node are added all at once, so they have consecutive indices and
    selection is a scan over a slice. The children of a chance node are added when their outcome is
    first sampled; they form a linked list.

    Attributes:
        size: the number of nodes.
        action: the action or chance outcome that leads to a node.
        visits: the number of simulations that passed through a node.
        value: the estimated win probability at a node.
        is_chance: 1 for chance nodes, 0 for others.
        value_sum: for chance nodes, the initial estimate plus the sum of the values of the
            children, each weighted by its visits.
        first_child: the first child of a node, or ``NO_NODE``.
        child_count: for decision nodes, the number of children.
        next_sibling: for children of chance nodes, the next child of the same parent.
    """

    def __init__(self) -> None:
        self.size: i64 = 0
        self.action = vec[i32]()
        self.visits = vec[i32]()
        self.value = vec[float]()
        self.is_chance = vec[u8]()
        self.value_sum = vec[float]()
        self.first_child = vec[i32]()
        self.child_count = vec[i32]()
        self.next_sibling = vec[i32]()

    def clear(self) -> None:
        """Remove all nodes and add an unvisited root. The arrays keep their capacity."""
        self.size = 0
        self._add_node(NO_NODE, 0.0)

    def add_action(self, parent: i64, action: i64, value: float) -> i64:
        """Append a child to a decision node; return its index.

        The children of a node must be appended one directly after the other.
        """
        node = self._add_node(action, value)
        if self.child_count[parent] == 0:
            self.first_child[parent] = i32(node)
        self.child_count[parent] += 1
        return node

    def add_outcome(self, parent: i64, outcome: i64, value: float) -> i64:
        """Add a child to a chance node; return its index."""
        node = self._add_node(outcome, value)
        self.next_sibling[node] = self.first_child[parent]
        self.first_child[parent] = i32(node)
        return node

    def find_outcome(self, parent: i64, outcome: i64) -> i64:
        """Return the child of a chance node for an outcome, or ``NO_NODE``."""
        node = i64(self.first_child[parent])
        while node != NO_NODE and i64(self.action[node]) != outcome:
            node = i64(self.next_sibling[node])
        return node

    def find_action(self, parent: i64, action: i64) -> i64:
        """Return the child of a decision node for an action, or ``NO_NODE``."""
        first = i64(self.first_child[parent])
        node: i64
        for node in range(first, first + i64(self.child_count[parent])):
            if i64(self.action[node]) == action:
                return node
        return NO_NODE

    def max_child_value(self, parent: i64) -> float:
        """Return the highest value of a decision node's children."""
        first = i64(self.first_child[parent])
        highest = 0.0
        node: i64
        for node in range(first, first + i64(self.child_count[parent])):
            highest = max(highest, self.value[node])
        return highest

    def _add_node(self, action: i64, value: float) -> i64:
        node = self.size
        if node == len(self.action):
            self._grow()
        self.action[node] = i32(action)
        self.visits[node] = i32(0)
        self.value[node] = value
        self.is_chance[node] = u8(0)
        self.value_sum[node] = value
        self.first_child[node] = i32(NO_NODE)
        self.child_count[node] = i32(0)
        self.next_sibling[node] = i32(NO_NODE)
        self.size += 1
        return node

    def _grow(self) -> None:
        self.action = append(self.action, i32(0))
        self.visits = append(self.visits, i32(0))
        self.value = append(self.value, 0.0)
        self.is_chance = append(self.is_chance, u8(0))
        self.value_sum = append(self.value_sum, 0.0)
        self.first_child = append(self.first_child, i32(0))
        self.child_count = append(self.child_count, i32(0))
        self.next_sibling = append(self.next_sibling, i32(0))
