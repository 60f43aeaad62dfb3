"""Copies of arrays in memory that is used again once nobody refers to the copy."""

import sys
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

MAX_ARRAYS: Final = 4
"""The number of copies kept: a loop holds the last observation while it makes the next one."""

UNUSED_REFERENCES: Final = 2
"""The references to a copy that nobody uses: those of the pool and of the check itself."""


class ArrayPool:
    """Copies one array again and again.

    New memory for a large array costs more than the copy itself, since the system maps and clears
    its pages. A copy is used again only if no variable, no view and no tensor refers to it.

    >>> pool = ArrayPool()
    >>> first = pool.copy(np.arange(3))
    >>> second = pool.copy(np.arange(3) + 1)
    >>> first, second
    (array([0, 1, 2]), array([1, 2, 3]))
    """

    def __init__(self) -> None:
        self._arrays: list[NDArray[Any]] = []

    def copy(self, array: NDArray[Any]) -> NDArray[Any]:
        """Return a copy of an array; all arrays of a pool have the same shape and type."""
        for index in range(len(self._arrays)):
            if sys.getrefcount(self._arrays[index]) == UNUSED_REFERENCES:
                unused = self._arrays[index]
                np.copyto(unused, array)
                return unused
        new = array.copy()
        if len(self._arrays) < MAX_ARRAYS:
            self._arrays.append(new)
        return new
