"""The evaluation network, quantised to integers.

The architecture resembles NNUE: thousands of sparse binary features, a wide embedding layer whose
output is the sum of the rows of the active features, a rectifier, and a linear output. There is no
incremental update, since few features are active and most of them change with every action.

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
        self._total_offset: i64 = 0

    def logit(self, features: FeatureWriter) -> float:
        """Return the output of the network: the log-odds of a win."""
        embedding, indices, count = self.embedding, features.indices, features.count
        words = self._words
        self._total_offset = count * WEIGHT_OFFSET
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
            total += self._output(word, first) + self._output(word + 1, second)
            total += self._output(word + 2, third) + self._output(word + 3, fourth)
            word += 4
        return float(total) / (SCALE * SCALE)

    def _output(self, word: i64, lanes: i64) -> i64:
        """Return the contribution of the three hidden units of a word to the output."""
        total: i64 = 0
        unit: i64
        for unit in range(word * LANES, word * LANES + LANES):
            activation = (lanes & LANE_MASK) - self._total_offset + self.bias[unit]
            if activation > 0:
                total += activation * self.output_weights[unit]
            lanes >>= LANE_BITS
        return total


@final
class NetworkEvaluator(Evaluator):
    """Evaluates states with a network; terminal states by their returns."""

    def __init__(self, encoder: FeatureEncoder, network: QuantizedNetwork) -> None:
        self._encoder = encoder
        self._network = network
        self._writer = FeatureWriter()

    def value(self, state: State, seat: i64) -> float:
        """Return the estimated probability that a seat wins."""
        if state.current_player() == TERMINAL:
            return state.returns()[seat]
        self._encoder.encode(state, seat, self._writer)
        odds = math.exp(max(-MAX_LOGIT, min(MAX_LOGIT, self._network.logit(self._writer))))
        return odds / (1.0 + odds)
