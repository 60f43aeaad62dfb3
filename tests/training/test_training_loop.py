"""The training loop: statistics, checkpoints, and results that depend on the seed only."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import onirium
from onirium.bots.network.weights import read_network
from onirium.bots.onirim.features.encoder import OnirimEncoder
from onirium.bots.search_registry import count_features
from onirium.studies.output import OutputError
from onirium.studies.training.curriculum import EXPERT_ONLY, Curriculum, Phase, Scenario
from onirium.studies.training.loop import Iteration, Training, TrainingError
from onirium.studies.training.optimizer import Trainer

TINY = Curriculum(
    game="onirim",
    network="expanded",
    scenarios=(Scenario({"expansions": ["book"]}, 2), Scenario({"expansions": ["towers"]}, 1)),
    phases=(
        Phase(iterations=1, expert="random", advantage_margin=EXPERT_ONLY),
        Phase(iterations=1, expert="random", advantage_margin=0.1),
        Phase(iterations=1),
    ),
    hidden_units=12,
)
TWO_PLAYERS = Curriculum(
    game="nightmarium",
    network="two",
    scenarios=(Scenario({"creatures": 5}, 1), Scenario({}, 1, opponents="random")),
    phases=(Phase(iterations=1, expert="random", advantage_margin=EXPERT_ONLY, epochs=1),),
    hidden_units=12,
)


def run_training(folder: Path, curriculum: Curriculum = TINY, workers: int = 1) -> list[Iteration]:
    """Train to the end and return the iterations, without their durations."""
    folder.mkdir(exist_ok=True)
    training = Training(curriculum, folder, seed=1, workers=workers)
    for _ in training.run():
        pass
    training.write(folder / "end.weights")
    return [msgspec.structs.replace(iteration, seconds=0.0) for iteration in training.iterations]


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Iteration], bytes]:
    """Return the iterations and the weights of an uninterrupted training."""
    folder = tmp_path_factory.mktemp("whole")
    return run_training(folder), (folder / "end.weights").read_bytes()


Uninterrupted = tuple[list[Iteration], bytes]


@pytest.fixture(scope="module")
def two_player_checkpoint(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the checkpoint of a finished training of the two-player network."""
    folder = tmp_path_factory.mktemp("duel")
    run_training(folder, TWO_PLAYERS)
    return (folder / "nightmarium-two.npz").read_bytes()


@pytest.fixture
def checkpoint(tmp_path: Path, two_player_checkpoint: bytes) -> Path:
    path = tmp_path / "nightmarium-two.npz"
    path.write_bytes(two_player_checkpoint)
    return path


def test_iteration_has_statistics(uninterrupted: Uninterrupted) -> None:
    iterations, _ = uninterrupted
    assert [iteration.number for iteration in iterations] == [1, 2, 3]
    assert [iteration.games for iteration in iterations] == [3] * 3
    assert all(iteration.decisions > 3 * 10 for iteration in iterations)
    assert all(len(iteration.win_rates) == 2 for iteration in iterations)
    assert all(0 < iteration.loss < 2 for iteration in iterations)


def test_phase_can_play_fewer_games_with_search(tmp_path: Path) -> None:
    phase = Phase(iterations=1, simulations=2, game_fraction=0.25, epochs=1)
    with_search = Curriculum(
        game="onirim",
        network="alone",
        scenarios=(Scenario({}, 8),),
        phases=(phase,),
        hidden_units=12,
    )
    [iteration] = run_training(tmp_path, with_search)
    assert iteration.games == 2
    assert iteration.win_rates[0] in {0.0, 0.5, 1.0}
    assert iteration.decisions > 2 * 10


def test_weights_file_can_be_read(uninterrupted: Uninterrupted, tmp_path: Path) -> None:
    path = tmp_path / "learned.weights"
    path.write_bytes(uninterrupted[1])
    game = onirium.load("onirim", **TINY.scenarios[0].options)
    count = count_features(game, OnirimEncoder())
    net = read_network(path, count)
    assert (len(net.bias), len(net.embedding)) == (12, count * 4)


def test_training_resumes_from_its_checkpoint(uninterrupted: Uninterrupted, tmp_path: Path) -> None:
    training = Training(TINY, tmp_path, seed=1, workers=1)
    next(training.run())
    assert len(training.iterations) == 1
    assert Training(TINY, tmp_path, seed=1, workers=1).iterations == training.iterations
    assert run_training(tmp_path) == uninterrupted[0]
    assert (tmp_path / "end.weights").read_bytes() == uninterrupted[1]


@pytest.mark.parametrize("completed_epochs", [2, 3])
def test_interrupt_loses_only_the_current_iteration(
    completed_epochs: int,
    uninterrupted: Uninterrupted,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The third and the fourth epoch belong to the second iteration."""
    fit_epoch = Trainer.fit_epoch
    calls = 0

    def fit_until_interrupt(*arguments: Any) -> float:
        nonlocal calls
        calls += 1
        if calls == completed_epochs + 1:
            raise KeyboardInterrupt
        return fit_epoch(*arguments)

    monkeypatch.setattr(Trainer, "fit_epoch", fit_until_interrupt)
    with pytest.raises(KeyboardInterrupt):
        run_training(tmp_path)
    assert len(Training(TINY, tmp_path, seed=1, workers=1).iterations) == 1
    assert run_training(tmp_path) == uninterrupted[0]
    assert (tmp_path / "end.weights").read_bytes() == uninterrupted[1]


def test_failed_write_leaves_the_checkpoint_intact(
    uninterrupted: Uninterrupted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    training = Training(TINY, tmp_path, seed=1, workers=1)
    iterations = training.run()
    next(iterations)

    def fail_to_write(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    before = list(tmp_path.iterdir())
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail_to_write)
        with pytest.raises(OutputError, match=r"\.npz: cannot be written: No space"):
            next(iterations)
    assert list(tmp_path.iterdir()) == before
    assert run_training(tmp_path) == uninterrupted[0]


@pytest.mark.long
def test_number_of_workers_does_not_change_the_weights(
    uninterrupted: Uninterrupted, tmp_path: Path
) -> None:
    shortened = msgspec.structs.replace(TINY, phases=TINY.phases[:2])
    alone, together = tmp_path / "alone", tmp_path / "together"
    assert run_training(together, shortened, workers=2) == run_training(alone, shortened)
    assert (together / "end.weights").read_bytes() == (alone / "end.weights").read_bytes()
    assert (alone / "end.weights").read_bytes() != uninterrupted[1]


def test_another_seed_produces_another_loss(tmp_path: Path) -> None:
    iterations = [
        next(Training(TWO_PLAYERS, tmp_path / name, int(name), 1).run())
        for name in make_folders(tmp_path)
    ]
    assert iterations[0].loss != iterations[1].loss


def make_folders(folder: Path) -> tuple[str, str]:
    for name in ("1", "2"):
        (folder / name).mkdir()
    return "1", "2"


def test_finished_training_runs_no_iteration(checkpoint: Path) -> None:
    training = Training(TWO_PLAYERS, checkpoint.parent, seed=1, workers=1)
    assert (len(training.iterations), list(training.run())) == (1, [])


@pytest.mark.parametrize(
    "other",
    [
        msgspec.structs.replace(TWO_PLAYERS, learning_rate=0.5),
        msgspec.structs.replace(TWO_PLAYERS, phases=TINY.phases),
        msgspec.structs.replace(TWO_PLAYERS, scenarios=TWO_PLAYERS.scenarios[:1]),
    ],
)
def test_checkpoint_of_another_training_is_rejected(other: Curriculum, checkpoint: Path) -> None:
    folder, before = checkpoint.parent, checkpoint.read_bytes()
    with pytest.raises(TrainingError, match=r"nightmarium-two\.npz: belongs to a training"):
        Training(other, folder, seed=1, workers=1)
    with pytest.raises(TrainingError, match="another curriculum or seed; move it away"):
        Training(TWO_PLAYERS, folder, seed=2, workers=1)
    assert checkpoint.read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: b"",
        lambda _: b"no training",
        lambda content: content[:-1],
        lambda content: content[:1000],
        lambda content: content[: len(content) // 2],
        lambda content: content[:5000] + bytes(50_000) + content[55_000:],
    ],
)
def test_damaged_checkpoint_is_rejected(damage: Callable[[bytes], bytes], checkpoint: Path) -> None:
    checkpoint.write_bytes(damage(checkpoint.read_bytes()))
    with pytest.raises(TrainingError, match=r"nightmarium-two\.npz: cannot be read .*move it away"):
        Training(TWO_PLAYERS, checkpoint.parent, seed=1, workers=1)


def test_incomplete_checkpoint_is_rejected(checkpoint: Path) -> None:
    with np.load(checkpoint) as arrays:
        incomplete = {name: arrays[name] for name in arrays.files if name != "mean embedding"}
    np.savez(checkpoint, **incomplete)
    with pytest.raises(TrainingError, match="cannot be read"):
        Training(TWO_PLAYERS, checkpoint.parent, seed=1, workers=1)
