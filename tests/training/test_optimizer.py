"""The learner: its gradient against finite differences, and what becomes of it."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from onirium.bots.network.feature_writer import FeatureWriter
from onirium.bots.network.quantized import QuantizedNetwork
from onirium.studies.training.optimizer import BATCH_SIZE, Dataset, Trainer, concatenate

Real = NDArray[np.float64]

INPUTS = 5
UNITS = 24
NUDGE = 1e-5


def lessons(decisions: list[list[int]], targets: list[float], inputs: int = INPUTS) -> Dataset:
    """Return decisions with the inputs that are on at each."""
    on = [number for decision in decisions for number in decision]
    ends = np.cumsum([len(decision) for decision in decisions])
    return Dataset.from_arrays(on, ends, targets, inputs)


FEW = lessons([[0, 1], [2], [3, 3, 4], [], [1, 4]], [1.0, 0.0, 0.25, 0.5, 0.75])
COUNTS: Real = np.array(
    [[1, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 2, 1], [0, 0, 0, 0, 0], [0, 1, 0, 0, 1]], float
)


def weights_of(learner: Trainer) -> dict[str, Real]:
    return {name: values.astype(np.float64) for name, values in learner.weights.items()}


def mean_loss(weights: Mapping[str, Real]) -> float:
    """Return the cross-entropy of the few decisions, one by one and in large numbers."""
    total = 0.0
    for counts, target in zip(COUNTS, FEW.targets.astype(float), strict=True):
        active = np.maximum(counts @ weights["rows"] + weights["bias"], 0)
        chance = 1 / (1 + np.exp(-(active @ weights["outward"] + weights["constant"][0])))
        total -= target * np.log(chance) + (1 - target) * np.log(1 - chance)
    return float(total / len(COUNTS))


def slope(weights: Mapping[str, Real], name: str, place: tuple[int, ...]) -> float:
    losses = []
    for step in (NUDGE, -NUDGE):
        moved = {each: values.copy() for each, values in weights.items()}
        moved[name][place] += step
        losses.append(mean_loss(moved))
    return (losses[0] - losses[1]) / (2 * NUDGE)


def test_dataset_counts_active_features() -> None:
    assert FEW.features.toarray().tolist() == COUNTS.tolist()
    assert len(FEW) == 5


def test_loss_is_the_mean_cross_entropy() -> None:
    learner = Trainer(INPUTS, UNITS, seed=1)
    assert learner.loss(FEW) == pytest.approx(mean_loss(weights_of(learner)), rel=1e-5)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_gradient_agrees_with_finite_differences(seed: int) -> None:
    """After one batch the mean of former gradients is a tenth of the first."""
    learner = Trainer(INPUTS, UNITS, seed)
    before = weights_of(learner)
    learner.fit_epoch(FEW, learning_rate=0.001, seed=1)
    kept = learner.state_dict()
    for name, values in before.items():
        gradient = kept[f"mean {name}"] * 10
        expected = [slope(before, name, place) for place in np.ndindex(values.shape)]
        assert gradient.ravel().tolist() == pytest.approx(expected, rel=1e-3, abs=1e-6), name


def test_first_step_has_the_size_of_the_learning_rate() -> None:
    learner = Trainer(INPUTS, UNITS, seed=1)
    before = weights_of(learner)["rows"]
    learner.fit_epoch(FEW, learning_rate=0.01, seed=1)
    gradient = learner.state_dict()["mean rows"]
    moved = weights_of(learner)["rows"] - before
    # Where the gradient is tiny, what keeps Adam from dividing by zero slows it down.
    clear = np.abs(gradient) > 1e-5
    assert clear.sum() > 50
    assert moved[clear] == pytest.approx(-0.01 * np.sign(gradient[clear]), rel=0.02)
    assert not moved[gradient == 0].any()


def test_training_fits_exclusive_or() -> None:
    """It is won if the first input or the second is on, and not both."""
    cases = [[0], [1], [0, 1], [2]]
    known = lessons(cases * 50, [1.0, 1.0, 0.0, 0.0] * 50)
    learner = Trainer(INPUTS, UNITS, seed=1)
    before = learner.loss(known)
    first = learner.fit_epoch(known, learning_rate=0.01, seed=0)
    for seed in range(1, 150):
        last = learner.fit_epoch(known, learning_rate=0.01, seed=seed)
    assert before > 0.5
    assert first == pytest.approx(before, rel=1e-4)
    assert last < 0.05
    assert learner.loss(known) < 0.05


@pytest.mark.parametrize("count", [BATCH_SIZE - 1, BATCH_SIZE, BATCH_SIZE + 1])
def test_epoch_is_split_into_batches(count: int) -> None:
    learner = Trainer(INPUTS, UNITS, seed=1)
    learner.fit_epoch(lessons([[0]] * count, [1.0] * count), learning_rate=0.001, seed=1)
    assert learner.state_dict()["batches"] == 1 + (count > BATCH_SIZE)


def test_quantised_network_agrees_with_the_float_weights() -> None:
    """Each weight is rounded to 1/256, and so is off by half of that at most."""
    learner = Trainer(INPUTS, UNITS, seed=4)
    for seed in range(20):
        learner.fit_epoch(FEW, learning_rate=0.01, seed=seed)
    net = learner.quantize()
    weights = weights_of(learner)
    for counts in COUNTS:
        writer = FeatureWriter()
        for number, count in enumerate(counts.astype(int)):
            for _ in range(count):
                writer.add(number)
        active = np.maximum(counts @ weights["rows"] + weights["bias"], 0)
        said = float(active @ weights["outward"] + weights["constant"][0])
        off = active.sum() + (counts.sum() + 1) * (np.abs(weights["outward"]) + 1 / 512).sum()
        assert net.logit(writer) == pytest.approx(said, abs=float(off) / 512 + 1e-4)


def test_weights_are_clipped_to_the_lane_size() -> None:
    """However far it was moved."""
    learner = Trainer(INPUTS, UNITS, seed=1)
    learner.weights["rows"][:] = np.where(np.arange(UNITS) % 2, 40.0, -40.0)
    learner.weights["bias"][:] = 0
    learner.weights["outward"][:] = 1
    learner.fit_epoch(FEW, learning_rate=10.0, seed=1)
    assert np.abs(learner.weights["rows"]).max() == np.float32(15.9)


def test_quantised_weights_are_clipped_to_the_lane_size() -> None:
    """However large it is: 15.9 x 256 is 4070, and a lane holds 120 of them."""
    learner = Trainer(INPUTS, UNITS, seed=1)
    rows = np.tile(np.where(np.arange(UNITS) % 2, 40.0, -40.0), (INPUTS, 1))
    others = {"bias": np.zeros(UNITS), "outward": np.ones(UNITS), "constant": np.zeros(1)}
    averages = {f"average {name}": values for name, values in {"rows": rows, **others}.items()}
    learner.load_state_dict(learner.state_dict() | averages)
    writer = FeatureWriter()
    for _ in range(120):
        writer.add(2)
    assert learner.quantize().logit(writer) == 120 * 4070 / 256 * UNITS / 2


def test_export_clears_rows_of_inactive_features() -> None:
    """The second input was never on; the first and the third have learned opposite things."""
    learner = Trainer(INPUTS, UNITS, seed=1)
    for seed in range(20):
        learner.fit_epoch(lessons([[0], [2]], [1.0, 0.0]), learning_rate=0.01, seed=seed)
    net, learned = learner.quantize(), learner.export()
    assert says(learned, 0) == says(net, 0) > says(net, 2) == says(learned, 2)
    assert says(learned, 1) == says(learned) == says(net) != says(net, 1)


def says(net: QuantizedNetwork, *inputs: int) -> float:
    writer = FeatureWriter()
    for number in inputs:
        writer.add(number)
    return net.logit(writer)


def test_quantised_weights_are_a_moving_average() -> None:
    """Over two: at first the third of three counts a half, as by 1, 2 and 3; so does each later."""
    learner = Trainer(INPUTS, UNITS, seed=1, ema_horizon=2)
    after = []
    for seed in range(4):
        learner.fit_epoch(FEW, learning_rate=0.01, seed=seed)
        after.append(learner.weights["rows"].copy())
    expected = ((after[0] + 2 * after[1] + 3 * after[2]) / 6 + after[3]) / 2
    assert learner.state_dict()["average rows"] == pytest.approx(expected, abs=1e-6)


def test_horizon_of_one_disables_averaging() -> None:
    learner = Trainer(INPUTS, UNITS, seed=1)
    learner.fit_epoch(FEW, learning_rate=0.01, seed=1)
    for name, values in learner.weights.items():
        assert learner.state_dict()[f"average {name}"].tobytes() == values.tobytes()


@pytest.mark.parametrize("averaged", [1, 4])
def test_restored_trainer_continues_identically(averaged: int) -> None:
    through = Trainer(INPUTS, UNITS, seed=2, ema_horizon=averaged)
    stopped = Trainer(INPUTS, UNITS, seed=2, ema_horizon=averaged)
    for seed in range(6):
        through.fit_epoch(FEW, learning_rate=0.01, seed=seed)
    for seed in range(3):
        stopped.fit_epoch(FEW, learning_rate=0.01, seed=seed)
    kept: dict[str, NDArray[Any]] = {
        name: values.copy() for name, values in stopped.state_dict().items()
    }
    another = Trainer(INPUTS, UNITS, seed=77, ema_horizon=averaged)
    another.load_state_dict(kept)
    for seed in range(3, 6):
        another.fit_epoch(FEW, learning_rate=0.01, seed=seed)
    ends, others = through.state_dict(), another.state_dict()
    assert {name: values.tobytes() for name, values in others.items()} == {
        name: values.tobytes() for name, values in ends.items()
    }


def test_datasets_are_concatenated() -> None:
    whole = concatenate([lessons([[0, 1], [2]], [1.0, 0.0]), lessons([[3, 3, 4]], [0.25])])
    assert whole.features.toarray().tolist() == COUNTS[:3].tolist()
    assert whole.targets.tolist() == [1.0, 0.0, 0.25]
