"""Training of a value network: a float copy of its weights, fitted to targets with Adam."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, vstack

from onirium.bots.network.quantized import LANE_BITS, SCALE, WEIGHT_OFFSET, QuantizedNetwork

FloatArray = NDArray[np.float32]

BATCH_SIZE: Final = 4096
"""Decisions per weight update."""

ADAM_BETAS: Final = (0.9, 0.999)
"""Decay rates of the running means of gradients and squared gradients (Kingma, Ba 2015)."""

ADAM_EPSILON: Final = 1e-8

MAX_EMBEDDING_WEIGHT: Final = 15.9
"""Largest absolute value of a first-layer weight: 16 would overflow its lane when quantized."""

LOG_EPSILON: Final = 1e-7
"""Added to probabilities before their logarithm is taken."""


class Dataset:
    """Decisions with the win probabilities to predict.

    Attributes:
        features: sparse matrix of shape (decisions, features) with the number of times each
            feature is active.
        targets: win probability after each decision, shape (decisions,).
    """

    def __init__(self, features: csr_array, targets: FloatArray) -> None:
        self.features = features
        self.targets = targets

    @classmethod
    def from_arrays(
        cls, feature_indices: ArrayLike, row_ends: ArrayLike, targets: ArrayLike, feature_count: int
    ) -> "Dataset":
        """Build a dataset from the arrays of a ``SelfPlayRecorder``.

        Args:
            feature_indices: active features of all decisions, concatenated.
            row_ends: for each decision the end of its features in ``feature_indices``.
            targets: win probability after each decision.
            feature_count: number of features of the network.
        """
        row_starts = np.concatenate([[0], np.asarray(row_ends, dtype=np.int64)])
        columns = np.asarray(feature_indices, dtype=np.int32)
        ones = np.ones(len(columns), np.float32)
        features = csr_array(
            (ones, columns, row_starts), shape=(len(row_starts) - 1, feature_count)
        )
        return cls(features, np.asarray(targets, dtype=np.float32))

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self.targets)


class Trainer:
    """Fits a network to targets by minibatch gradient descent on the cross-entropy, with Adam.

    Args:
        feature_count: number of features of the encoder.
        hidden_units: size of the hidden layer.
        seed: seed of the initial weights.
        ema_horizon: the playing weights are an exponential moving average over about this many
            batches (Polyak, Juditsky 1992); 1 disables averaging.

    Attributes:
        weights: the current weights: ``embedding`` of shape (features, hidden units), ``bias`` and
            ``output_weights`` of shape (hidden units,), ``output_bias`` of shape (1,).
    """

    def __init__(
        self, feature_count: int, hidden_units: int, seed: int, ema_horizon: int = 1
    ) -> None:
        rng = np.random.default_rng(seed)
        self.weights = {
            "embedding": (rng.standard_normal((feature_count, hidden_units)) * 0.15).astype(
                np.float32
            ),
            "bias": np.full(hidden_units, 0.1, np.float32),
            "output_weights": (rng.standard_normal(hidden_units) * 0.3).astype(np.float32),
            "output_bias": np.zeros(1, np.float32),
        }
        self._means = {name: np.zeros_like(values) for name, values in self.weights.items()}
        self._squares = {name: np.zeros_like(values) for name, values in self.weights.items()}
        self._averages = {name: values.copy() for name, values in self.weights.items()}
        self._ema_horizon = ema_horizon
        self._batch_count = 0

    def fit_epoch(self, dataset: Dataset, learning_rate: float, seed: int) -> float:
        """Train on every decision once, in random order.

        Args:
            dataset: the decisions.
            learning_rate: step size of Adam.
            seed: seed of the order.

        Returns:
            The mean loss of the batches, each before its update.
        """
        order = np.random.default_rng(seed).permutation(len(dataset))
        losses = [
            self._fit_batch(dataset, np.sort(order[begin : begin + BATCH_SIZE]), learning_rate)
            for begin in range(0, len(dataset), BATCH_SIZE)
        ]
        return float(np.mean(losses))

    def loss(self, dataset: Dataset) -> float:
        """Return the mean cross-entropy of the current weights, in nats."""
        _, predicted = self._forward(dataset.features)
        return _cross_entropy(predicted, dataset.targets)

    def quantize(self) -> QuantizedNetwork:
        """Return the averaged weights as a network for inference."""
        return quantize_weights(self._averages)

    def export(self) -> QuantizedNetwork:
        """Return ``quantize()`` with zero embeddings for features that were never active.

        Their weights are still the random ones of the initialization.
        """
        trained = self._squares["embedding"].any(axis=1, keepdims=True)
        return quantize_weights(
            self._averages | {"embedding": self._averages["embedding"] * trained}
        )

    def state_dict(self) -> dict[str, NDArray[Any]]:
        """Return the complete training state: weights, moments, averages and batch count."""
        state = {f"weights {name}": values for name, values in self.weights.items()}
        state |= {f"mean {name}": values for name, values in self._means.items()}
        state |= {f"square {name}": values for name, values in self._squares.items()}
        state |= {f"average {name}": values for name, values in self._averages.items()}
        return state | {"batches": np.array(self._batch_count)}

    def load_state_dict(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Restore a state that ``state_dict`` has returned.

        Raises:
            KeyError: if an array is missing.
        """
        for name in self.weights:
            self.weights[name] = state[f"weights {name}"]
            self._means[name] = state[f"mean {name}"]
            self._squares[name] = state[f"square {name}"]
            self._averages[name] = state[f"average {name}"]
        self._batch_count = int(state["batches"])

    def _forward(self, features: csr_array) -> tuple[FloatArray, FloatArray]:
        """Return the hidden activations and the predicted win probabilities."""
        weights = self.weights
        hidden = np.maximum(features @ weights["embedding"] + weights["bias"], 0)
        logits = hidden @ weights["output_weights"] + weights["output_bias"]
        with np.errstate(over="ignore"):  # exp overflows to inf, and the probability becomes 0
            return hidden, 1 / (1 + np.exp(-logits))

    def _fit_batch(
        self, dataset: Dataset, indices: NDArray[np.int64], learning_rate: float
    ) -> float:
        """Update the weights with one batch and return its loss."""
        features, targets = dataset.features[indices], dataset.targets[indices]
        hidden, predicted = self._forward(features)
        error = (predicted - targets) / np.float32(len(indices))
        hidden_gradient = np.outer(error, self.weights["output_weights"])
        hidden_gradient[hidden <= 0] = 0
        gradients = {
            # Converting the transpose to CSR costs less than multiplying in CSC format.
            "embedding": features.T.tocsr() @ hidden_gradient,
            "bias": hidden_gradient.sum(axis=0),
            "output_weights": hidden.T @ error,
            "output_bias": error.sum(keepdims=True),
        }
        self._batch_count += 1
        for name, gradient in gradients.items():
            self._adam_step(name, gradient, learning_rate)
        rows = self.weights["embedding"]
        np.clip(rows, -MAX_EMBEDDING_WEIGHT, MAX_EMBEDDING_WEIGHT, out=rows)
        self._update_averages()
        return _cross_entropy(predicted, targets)

    def _adam_step(self, name: str, gradient: FloatArray, learning_rate: float) -> None:
        beta1, beta2 = ADAM_BETAS
        mean, square = self._means[name], self._squares[name]
        mean *= beta1
        mean += (1 - beta1) * gradient
        square *= beta2
        square += (1 - beta2) * gradient * gradient
        bias_correction = np.sqrt(1 - beta2**self._batch_count) / (1 - beta1**self._batch_count)
        step_size = np.float32(learning_rate * bias_correction)
        self.weights[name] -= step_size * mean / (np.sqrt(square) + ADAM_EPSILON)

    def _update_averages(self) -> None:
        """Update the moving averages, at first with a larger weight.

        Without that the initial weights would dominate the first ``ema_horizon`` batches.
        """
        share = np.float32(max(1 / self._ema_horizon, 2 / (self._batch_count + 1)))
        for name, weights in self.weights.items():
            average = self._averages[name]
            average *= 1 - share
            average += share * weights


def concatenate(datasets: list[Dataset]) -> Dataset:
    """Return the decisions of several datasets as one."""
    features = csr_array(vstack([dataset.features for dataset in datasets], format="csr"))
    return Dataset(features, np.concatenate([dataset.targets for dataset in datasets]))


def _cross_entropy(predicted: FloatArray, targets: FloatArray) -> float:
    wins = targets * np.log(predicted + LOG_EPSILON)
    losses = (1 - targets) * np.log(1 - predicted + LOG_EPSILON)
    return float(-(wins + losses).mean())


def quantize_weights(weights: Mapping[str, FloatArray]) -> QuantizedNetwork:
    """Return weights as integers, three first-layer weights packed into each word."""
    rows = np.clip(
        weights["embedding"].astype(np.float64), -MAX_EMBEDDING_WEIGHT, MAX_EMBEDDING_WEIGHT
    )
    lanes = np.rint(rows * SCALE).astype(np.int64) + int(WEIGHT_OFFSET)
    lane = int(LANE_BITS)
    words = lanes[:, 0::3] + (lanes[:, 1::3] << lane) + (lanes[:, 2::3] << 2 * lane)
    bias, output_weights, output_bias = (
        np.rint(weights[name].astype(np.float64) * scale).astype(np.int64).tolist()
        for name, scale in (
            ("bias", SCALE),
            ("output_weights", SCALE),
            ("output_bias", SCALE * SCALE),
        )
    )
    return QuantizedNetwork(
        vec[i64](words.ravel().tolist()), vec[i64](bias), vec[i64](output_weights), output_bias[0]
    )
