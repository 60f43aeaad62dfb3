"""A small network that values positions, in whole numbers.

The inputs are 0 or 1 and few are on, so the first layer is a sum of rows, one for each that is.
Three weights lie side by side in one integer and are added at once. Whole numbers make the result
the same on every machine, compiled or not.
"""

import math
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from onirium.bots.network.evaluator import Evaluator, Inputs
from onirium.bots.network.feature_writer import Pen
from onirium.core.game import TERMINAL, State

LANES: Final[i64] = 3
"""So many units share an integer."""
UNITS: Final[i64] = 12
"""The units of the hidden layer are a multiple of this: four integers are added up at once."""

LANE: Final[i64] = 20
"""The bits in which the sum of a unit stands."""
LANE_MASK: Final[i64] = 1048575
OFFSET: Final[i64] = 4096
"""Added to every weight, so that no lane is ever below zero and borrows from its neighbour."""

HIGHEST: Final = 30.0
"""No logarithm of odds counts as more: the chance is 1 but for the last digits."""

UNIT: Final = 256.0
"""What stands for 1 in weights of either layer."""


@final
class Net:
    """The weights of a network.

    Attributes:
        rows: for each input its weights to the units, in integers of three lanes.
        bias: what is added to each unit.
        outward: the weight of each unit.
        constant: what is added to their sum.
    """

    def __init__(self, rows: vec[i64], bias: vec[i64], outward: vec[i64], constant: i64) -> None:
        self.rows = rows
        self.bias = bias
        self.outward = outward
        self.constant = constant
        self._words: i64 = i64(len(bias)) // LANES
        self._shift: i64 = 0

    def logit(self, pen: Pen) -> float:
        """Return the logarithm of the odds of a win."""
        rows, on, count, words = self.rows, pen.on, pen.count, self._words
        self._shift = count * OFFSET
        total = self.constant
        word: i64 = 0
        while word < words:
            # Four sums at once: each number of an input is read once for all of them.
            first: i64 = 0
            second: i64 = 0
            third: i64 = 0
            fourth: i64 = 0
            place: i64
            for place in range(count):
                begin = on[place] * words + word
                first += rows[begin]
                second += rows[begin + 1]
                third += rows[begin + 2]
                fourth += rows[begin + 3]
            total += self._outward(word, first) + self._outward(word + 1, second)
            total += self._outward(word + 2, third) + self._outward(word + 3, fourth)
            word += 4
        return float(total) / (UNIT * UNIT)

    def _outward(self, word: i64, lanes: i64) -> i64:
        """Return what three units add to the result."""
        total: i64 = 0
        unit: i64
        for unit in range(word * LANES, word * LANES + LANES):
            activation = (lanes & LANE_MASK) - self._shift + self.bias[unit]
            if activation > 0:
                total += activation * self.outward[unit]
            lanes >>= LANE
        return total


@final
class Valuation(Evaluator):
    """Judges positions by a network."""

    def __init__(self, inputs: Inputs, net: Net) -> None:
        self._inputs = inputs
        self._net = net
        self._pen = Pen()

    def value(self, state: State, seat: i64) -> float:
        """Return the chance that a seat wins."""
        if state.current_player() == TERMINAL:
            return state.returns()[seat]
        self._inputs.write(state, seat, self._pen)
        odds = math.exp(max(-HIGHEST, min(HIGHEST, self._net.logit(self._pen))))
        return odds / (1.0 + odds)
