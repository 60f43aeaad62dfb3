"""Training: the same seed learns the same, however it is interrupted and whoever plays."""

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
DUEL = Curriculum(
    game="nightmarium",
    network="two",
    scenarios=(Scenario({"creatures": 5}, 1), Scenario({}, 1, opponents="random")),
    phases=(Phase(iterations=1, expert="random", advantage_margin=EXPERT_ONLY, epochs=1),),
    hidden_units=12,
)


def trained(folder: Path, curriculum: Curriculum = TINY, workers: int = 1) -> list[Iteration]:
    """Train to the end; return the rounds, less how long they took."""
    folder.mkdir(exist_ok=True)
    course = Training(curriculum, folder, seed=1, workers=workers)
    for _ in course.run():
        pass
    course.write(folder / "end.weights")
    return [msgspec.structs.replace(over, seconds=0.0) for over in course.iterations]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Iteration], bytes]:
    """Return the rounds of a training that nothing interrupts, and its weights."""
    folder = tmp_path_factory.mktemp("whole")
    return trained(folder), (folder / "end.weights").read_bytes()


Whole = tuple[list[Iteration], bytes]


@pytest.fixture(scope="module")
def kept_of_a_duel(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return what is kept of a duel's training that came to its end."""
    folder = tmp_path_factory.mktemp("duel")
    trained(folder, DUEL)
    return (folder / "nightmarium-two.npz").read_bytes()


@pytest.fixture
def kept(tmp_path: Path, kept_of_a_duel: bytes) -> Path:
    path = tmp_path / "nightmarium-two.npz"
    path.write_bytes(kept_of_a_duel)
    return path


def test_iteration_has_statistics(whole: Whole) -> None:
    rounds, _ = whole
    assert [over.number for over in rounds] == [1, 2, 3]
    assert [over.games for over in rounds] == [3] * 3
    assert all(over.decisions > 3 * 10 for over in rounds)
    assert all(len(over.win_rates) == 2 for over in rounds)
    assert all(0 < over.loss < 2 for over in rounds)


def test_phase_can_play_fewer_games_with_search(tmp_path: Path) -> None:
    stage = Phase(iterations=1, simulations=2, game_fraction=0.25, epochs=1)
    thoughtful = Curriculum(
        game="onirim",
        network="alone",
        scenarios=(Scenario({}, 8),),
        phases=(stage,),
        hidden_units=12,
    )
    [over] = trained(tmp_path, thoughtful)
    assert over.games == 2
    assert over.win_rates[0] in {0.0, 0.5, 1.0}
    assert over.decisions > 2 * 10


def test_weights_file_can_be_read(whole: Whole, tmp_path: Path) -> None:
    path = tmp_path / "learned.weights"
    path.write_bytes(whole[1])
    game = onirium.load("onirim", **TINY.scenarios[0].options)
    count = count_features(game, OnirimEncoder())
    net = read_network(path, count)
    assert (len(net.bias), len(net.embedding)) == (12, count * 4)


def test_training_resumes_from_its_checkpoint(whole: Whole, tmp_path: Path) -> None:
    course = Training(TINY, tmp_path, seed=1, workers=1)
    next(course.run())
    assert len(course.iterations) == 1
    assert Training(TINY, tmp_path, seed=1, workers=1).iterations == course.iterations
    assert trained(tmp_path) == whole[0]
    assert (tmp_path / "end.weights").read_bytes() == whole[1]


@pytest.mark.parametrize("turn", [2, 3])
def test_interrupt_loses_only_the_current_iteration(
    turn: int, whole: Whole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third and the fourth time that decisions are studied belong to the second round."""
    study = Trainer.fit_epoch
    times = 0

    def interrupted(*given: Any) -> float:
        nonlocal times
        times += 1
        if times == turn + 1:
            raise KeyboardInterrupt
        return study(*given)

    monkeypatch.setattr(Trainer, "fit_epoch", interrupted)
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path)
    assert len(Training(TINY, tmp_path, seed=1, workers=1).iterations) == 1
    assert trained(tmp_path) == whole[0]
    assert (tmp_path / "end.weights").read_bytes() == whole[1]


def test_failed_write_leaves_the_checkpoint_intact(
    whole: Whole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = Training(TINY, tmp_path, seed=1, workers=1)
    rounds = course.run()
    next(rounds)

    def full(path: Path, **_: object) -> None:
        path.write_bytes(b"half of")
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(np, "savez", full)
        with pytest.raises(OSError, match="No space"):
            next(rounds)
    assert trained(tmp_path) == whole[0]


@pytest.mark.long
def test_number_of_workers_does_not_change_the_weights(whole: Whole, tmp_path: Path) -> None:
    shortened = msgspec.structs.replace(TINY, phases=TINY.phases[:2])
    alone, together = tmp_path / "alone", tmp_path / "together"
    assert trained(together, shortened, workers=2) == trained(alone, shortened)
    assert (together / "end.weights").read_bytes() == (alone / "end.weights").read_bytes()
    assert (alone / "end.weights").read_bytes() != whole[1]


def test_another_seed_gives_another_loss(tmp_path: Path) -> None:
    rounds = [next(Training(DUEL, tmp_path / name, int(name), 1).run()) for name in _made(tmp_path)]
    assert rounds[0].loss != rounds[1].loss


def _made(folder: Path) -> tuple[str, str]:
    for name in ("1", "2"):
        (folder / name).mkdir()
    return "1", "2"


def test_finished_training_runs_no_iteration(kept: Path) -> None:
    course = Training(DUEL, kept.parent, seed=1, workers=1)
    assert (len(course.iterations), list(course.run())) == (1, [])


@pytest.mark.parametrize(
    "other",
    [
        msgspec.structs.replace(DUEL, learning_rate=0.5),
        msgspec.structs.replace(DUEL, phases=TINY.phases),
        msgspec.structs.replace(DUEL, scenarios=DUEL.scenarios[:1]),
    ],
)
def test_checkpoint_of_another_training_is_rejected(other: Curriculum, kept: Path) -> None:
    folder, before = kept.parent, kept.read_bytes()
    with pytest.raises(TrainingError, match=r"nightmarium-two\.npz: belongs to a training"):
        Training(other, folder, seed=1, workers=1)
    with pytest.raises(TrainingError, match="another curriculum or seed; move it away"):
        Training(DUEL, folder, seed=2, workers=1)
    assert kept.read_bytes() == before


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
def test_damaged_checkpoint_is_rejected(damage: Callable[[bytes], bytes], kept: Path) -> None:
    kept.write_bytes(damage(kept.read_bytes()))
    with pytest.raises(TrainingError, match=r"nightmarium-two\.npz: cannot be read .*move it away"):
        Training(DUEL, kept.parent, seed=1, workers=1)


def test_incomplete_checkpoint_is_rejected(kept: Path) -> None:
    with np.load(kept) as found:
        some = {name: found[name] for name in found.files if name != "mean rows"}
    np.savez(kept, **some)
    with pytest.raises(TrainingError, match="cannot be read"):
        Training(DUEL, kept.parent, seed=1, workers=1)
