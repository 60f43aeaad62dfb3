"""Collects the indices of a network's active features."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

MAX_ACTIVE_FEATURES: Final[i64] = 120
"""The capacity; no game has more active features at once."""

_ZEROS: Final = vec[i64]([0] * 120)


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
        self.indices[self.count] = self.offset + index
        self.count += 1
        self.offset += size

    def add(self, index: i64) -> None:
        """Activate a feature of the current group without ending the group."""
        self.indices[self.count] = self.offset + index
        self.count += 1

    def end_group(self, size: i64) -> None:
        """End the current group, which has this size; without features it is all zeros."""
        self.offset += size
