"""Flat observations whose card identities are one-hot vectors instead of numbers."""

from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from onirium.core.game import Game


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
        spec = game.observation_spec().items()
        self.slices: dict[str, slice] = {}
        self._copied: list[tuple[slice, slice]] = []
        self._one_hot: list[slice] = []
        high: list[int] = []
        numbers: list[int] = []
        first_categories: list[int] = []
        source = 0
        for is_categorical, arrays in groupby(spec, lambda array: array[0] in categorical):
            first_source, first = source, len(high)
            for name, (length, largest) in arrays:
                start = len(high)
                high += [1] * (length * largest) if is_categorical else [largest] * length
                self.slices[name] = slice(start, len(high))
                if is_categorical:
                    numbers += range(source, source + length)
                    first_categories += range(start, len(high), largest)
                source += length
            if is_categorical:
                self._one_hot.append(slice(first, len(high)))
            else:
                self._copied.append((slice(first_source, source), slice(first, len(high))))
        self.high = np.array(high, np.int16)
        self._numbers = np.array(numbers, np.intp)
        self._first_categories = np.array(first_categories, np.intp)

    def encode(self, flat: NDArray[np.int16]) -> NDArray[np.int16]:
        """Return flat observations with one-hot vectors; the last axis is that of the numbers."""
        encoded = np.empty((*flat.shape[:-1], len(self.high)), np.int16)
        self.encode_into(flat, encoded)
        return encoded

    def encode_into(self, flat: NDArray[np.int16], encoded: NDArray[np.int16]) -> None:
        """Write flat observations with one-hot vectors into an array."""
        for source, part in self._copied:
            encoded[..., part] = flat[..., source]
        for part in self._one_hot:
            encoded[..., part] = 0
        categories = flat[..., self._numbers]
        present = categories.nonzero()
        hot: NDArray[np.intp] = self._first_categories[present[-1]] + categories[present] - 1
        encoded[(*present[:-1], hot)] = 1
