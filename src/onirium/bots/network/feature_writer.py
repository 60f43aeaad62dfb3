"""Collects the indices of a network's active features."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

MAX_ACTIVE_FEATURES: Final[i64] = 120
"""The capacity; no game has more active features at once."""

KEY_MASK: Final[i64] = (1 << 62) - 1
"""The bits of a key."""

FIRST_MULTIPLIER: Final[i64] = 0x1E3779B97F4A7C15
SECOND_MULTIPLIER: Final[i64] = 0x3F58476D1CE4E5B9
MIXING_SHIFT: Final[i64] = 31
"""The constants that mix an index, after SplitMix64 (Steele, Lea and Flood, 2014)."""

_ZEROS: Final = vec[i64]([0] * int(MAX_ACTIVE_FEATURES))


@final
class FeatureWriter:
    """Writes sparse binary features, group by group.

    Encoders number features relative to their group. Ending a group moves the offset, so an
    encoder needs no knowledge of the groups before it.

    Attributes:
        indices: the indices of the active features; only the first ``count`` elements are valid.
        count: the number of active features; a feature added twice counts twice.
        offset: the index of the first feature of the current group.

    >>> writer = FeatureWriter()
    >>> writer.one_hot(2, 5), writer.one_hot(0, 3)
    (None, None)
    >>> list(writer.indices)[:2], writer.count, writer.offset
    ([2, 5], 2, 8)
    """

    def __init__(self) -> None:
        self.indices = _ZEROS[:]
        self.count: i64 = 0
        self.offset: i64 = 0

    def reset(self) -> None:
        """Remove all features and return to the first group."""
        self.count = 0
        self.offset = 0

    def one_hot(self, index: i64, size: i64) -> None:
        """Write a group of this size with one active feature, and end it."""
        indices, count = self.indices, self.count
        indices[count] = self.offset + index
        self.count = count + 1
        self.offset += size

    def add(self, index: i64) -> None:
        """Activate a feature of the current group without ending the group."""
        indices, count = self.indices, self.count
        indices[count] = self.offset + index
        self.count = count + 1

    def end_group(self, size: i64) -> None:
        """End the current group, which has this size; without features it is all zeros."""
        self.offset += size

    def key(self) -> i64:
        """Return a hash of the active features, from 0 to 2**62 - 1, that ignores their order.

        The mask makes the products of compiled builds, which wrap around, equal to those of Python.
        """
        indices = self.indices
        key: i64 = 0
        number: i64
        for number in range(self.count):
            mixed = (indices[number] + 1) * FIRST_MULTIPLIER & KEY_MASK
            key += (mixed ^ mixed >> MIXING_SHIFT) * SECOND_MULTIPLIER & KEY_MASK
        return key & KEY_MASK
