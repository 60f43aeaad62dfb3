"""Compares the optimizer of ``onirium train`` with PyTorch: time per epoch and held-out loss.

``python benchmarks/optimizers.py DATA.npz [--network alone] [--games 8000] [--epochs 6]`` trains
each model on the same recorded self-play with the same initial weights, batches and learning rate.
The models take turns after each epoch, so that load on the machine affects all of them. The games
are recorded with the weights in use and kept in DATA.npz for further runs. Needs numpy, scipy and
torch; without a compiler recording takes a quarter of an hour.
"""

import argparse
import os
import statistics
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as in `onirium train`

import numpy as np
import torch
from numpy.typing import NDArray

import onirium
from onirium.bots.network.quantized import NetworkEvaluator
from onirium.bots.network.weights import read_network
from onirium.bots.search_registry import count_features, search_config_for, weights_path
from onirium.core.chance import derive_key
from onirium.studies.training.curriculum import FINAL_LR_FRACTION
from onirium.studies.training.guided_bot import GuidedBot
from onirium.studies.training.optimizer import (
    ADAM_BETAS,
    ADAM_EPSILON,
    BATCH_SIZE,
    MAX_EMBEDDING_WEIGHT,
    Dataset,
    Trainer,
)
from onirium.studies.training.registry import curricula
from onirium.studies.training.self_play import SelfPlayRecorder

SEED: Final = 1
HELD_OUT_FRACTION: Final = 0.2
EPSILON: Final = 0.01
NAMES: Final = ("embedding", "bias", "output_weights", "output_bias")

Weights = dict[str, NDArray[np.float32]]


class Model(Protocol):
    """A network in training."""

    def fit_epoch(self, dataset: Dataset, learning_rate: float, seed: int) -> float:
        """Train on every decision once and return the mean loss."""

    def averaged_weights(self) -> Weights:
        """Return the weights that would play."""


class ScipyModel:
    """The optimizer of ``onirium train``."""

    def __init__(self, trainer: Trainer) -> None:
        self.fit_epoch = trainer.fit_epoch
        self._trainer = trainer

    def averaged_weights(self) -> Weights:
        """Return the weights that would play."""
        state = self._trainer.state_dict()
        return {name: state[f"average {name}"] for name in NAMES}


class TorchModel:
    """The same network in PyTorch.

    Args:
        trainer: provides the initial weights.
        variant: ``bag``: EmbeddingBag with dense gradients and Adam; ``sparse``: with sparse
            gradients and SparseAdam; ``rowwise``: with sparse gradients and one second moment for
            each row; ``csr``: product with a sparse CSR matrix, differentiated by autograd;
            ``csr-scipy``: the same with a gradient from a matrix that scipy has transposed.
        ema_horizon: horizon of the averaged weights, in batches.
    """

    def __init__(self, trainer: Trainer, variant: str, ema_horizon: int) -> None:
        weights = {name: torch.from_numpy(trainer.weights[name].copy()) for name in NAMES}
        self._variant = variant
        self._bag = torch.nn.EmbeddingBag.from_pretrained(
            weights.pop("embedding"),
            freeze=False,
            mode="sum",
            sparse=variant in {"sparse", "rowwise"},
            include_last_offset=True,
        )
        self._bias, self._output_weights, self._output_bias = map(
            torch.nn.Parameter, weights.values()
        )
        small = [self._bias, self._output_weights, self._output_bias]
        self._parameters = [self._bag.weight, *small]
        if variant == "sparse":
            first_layer = torch.optim.SparseAdam([self._bag.weight], betas=ADAM_BETAS)
            self._optimizers = [first_layer, torch.optim.Adam(small, betas=ADAM_BETAS, fused=True)]
        elif variant == "rowwise":
            self._optimizers = [torch.optim.Adam(small, betas=ADAM_BETAS, fused=True)]
            self._row_means = torch.zeros_like(self._bag.weight)
            self._row_squares = torch.zeros(len(self._bag.weight))
        else:
            self._optimizers = [torch.optim.Adam(self._parameters, betas=ADAM_BETAS, fused=True)]
        self._averages = [parameter.detach().clone() for parameter in self._parameters]
        self._ema_horizon = ema_horizon
        self._batch_count = 0

    def fit_epoch(self, dataset: Dataset, learning_rate: float, seed: int) -> float:
        """Train on every decision once and return the mean loss."""
        order = np.random.default_rng(seed).permutation(len(dataset))
        losses = [
            self._fit_batch(dataset, np.sort(order[begin : begin + BATCH_SIZE]), learning_rate)
            for begin in range(0, len(dataset), BATCH_SIZE)
        ]
        return float(np.mean(losses))

    def averaged_weights(self) -> Weights:
        """Return the weights that would play."""
        arrays = [average.numpy() for average in self._averages]
        return dict(zip(NAMES, arrays, strict=True))

    def _fit_batch(
        self, dataset: Dataset, indices: NDArray[np.int64], learning_rate: float
    ) -> float:
        features, targets = dataset.features[indices], torch.from_numpy(dataset.targets[indices])
        for parameter in self._parameters:
            parameter.grad = None
        finish: Callable[[], None] | None = None
        if self._variant == "csr":
            hidden_input = _csr(features) @ self._bag.weight
        elif self._variant == "csr-scipy":
            with torch.no_grad():
                hidden_input = _csr(features) @ self._bag.weight
            hidden_input.requires_grad_(requires_grad=True)

            def finish() -> None:
                self._bag.weight.grad = _csr(features.T.tocsr()) @ hidden_input.grad

        else:
            columns, starts = map(torch.from_numpy, (features.indices, features.indptr))
            hidden_input = self._bag(columns, starts)
        logits = torch.relu(hidden_input + self._bias) @ self._output_weights + self._output_bias
        loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, targets)
        loss.backward()
        if finish:
            finish()
        self._step(learning_rate)
        return float(loss.item())

    def _step(self, learning_rate: float) -> None:
        self._batch_count += 1
        if self._variant == "rowwise":
            self._rowwise_step(learning_rate)
        for optimizer in self._optimizers:
            for group in optimizer.param_groups:
                group["lr"] = learning_rate
            optimizer.step()
        share = max(1 / self._ema_horizon, 2 / (self._batch_count + 1))
        with torch.no_grad():
            self._bag.weight.clamp_(-MAX_EMBEDDING_WEIGHT, MAX_EMBEDDING_WEIGHT)
            torch._foreach_lerp_(self._averages, self._parameters, share)

    def _rowwise_step(self, learning_rate: float) -> None:
        gradient = self._bag.weight.grad.coalesce()
        rows, values = gradient.indices()[0], gradient.values()
        beta1, beta2 = ADAM_BETAS
        correction = (1 - beta2**self._batch_count) ** 0.5 / (1 - beta1**self._batch_count)
        with torch.no_grad():
            means = self._row_means[rows].mul_(beta1).add_(values, alpha=1 - beta1)
            squares = self._row_squares[rows].mul_(beta2)
            squares.add_(values.square().mean(dim=1), alpha=1 - beta2)
            self._row_means[rows], self._row_squares[rows] = means, squares
            scale = learning_rate * correction / (squares.sqrt() + ADAM_EPSILON)
            self._bag.weight.index_add_(0, rows, -scale[:, None] * means)


def _csr(matrix: Any) -> Any:
    parts = map(torch.from_numpy, (matrix.indptr, matrix.indices, matrix.data))
    return torch.sparse_csr_tensor(*parts, size=matrix.shape)


class Epoch(NamedTuple):
    """The measurements of one epoch."""

    seconds: float
    cpu_seconds: float
    held_out_loss: float


def main() -> None:
    """Record games if necessary, train all models in turns and print a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path, help="file of the recorded games")
    parser.add_argument("--game", default="onirim")
    parser.add_argument("--network", default="alone")
    parser.add_argument("--games", type=int, default=8000, help="games to record")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch")
    parser.add_argument("--models", nargs="*", default=["bag", "sparse", "rowwise", "csr-scipy"])
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore", message="Sparse")
    torch.set_num_threads(arguments.threads)
    if not arguments.data.exists():
        record_games(arguments.data, arguments.game, arguments.network, arguments.games)
    [curriculum] = curricula(arguments.game, [arguments.network])
    train, held_out, feature_count = load_data(arguments.data)
    sizes = (feature_count, curriculum.hidden_units)
    evaluator = Trainer(*sizes, SEED)
    models: dict[str, Model] = {}
    for name in ("scipy", *arguments.models):
        trainer = Trainer(*sizes, SEED, curriculum.ema_horizon)
        models[name] = (
            ScipyModel(trainer)
            if name == "scipy"
            else TorchModel(trainer, name, curriculum.ema_horizon)
        )
    epochs: dict[str, list[Epoch]] = {name: [] for name in models}
    for number in range(arguments.epochs):
        progress = number / max(arguments.epochs - 1, 1)
        learning_rate = curriculum.learning_rate * (1 - progress * (1 - FINAL_LR_FRACTION))
        for name, model in models.items():
            wall, cpu = time.perf_counter(), time.process_time()
            model.fit_epoch(train, learning_rate, number)
            seconds, cpu_seconds = time.perf_counter() - wall, time.process_time() - cpu
            evaluator.weights = model.averaged_weights()
            epochs[name].append(Epoch(seconds, cpu_seconds, evaluator.loss(held_out)))
    print(f"{len(train):,} decisions, {len(held_out):,} held out, {arguments.threads} threads\n")
    print_report(epochs)


def record_games(path: Path, game_name: str, network: str, games: int) -> None:
    """Record games that the present weights play against themselves."""
    [curriculum] = curricula(game_name, [network])
    game = onirium.load(game_name, **curriculum.scenarios[0].options)
    encoder = search_config_for(game_name).make_encoder()
    feature_count = count_features(game, encoder)
    weights = read_network(weights_path(game_name, network), feature_count)
    evaluator = NetworkEvaluator(encoder, weights)
    bot = GuidedBot(game, evaluator, None, 0.0)
    arrays: dict[str, Any] = {"feature_count": feature_count}
    parts = {"train": (0, games), "held_out": (games, round(games * HELD_OUT_FRACTION))}
    for part, (first, count) in parts.items():
        td_lambda = curriculum.phases[-1].td_lambda
        recorder = SelfPlayRecorder(game, encoder, evaluator, td_lambda, EPSILON)
        recorder.play(derive_key(SEED, "benchmark"), first, count, [bot] * game.seats)
        arrays[f"{part} indices"] = np.array(recorder.feature_indices, np.int32)
        arrays[f"{part} ends"] = np.array(recorder.row_ends, np.int64)
        arrays[f"{part} targets"] = np.array(recorder.targets, np.float32)
    np.savez(path, **arrays)


def load_data(path: Path) -> tuple[Dataset, Dataset, int]:
    """Return the training data, the held-out data and the number of features."""
    with np.load(path) as arrays:
        feature_count = int(arrays["feature_count"])
        train, held_out = (
            Dataset.from_arrays(
                arrays[f"{part} indices"],
                arrays[f"{part} ends"],
                arrays[f"{part} targets"],
                feature_count,
            )
            for part in ("train", "held_out")
        )
    return train, held_out, feature_count


def print_report(epochs: dict[str, list[Epoch]]) -> None:
    """Print a Markdown table: medians, ratios to scipy in the same epoch, losses."""
    print("| model | s/epoch | CPU s/epoch | wall ratio | CPU ratio | held-out loss by epoch |")
    print("|---|---|---|---|---|---|")
    for name, rows in epochs.items():
        pairs = list(zip(rows, epochs["scipy"], strict=True))
        cells = (
            statistics.median(row.seconds for row in rows),
            statistics.median(row.cpu_seconds for row in rows),
            statistics.median(row.seconds / base.seconds for row, base in pairs),
            statistics.median(row.cpu_seconds / base.cpu_seconds for row, base in pairs),
        )
        losses = " ".join(f"{row.held_out_loss:.5f}" for row in rows)
        print(f"| {name} | {' | '.join(f'{cell:.2f}' for cell in cells)} | {losses} |")


if __name__ == "__main__":
    main()
