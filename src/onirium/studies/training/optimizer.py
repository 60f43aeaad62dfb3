"""A network while it learns: real numbers, and how they are moved towards what was seen."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from onirium.bots.network.quantized import LANE_BITS, SCALE, WEIGHT_OFFSET, QuantizedNetwork

Numbers = NDArray[np.float32]

BATCH: Final = 4096
"""So many decisions move the weights together."""

FADE: Final = (0.9, 0.999)
"""How slowly Adam forgets the mean and the mean square of former gradients (Kingma, Ba 2015)."""

LARGEST: Final = 15.9
"""No weight of the first layer grows beyond what its lane holds."""


class Lessons:
    """Decisions to learn from.

    Attributes:
        seen: for each decision which inputs were on, and how often, as a sparse matrix.
        targets: what the network shall say there.
    """

    def __init__(self, seen: csr_array, targets: Numbers) -> None:
        self.seen = seen
        self.targets = targets

    @classmethod
    def of(cls, on: Any, ends: Any, targets: Any, inputs: int) -> "Lessons":
        """Return the decisions of some episodes."""
        starts = np.concatenate([[0], np.asarray(ends, dtype=np.int64)])
        numbers = np.asarray(on, dtype=np.int32)
        ones = np.ones(len(numbers), np.float32)
        seen = csr_array((ones, numbers, starts), shape=(len(starts) - 1, inputs))
        return cls(seen, np.asarray(targets, dtype=np.float32))

    def __len__(self) -> int:
        """Return how many decisions they are."""
        return len(self.targets)


class Learner:
    """Learns what a network shall say, batch by batch, by Adam.

    Args:
        inputs: how many inputs there are.
        units: how many units the hidden layer has.
        seed: of the weights with which it begins.
        averaged: over about so many batches the weights of the network are averaged; with 1 they
            are those of the last (Polyak, Juditsky 1992).
    """

    def __init__(self, inputs: int, units: int, seed: int, averaged: int = 1) -> None:
        dice = np.random.default_rng(seed)
        self.weights = {
            "rows": (dice.standard_normal((inputs, units)) * 0.15).astype(np.float32),
            "bias": np.full(units, 0.1, np.float32),
            "outward": (dice.standard_normal(units) * 0.3).astype(np.float32),
            "constant": np.zeros(1, np.float32),
        }
        self._means = {name: np.zeros_like(values) for name, values in self.weights.items()}
        self._squares = {name: np.zeros_like(values) for name, values in self.weights.items()}
        self._averages = {name: values.copy() for name, values in self.weights.items()}
        self._averaged = averaged
        self._batches = 0

    def study(self, lessons: Lessons, rate: float, seed: int) -> float:
        """Go through all decisions once, in any order; return the mean loss.

        Args:
            lessons: the decisions.
            rate: how far a batch moves the weights.
            seed: of the order.
        """
        order = np.random.default_rng(seed).permutation(len(lessons))
        losses = [
            self._move(lessons, np.sort(order[begin : begin + BATCH]), rate)
            for begin in range(0, len(lessons), BATCH)
        ]
        return float(np.mean(losses))

    def loss(self, lessons: Lessons) -> float:
        """Return how far the network is off: the mean cross-entropy, in nats."""
        _, expected = self._forward(lessons.seen)
        return _cross_entropy(expected, lessons.targets)

    def net(self) -> QuantizedNetwork:
        """Return the network in whole numbers."""
        return _in_whole_numbers(self._averages)

    def learned(self) -> QuantizedNetwork:
        """Return the network without the chance weights of inputs that were never on."""
        seen = self._squares["rows"].any(axis=1, keepdims=True)
        return _in_whole_numbers(self._averages | {"rows": self._averages["rows"] * seen})

    def kept(self) -> dict[str, NDArray[Any]]:
        """Return all that must be kept to go on later."""
        kept = {f"weights {name}": values for name, values in self.weights.items()}
        kept |= {f"mean {name}": values for name, values in self._means.items()}
        kept |= {f"square {name}": values for name, values in self._squares.items()}
        kept |= {f"average {name}": values for name, values in self._averages.items()}
        return kept | {"batches": np.array(self._batches)}

    def resume(self, kept: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what was kept."""
        for name in self.weights:
            self.weights[name] = kept[f"weights {name}"]
            self._means[name] = kept[f"mean {name}"]
            self._squares[name] = kept[f"square {name}"]
            self._averages[name] = kept[f"average {name}"]
        self._batches = int(kept["batches"])

    def _forward(self, seen: csr_array) -> tuple[Numbers, Numbers]:
        """Return the activations of the hidden units, and the chances."""
        weights = self.weights
        active = np.maximum(seen @ weights["rows"] + weights["bias"], 0)
        logits = active @ weights["outward"] + weights["constant"]
        with np.errstate(over="ignore"):  # odds beyond all numbers are a chance of nought
            return active, 1 / (1 + np.exp(-logits))

    def _move(self, lessons: Lessons, batch: NDArray[np.int64], rate: float) -> float:
        """Move the weights against the gradient of one batch; return its loss."""
        seen, targets = lessons.seen[batch], lessons.targets[batch]
        active, expected = self._forward(seen)
        error = (expected - targets) / np.float32(len(batch))
        back = np.outer(error, self.weights["outward"])
        back[active <= 0] = 0
        gradients = {
            "rows": seen.T.tocsr() @ back,
            "bias": back.sum(axis=0),
            "outward": active.T @ error,
            "constant": error.sum(keepdims=True),
        }
        self._batches += 1
        for name, gradient in gradients.items():
            self._step(name, gradient, rate)
        rows = self.weights["rows"]
        np.clip(rows, -LARGEST, LARGEST, out=rows)
        self._average()
        return _cross_entropy(expected, targets)

    def _step(self, name: str, gradient: Numbers, rate: float) -> None:
        """Let Adam move some weights."""
        slow, slower = FADE
        mean, square = self._means[name], self._squares[name]
        mean *= slow
        mean += (1 - slow) * gradient
        square *= slower
        square += (1 - slower) * gradient * gradient
        young = np.sqrt(1 - slower**self._batches) / (1 - slow**self._batches)
        self.weights[name] -= np.float32(rate * young) * mean / (np.sqrt(square) + 1e-8)

    def _average(self) -> None:
        """Move the averages towards the weights, at first faster: the beginning shall not stay."""
        share = np.float32(max(1 / self._averaged, 2 / (self._batches + 1)))
        for name, weights in self.weights.items():
            average = self._averages[name]
            average *= 1 - share
            average += share * weights


def joined(parts: list[Lessons]) -> Lessons:
    """Return the decisions of several lessons as one."""
    seen = csr_array(vstack([part.seen for part in parts], format="csr"))
    return Lessons(seen, np.concatenate([part.targets for part in parts]))


def _cross_entropy(expected: Numbers, targets: Numbers) -> float:
    least = 1e-7
    wins = targets * np.log(expected + least)
    losses = (1 - targets) * np.log(1 - expected + least)
    return float(-(wins + losses).mean())


def _in_whole_numbers(weights: Mapping[str, Numbers]) -> QuantizedNetwork:
    rows = np.clip(weights["rows"].astype(np.float64), -LARGEST, LARGEST)
    lanes = np.rint(rows * SCALE).astype(np.int64) + int(WEIGHT_OFFSET)
    lane = int(LANE_BITS)
    words = lanes[:, 0::3] + (lanes[:, 1::3] << lane) + (lanes[:, 2::3] << 2 * lane)
    bias, outward, constant = (
        np.rint(weights[name].astype(np.float64) * unit).astype(np.int64).tolist()
        for name, unit in (("bias", SCALE), ("outward", SCALE), ("constant", SCALE * SCALE))
    )
    return QuantizedNetwork(
        vec[i64](words.ravel().tolist()), vec[i64](bias), vec[i64](outward), constant[0]
    )
