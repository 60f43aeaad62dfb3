"""The evaluation network, quantized to integers.

The architecture resembles NNUE: thousands of sparse binary features, a wide embedding layer whose
output is the sum of the rows of the active features, a rectifier, and a linear output. There is no
incremental update: a third of the few active features changes from one state to the next, so it
would save a quarter of the sum. Evaluators cache values instead.

Weights are fixed-point integers, so the result is the same on every machine and in every build.
Three hidden units share a 64-bit word, each in a lane of 20 bits, and one addition adds all three
(SIMD within a register, SWAR).
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.evaluator import Evaluator, FeatureEncoder
from onirium.bots.network.feature_writer import FeatureWriter
from onirium.core.game import TERMINAL, State

LANES: Final[i64] = 3
"""Hidden units in one word."""

HIDDEN_UNIT_MULTIPLE: Final[i64] = 12
"""The number of hidden units is a multiple of this: the inner loop adds four words at once."""

LANE_BITS: Final[i64] = 20
"""The width of a lane."""

LANE_MASK: Final[i64] = 1048575
"""The bits of the lowest lane."""

WEIGHT_OFFSET: Final[i64] = 4096
"""Added to every embedding weight, so that no lane is negative and borrows from its neighbour."""

MAX_LOGIT: Final = 30.0
"""Logits are clipped to this magnitude before the sigmoid, to avoid overflow."""

SCALE: Final = 256.0
"""The fixed-point representation of 1.0 in the weights of either layer."""

CACHE_SIZE: Final[i64] = 16384
"""The number of values that an evaluator caches, a power of two."""

_NO_KEYS: Final = vec[i64]([-1] * int(CACHE_SIZE))
_NO_VALUES: Final = vec[float]([0.0] * int(CACHE_SIZE))


@final
class QuantizedNetwork:
    """The weights of a network and its forward pass.

    Attributes:
        embedding: for each feature its weights to the hidden units, packed into words of three
            lanes, each weight increased by ``WEIGHT_OFFSET``.
        bias: the bias of each hidden unit.
        output_weights: the output weight of each hidden unit.
        output_bias: the bias of the output, with ``SCALE`` squared as 1.0.
    """

    def __init__(
        self, embedding: vec[i64], bias: vec[i64], output_weights: vec[i64], output_bias: i64
    ) -> None:
        self.embedding = embedding
        self.bias = bias
        self.output_weights = output_weights
        self.output_bias = output_bias
        self._words: i64 = i64(len(bias)) // LANES

    def logit(self, features: FeatureWriter) -> float:
        """Return the output of the network: the log-odds of a win."""
        embedding, indices, count = self.embedding, features.indices, features.count
        words = self._words
        offset = count * WEIGHT_OFFSET
        total = self.output_bias
        word: i64 = 0
        while word < words:
            # Four accumulators, so that each feature index is read once for twelve hidden units.
            first: i64 = 0
            second: i64 = 0
            third: i64 = 0
            fourth: i64 = 0
            index: i64
            for index in range(count):
                row = indices[index] * words + word
                first += embedding[row]
                second += embedding[row + 1]
                third += embedding[row + 2]
                fourth += embedding[row + 3]
            total += self._output(word, first, offset) + self._output(word + 1, second, offset)
            total += self._output(word + 2, third, offset) + self._output(word + 3, fourth, offset)
            word += 4
        return float(total) / (SCALE * SCALE)

    def _output(self, word: i64, lanes: i64, offset: i64) -> i64:
        """Return the contribution of the three hidden units of a word to the output.

        Args:
            word: the index of the word.
            lanes: for each unit the sum of its embedding weights, plus the offset.
            offset: the sum of the offsets of these weights.
        """
        bias, weights = self.bias, self.output_weights
        unit = word * LANES
        low = (lanes & LANE_MASK) - offset + bias[unit]
        middle = (lanes >> LANE_BITS & LANE_MASK) - offset + bias[unit + 1]
        high = (lanes >> 2 * LANE_BITS) - offset + bias[unit + 2]
        # max() compiles without branches, and whether a unit is active cannot be predicted.
        total = max(low, 0) * weights[unit] + max(middle, 0) * weights[unit + 1]
        return total + max(high, 0) * weights[unit + 2]


@final
class NetworkEvaluator(Evaluator):
    """Evaluates states with a network; terminal states by their returns.

    Values are cached under a hash of the features: half of the states that a search of Onirim
    evaluates have features that it has evaluated before. Two sets of features with one 62-bit hash
    would share a value; as in the transposition tables of chess, that is too rare to matter.
    """

    def __init__(self, encoder: FeatureEncoder, network: QuantizedNetwork) -> None:
        self._encoder = encoder
        self._network = network
        self._writer = FeatureWriter()
        self._keys = _NO_KEYS[:]
        self._values = _NO_VALUES[:]

    def value(self, state: State, seat: i64) -> float:
        """Return the estimated probability that a seat wins."""
        if state.current_player() == TERMINAL:
            return state.returns()[seat]
        self._encoder.encode(state, seat, self._writer)
        key = self._writer.key()
        entry = key & (CACHE_SIZE - 1)
        if self._keys[entry] != key:
            odds = math.exp(max(-MAX_LOGIT, min(MAX_LOGIT, self._network.logit(self._writer))))
            self._values[entry] = odds / (1.0 + odds)
            self._keys[entry] = key
        return self._values[entry]
