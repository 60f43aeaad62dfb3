"""Trainer: gradients against finite differences, Adam, averaging, quantization, state."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.network.quantized import QuantizedNetwork
from onirium.studies.training.optimizer import BATCH_SIZE, Dataset, Trainer, concatenate

Float64Array = NDArray[np.float64]

FEATURE_COUNT = 5
HIDDEN_UNITS = 24
STEP_SIZE = 1e-5


def make_dataset(decisions: list[list[int]], targets: list[float]) -> Dataset:
    """Return a dataset from the active features of each decision."""
    indices = [number for decision in decisions for number in decision]
    row_ends = np.cumsum([len(decision) for decision in decisions])
    return Dataset.from_arrays(indices, row_ends, targets, FEATURE_COUNT)


SMALL_DATASET = make_dataset([[0, 1], [2], [3, 3, 4], [], [1, 4]], [1.0, 0.0, 0.25, 0.5, 0.75])
COUNTS: Float64Array = np.array(
    [[1, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 2, 1], [0, 0, 0, 0, 0], [0, 1, 0, 0, 1]], float
)


def float64_weights(trainer: Trainer) -> dict[str, Float64Array]:
    return {name: values.astype(np.float64) for name, values in trainer.weights.items()}


def mean_loss(weights: Mapping[str, Float64Array]) -> float:
    """Return the cross-entropy of the small dataset, computed per decision in double precision."""
    total = 0.0
    for counts, target in zip(COUNTS, SMALL_DATASET.targets.astype(float), strict=True):
        hidden = np.maximum(counts @ weights["embedding"] + weights["bias"], 0)
        probability = 1 / (
            1 + np.exp(-(hidden @ weights["output_weights"] + weights["output_bias"][0]))
        )
        total -= target * np.log(probability) + (1 - target) * np.log(1 - probability)
    return float(total / len(COUNTS))


def numerical_gradient(
    weights: Mapping[str, Float64Array], name: str, index: tuple[int, ...]
) -> float:
    losses = []
    for step in (STEP_SIZE, -STEP_SIZE):
        shifted = {each: values.copy() for each, values in weights.items()}
        shifted[name][index] += step
        losses.append(mean_loss(shifted))
    return (losses[0] - losses[1]) / (2 * STEP_SIZE)


def test_dataset_counts_active_features() -> None:
    assert SMALL_DATASET.features.toarray().tolist() == COUNTS.tolist()
    assert len(SMALL_DATASET) == 5


def test_loss_is_the_mean_cross_entropy() -> None:
    trainer = Trainer(FEATURE_COUNT, HIDDEN_UNITS, seed=1)
    assert trainer.loss(SMALL_DATASET) == pytest.approx(
        mean_loss(float64_weights(trainer)), rel=1e-5
    )


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_gradient_agrees_with_finite_differences(seed: int) -> None:
    """After one batch the mean of former gradients is a tenth of the first."""
    trainer = Trainer(FEATURE_COUNT, HIDDEN_UNITS, seed)
    before = float64_weights(trainer)
    trainer.fit_epoch(SMALL_DATASET, learning_rate=0.001, seed=1)
    state = trainer.state_dict()
    for name, values in before.items():
        gradient = state[f"mean {name}"] * 10
        expected = [numerical_gradient(before, name, index) for index in np.ndindex(values.shape)]
        assert gradient.ravel().tolist() == pytest.approx(expected, rel=1e-3, abs=1e-6), name


def test_first_step_has_the_size_of_the_learning_rate() -> None:
    trainer = Trainer(FEATURE_COUNT, HIDDEN_UNITS, seed=1)
    before = float64_weights(trainer)["embedding"]
    trainer.fit_epoch(SMALL_DATASET, learning_rate=0.01, seed=1)
    gradient = trainer.state_dict()["mean embedding"]
    shifted = float64_weights(trainer)["embedding"] - before
    # Where the gradient is tiny, the epsilon in the denominator of Adam shortens the step.
    clear = np.abs(gradient) > 1e-5
    assert clear.sum() > 50
    assert shifted[clear] == pytest.approx(-0.01 * np.sign(gradient[clear]), rel=0.02)
    assert not shifted[gradient == 0].any()


def test_training_fits_exclusive_or() -> None:
    """It is won if the first input or the second is on, and not both."""
    cases = [[0], [1], [0, 1], [2]]
    dataset = make_dataset(cases * 50, [1.0, 1.0, 0.0, 0.0] * 50)
    trainer = Trainer(FEATURE_COUNT, HIDDEN_UNITS, seed=1)
    before = trainer.loss(dataset)
    first = trainer.fit_epoch(dataset, learning_rate=0.01, seed=0)
    for seed in range(1, 150):
        last = trainer.fit_epoch(dataset, learning_rate=0.01, seed=seed)
    assert before > 0.5
    assert first == pytest.approx(before, rel=1e-4)
    assert last < 0.05
    assert trainer.loss(dataset) < 0.05


@pytest.mark.parametrize("count", [BATCH_SIZE - 1, BATCH_SIZE, BATCH_SIZE + 1])
def test_epoch_is_split_into_batches(count: int) -> None:
    trainer = Trainer(FEATURE_COUNT, HIDDEN_UNITS, seed=1)
    trainer.fit_epoch(make_dataset([[0]] * count, [1.0] * count), learning_rate=0.001, seed=1)
    assert trainer.state_dict()["batches"] == 1 + (count > BATCH_SIZE)


def test_quantized_network_agrees_with_the_float_weights() -> None:
    """Each weight is rounded to a multiple of 1/256: the error is at most 1/512."""
    trainer = Trainer(FEATURE_COUNT, HIDDEN_UNITS, seed=4)
    for seed in range(20):
        trainer.fit_epoch(SMALL_DATASET, learning_rate=0.01, seed=seed)
    network = trainer.quantize()
    weights = float64_weights(trainer)
    for counts in COUNTS:
        writer = FeatureWriter()
        for number, count in enumerate(counts.astype(int)):
            for _ in range(count):
                writer.add(number)
        hidden = np.maximum(counts @ weights["embedding"] + weights["bias"], 0)
        logit = float(hidden @ weights["output_weights"] + weights["output_bias"][0])
        error = (
            hidden.sum() + (counts.sum() + 1) * (np.abs(weights["output_weights"]) + 1 / 512).sum()
        )
        assert network.logit(writer) == pytest.approx(logit, abs=float(error) / 512 + 1e-4)


def test_weights_are_clipped_to_the_lane_size() -> None:
    """The learning rate is large enough to exceed the limit."""
    trainer = Trainer(FEATURE_COUNT, HIDDEN_UNITS, seed=1)
    trainer.weights["embedding"][:] = np.where(np.arange(HIDDEN_UNITS) % 2, 40.0, -40.0)
    trainer.weights["bias"][:] = 0
    trainer.weights["output_weights"][:] = 1
    trainer.fit_epoch(SMALL_DATASET, learning_rate=10.0, seed=1)
    assert np.abs(trainer.weights["embedding"]).max() == np.float32(15.9)


def test_quantized_weights_are_clipped_to_the_lane_size() -> None:
    """15.9 x 256 is 4070, and a lane holds 120 such weights."""
    trainer = Trainer(FEATURE_COUNT, HIDDEN_UNITS, seed=1)
    rows = np.tile(np.where(np.arange(HIDDEN_UNITS) % 2, 40.0, -40.0), (FEATURE_COUNT, 1))
    others = {
        "bias": np.zeros(HIDDEN_UNITS),
        "output_weights": np.ones(HIDDEN_UNITS),
        "output_bias": np.zeros(1),
    }
    averages = {f"average {name}": values for name, values in {"embedding": rows, **others}.items()}
    trainer.load_state_dict(trainer.state_dict() | averages)
    writer = FeatureWriter()
    for _ in range(120):
        writer.add(2)
    assert trainer.quantize().logit(writer) == 120 * 4070 / 256 * HIDDEN_UNITS / 2


def test_export_clears_rows_of_inactive_features() -> None:
    """The second feature was never active; the first and the third have opposite targets."""
    trainer = Trainer(FEATURE_COUNT, HIDDEN_UNITS, seed=1)
    for seed in range(20):
        trainer.fit_epoch(make_dataset([[0], [2]], [1.0, 0.0]), learning_rate=0.01, seed=seed)
    network, exported = trainer.quantize(), trainer.export()
    assert (
        logit_of(exported, 0)
        == logit_of(network, 0)
        > logit_of(network, 2)
        == logit_of(exported, 2)
    )
    assert logit_of(exported, 1) == logit_of(exported) == logit_of(network) != logit_of(network, 1)


def logit_of(network: QuantizedNetwork, *features: int) -> float:
    writer = FeatureWriter()
    for feature in features:
        writer.add(feature)
    return network.logit(writer)


def test_quantized_weights_are_a_moving_average() -> None:
    """With horizon 2 the first three count 1, 2 and 3 sixths, and each later one a half."""
    trainer = Trainer(FEATURE_COUNT, HIDDEN_UNITS, seed=1, ema_horizon=2)
    after = []
    for seed in range(4):
        trainer.fit_epoch(SMALL_DATASET, learning_rate=0.01, seed=seed)
        after.append(trainer.weights["embedding"].copy())
    expected = ((after[0] + 2 * after[1] + 3 * after[2]) / 6 + after[3]) / 2
    assert trainer.state_dict()["average embedding"] == pytest.approx(expected, abs=1e-6)


def test_horizon_of_one_disables_averaging() -> None:
    trainer = Trainer(FEATURE_COUNT, HIDDEN_UNITS, seed=1)
    trainer.fit_epoch(SMALL_DATASET, learning_rate=0.01, seed=1)
    for name, values in trainer.weights.items():
        assert trainer.state_dict()[f"average {name}"].tobytes() == values.tobytes()


@pytest.mark.parametrize("ema_horizon", [1, 4])
def test_restored_trainer_continues_identically(ema_horizon: int) -> None:
    uninterrupted = Trainer(FEATURE_COUNT, HIDDEN_UNITS, seed=2, ema_horizon=ema_horizon)
    interrupted = Trainer(FEATURE_COUNT, HIDDEN_UNITS, seed=2, ema_horizon=ema_horizon)
    for seed in range(6):
        uninterrupted.fit_epoch(SMALL_DATASET, learning_rate=0.01, seed=seed)
    for seed in range(3):
        interrupted.fit_epoch(SMALL_DATASET, learning_rate=0.01, seed=seed)
    state: dict[str, NDArray[Any]] = {
        name: values.copy() for name, values in interrupted.state_dict().items()
    }
    restored = Trainer(FEATURE_COUNT, HIDDEN_UNITS, seed=77, ema_horizon=ema_horizon)
    restored.load_state_dict(state)
    for seed in range(3, 6):
        restored.fit_epoch(SMALL_DATASET, learning_rate=0.01, seed=seed)
    expected, actual = uninterrupted.state_dict(), restored.state_dict()
    assert {name: values.tobytes() for name, values in actual.items()} == {
        name: values.tobytes() for name, values in expected.items()
    }


def test_datasets_are_concatenated() -> None:
    whole = concatenate(
        [make_dataset([[0, 1], [2]], [1.0, 0.0]), make_dataset([[3, 3, 4]], [0.25])]
    )
    assert whole.features.toarray().tolist() == COUNTS[:3].tolist()
    assert whole.targets.tolist() == [1.0, 0.0, 0.25]
