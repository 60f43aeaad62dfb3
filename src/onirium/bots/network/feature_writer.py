"""Writes down which inputs of a network are on."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

MOST_ON: Final[i64] = 120
"""No more inputs of any game are on at once."""

_NOTHING: Final = vec[i64]([0] * 120)


@final
class Pen:
    """Numbers the inputs as it goes: each group begins behind the one before.

    Attributes:
        on: the numbers of the inputs that are on; the first ``count`` count.
        count: how many they are; one that is on twice stands there twice.
        first: the first input of the group to come.

    >>> pen = Pen()
    >>> pen.one_of(2, 5), pen.one_of(0, 3)
    (None, None)
    >>> list(pen.on)[:2], pen.count, pen.first
    ([2, 5], 2, 8)
    """

    def __init__(self) -> None:
        self.on = _NOTHING[:]
        self.count: i64 = 0
        self.first: i64 = 0

    def begin(self) -> None:
        """Begin anew."""
        self.count = 0
        self.first = 0

    def one_of(self, number: i64, size: i64) -> None:
        """Turn on one input of a group that ends with it."""
        self.on[self.count] = self.first + number
        self.count += 1
        self.first += size

    def also(self, number: i64) -> None:
        """Turn on an input of a group that goes on."""
        self.on[self.count] = self.first + number
        self.count += 1

    def skip(self, size: i64) -> None:
        """End a group."""
        self.first += size
