"""A pool of array copies: the memory of a copy is reused once nothing refers to it."""

import sys
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

MAX_ARRAYS: Final = 4
"""Maximum size of a pool: a loop holds the last observation while it makes the next one."""

UNUSED_REFERENCES: Final = 2
"""Reference count of a free copy: one of the pool, one of the call of ``sys.getrefcount``."""


class ArrayPool:
    """Copies an array repeatedly, and reuses the memory of copies that are no longer referenced.

    Allocating a large array costs more than copying it, since the system maps and clears its
    pages. The reference count shows whether a variable, a view or a tensor still uses a copy. If
    all copies are in use, the pool returns a new array that it does not keep.

    >>> pool = ArrayPool()
    >>> first = pool.copy(np.arange(3))
    >>> second = pool.copy(np.arange(3) + 1)
    >>> first, second
    (array([0, 1, 2]), array([1, 2, 3]))
    """

    def __init__(self) -> None:
        self._arrays: list[NDArray[Any]] = []

    def copy(self, array: NDArray[Any]) -> NDArray[Any]:
        """Return a copy of an array.

        Args:
            array: the array; all arrays of a pool have the same shape and type.
        """
        for index in range(len(self._arrays)):
            if sys.getrefcount(self._arrays[index]) == UNUSED_REFERENCES:
                unused = self._arrays[index]
                np.copyto(unused, array)
                return unused
        new = array.copy()
        if len(self._arrays) < MAX_ARRAYS:
            self._arrays.append(new)
        return new
