"""Flat observations whose card identities are one-hot vectors instead of numbers."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from onirium.core.game import Game

_UNCHANGED: Final = -1
"""The category of a number that is copied: a count or a flag."""


class OneHotEncoder:
    """Replaces each number of the categorical arrays by a one-hot vector, all zeros for 0.

    Numbers of kinds and colours have no order or distance, which a network would otherwise have to
    unlearn.

    Attributes:
        slices: the slice of each named array in an encoded observation.
        high: the largest value of each number.

    >>> import onirium
    >>> game = onirium.load("onirim")
    >>> encoder = OneHotEncoder(game)
    >>> part = encoder.slices["next_cards"]
    >>> game.observation_spec()["next_cards"], part.stop - part.start
    ((7, 31), 217)
    """

    def __init__(self, game: Game) -> None:
        categorical = game.categorical_arrays()
        sources: list[int] = []
        categories: list[int] = []
        high: list[int] = []
        self.slices: dict[str, slice] = {}
        source = 0
        for name, (length, largest) in game.observation_spec().items():
            first = len(sources)
            is_categorical = name in categorical
            values = range(1, largest + 1) if is_categorical else [_UNCHANGED]
            for offset in range(length):
                sources += [source + offset] * len(values)
                categories += values
            high += [1 if is_categorical else largest] * (len(sources) - first)
            self.slices[name] = slice(first, len(sources))
            source += length
        self.high = np.array(high, np.int16)
        self._sources = np.array(sources)
        self._categories = np.array(categories, np.int16)

    def encode(self, flat: NDArray[np.int16]) -> NDArray[np.int16]:
        """Return flat observations with one-hot vectors; the last axis is that of the numbers."""
        numbers = flat[..., self._sources]
        encoded: NDArray[Any] = np.where(
            self._categories == _UNCHANGED, numbers, numbers == self._categories
        )
        return encoded
