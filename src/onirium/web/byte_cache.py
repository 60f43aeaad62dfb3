"""A cache that is bounded by the size of its values."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

V = TypeVar("V")


class ByteCache(Generic[V]):
    """Caches values with known sizes; the least recently used ones are dropped first.

    Args:
        max_bytes: total size of all values; a larger value is not kept, and displaces no others.

    >>> cache = ByteCache[str](max_bytes=10)
    >>> cache.put("a", "first", 6)
    >>> cache.put("b", "second", 6)
    >>> cache.put("c", "too large", 11)
    >>> cache.get("a"), cache.get("b"), cache.get("c")
    (None, 'second', None)
    """

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._total_bytes = 0
        self._values: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()

    def get(self, key: Hashable) -> V | None:
        """Return the value with a key, or None."""
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key][0]

    def put(self, key: Hashable, value: V, size_bytes: int) -> None:
        """Store a value and drop others if the cache is full."""
        self.pop(key)
        if size_bytes > self._max_bytes:
            return
        self._values[key] = value, size_bytes
        self._total_bytes += size_bytes
        while self._total_bytes > self._max_bytes:
            self.pop(next(iter(self._values)))

    def pop(self, key: Hashable) -> V | None:
        """Remove and return the value with a key, or None."""
        value, size_bytes = self._values.pop(key, (None, 0))
        self._total_bytes -= size_bytes
        return value

    def clear(self) -> None:
        """Remove all values."""
        self._values.clear()
        self._total_bytes = 0
