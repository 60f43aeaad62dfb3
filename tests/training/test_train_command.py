"""`onirium train`: output, files in the folder, interrupts, errors."""

import csv
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from onirium.bots import search_registry as registry
from onirium.cli.main import main
from onirium.core.game import OptionError
from onirium.i18n.catalog import LANGUAGES
from onirium.studies.output import OutputError
from onirium.studies.training import nightmarium as nightmarium_curricula
from onirium.studies.training import onirim as onirim_curricula
from onirium.studies.training.curriculum import Curriculum, Phase, Scenario
from onirium.studies.training.loop import TrainingError
from onirium.studies.training.optimizer import Trainer
from onirium.studies.training.registry import UnknownNetwork, curricula
from onirium.terminal.commands import train as terminal
from tests.support.terminal_user import TerminalUser

EXPANDED = Curriculum(
    game="onirim",
    network="expanded",
    scenarios=(Scenario({"expansions": ["book"]}, 1), Scenario({"expansions": ["towers"]}, 1)),
    phases=(
        Phase(iterations=1, expert="random", advantage_margin=0.5, epochs=1),
        Phase(iterations=1, epochs=1),
    ),
    hidden_units=12,
)
RACE = Curriculum(
    game="onirim",
    network="race",
    scenarios=(Scenario({"seats": 2, "mode": "race"}, 1),),
    phases=(Phase(iterations=1, expert="random", advantage_margin=0.5, epochs=1),),
    hidden_units=12,
)
TWO = Curriculum(
    game="nightmarium",
    network="two",
    scenarios=(Scenario({}, 1, opponents="random"),),
    phases=(Phase(iterations=1, expert="random", advantage_margin=0.5, epochs=1),),
    hidden_units=12,
)


@pytest.fixture(autouse=True)
def _small_curricula(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onirim_curricula, "CURRICULA", (EXPANDED, RACE))
    monkeypatch.setattr(nightmarium_curricula, "CURRICULA", (TWO,))


def train(folder: Path, game: str | None, *networks: str, language: str = "en") -> list[str]:
    user = TerminalUser([], language, width=300)
    with suppress(KeyboardInterrupt):
        terminal.run(game, networks, folder, language, seed=1, workers=1, console=user.console)
    return [line.rstrip() for line in user.output().splitlines()]


def read_csv(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_each_iteration_has_a_line_and_a_row(tmp_path: Path) -> None:
    lines = train(tmp_path, "onirim", "expanded")
    assert lines[:3] == [
        "Onirim, network “expanded”",
        "  1  onirim expansions=book",
        "  2  onirim expansions=towers",
    ]
    assert [line.partition(":")[0] for line in lines[3:5]] == [
        "Iteration 1 of 2",
        "Iteration 2 of 2",
    ]
    head, *rows = read_csv(tmp_path / "onirim-expanded.csv")
    assert head[:5] == ["iteration", "games", "decisions", "loss", "seconds"]
    assert head[5:] == ["onirim expansions=book", "onirim expansions=towers"]
    assert [row[:2] for row in rows] == [["1", "2"], ["2", "2"]]
    assert {share for row in rows for share in row[5:]} <= {"0.00000", "1.00000"}


def test_paths_of_weights_are_printed(tmp_path: Path) -> None:
    lines = train(tmp_path, "nightmarium")
    assert f"The weights are in {tmp_path / 'nightmarium-two.weights'}" in lines
    installed = registry.weights_path("nightmarium", "two")
    assert f"To play with them, copy them to {installed}" in lines


@pytest.mark.long
def test_trained_weights_can_be_played_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    train(tmp_path, "nightmarium")

    def learned(game: str, network: str) -> Path:
        return tmp_path / f"{game}-{network}.weights"

    monkeypatch.setattr(registry, "weights_path", learned)
    registry._load_network.cache_clear()
    seats = ["--seat", "quick", "--seat", "random"]
    with pytest.raises(SystemExit) as end:
        main(["simulate", "nightmarium", *seats, "--games", "1", "--workers", "1", "--seed", "1"])
    assert end.value.code == 0
    assert "quick" in capsys.readouterr().out
    registry._load_network.cache_clear()


def test_all_networks_of_all_games_are_trained_by_default(tmp_path: Path) -> None:
    train(tmp_path / "new" / "folder", None)
    assert sorted(path.stem for path in tmp_path.glob("new/folder/*.weights")) == [
        "nightmarium-two", "onirim-expanded", "onirim-race",
    ]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_output_is_localized(language: str, tmp_path: Path) -> None:
    lines = "\n".join(train(tmp_path, "nightmarium", language=language))
    resumed = "\n".join(train(tmp_path, "nightmarium", language=language))
    wanted = {"en": "1 iteration is", "ru": "Уже пройдена 1 итерация", "de": "1 Iteration ist"}
    assert wanted[language] in resumed
    assert wanted[language] not in lines
    assert "train." not in lines


def test_interrupt_prints_the_resume_command_and_loses_one_iteration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fit_epoch = Trainer.fit_epoch
    calls = 0

    def fit_until_interrupt(*arguments: Any) -> float:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return fit_epoch(*arguments)

    folder = tmp_path / "a folder"
    with monkeypatch.context() as patch:
        patch.setattr(Trainer, "fit_epoch", fit_until_interrupt)
        lines = train(folder, "onirim", "expanded", "race")
    assert lines[-2:] == [
        "Interrupted. All complete iterations are kept. Continue with:",
        f"onirium train onirim expanded race --folder '{folder}' --seed 1 --workers 1",
    ]
    assert len(read_csv(folder / "onirim-expanded.csv")) == 2
    assert not (folder / "onirim-race.csv").exists()
    uninterrupted = tmp_path / "whole"
    train(uninterrupted, "onirim", "expanded")
    lines = train(folder, "onirim", "expanded")
    assert "1 iteration is complete." in lines
    assert [row[:4] for row in read_csv(folder / "onirim-expanded.csv")] == [
        row[:4] for row in read_csv(uninterrupted / "onirim-expanded.csv")
    ]
    name = "onirim-expanded.weights"
    assert (folder / name).read_bytes() == (uninterrupted / name).read_bytes()


def test_deleted_weights_are_written_again(tmp_path: Path) -> None:
    train(tmp_path, "onirim", "race")
    weights = (tmp_path / "onirim-race.weights").read_bytes()
    for lost in ("weights", "csv"):
        (tmp_path / f"onirim-race.{lost}").unlink()
    train(tmp_path, "onirim", "race")
    assert (tmp_path / "onirim-race.weights").read_bytes() == weights
    assert len(read_csv(tmp_path / "onirim-race.csv")) == 2


def test_checkpoint_of_another_training_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train(tmp_path, "onirim", "race")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    longer = msgspec.structs.replace(RACE, phases=RACE.phases * 2)
    monkeypatch.setattr(onirim_curricula, "CURRICULA", (longer,))
    with pytest.raises(TrainingError, match="another curriculum or seed; move it away"):
        train(tmp_path, "onirim")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_unusable_folder_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(OutputError, match=r"file: is a file; choose a folder"):
        train(tmp_path / "file", "onirim", "race")
    with pytest.raises(OutputError, match=r"deeper: cannot be created: Not a directory"):
        train(tmp_path / "file" / "deeper", "onirim", "race")


def test_unknown_networks_and_games_are_rejected() -> None:
    with pytest.raises(UnknownNetwork, match="no network 'two'; available: expanded, race"):
        curricula("onirim", ["expanded", "two"])
    with pytest.raises(UnknownNetwork, match="hush has no network 'two'; available: none"):
        curricula("hush", ["two"])
    with pytest.raises(OptionError, match="unknown game 'chess'"):
        curricula("chess")
    assert [each.network for each in curricula()] == ["expanded", "race", "two"]
    assert curricula("onirim", ["race", "expanded"]) == [RACE, EXPANDED]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["chess"], "unknown game 'chess'"),
        (["onirim", "expanded", "two"], "onirim has no network 'two'; available: expanded, race"),
        (["onirim", "--language", "fr"], "available: en, ru, de"),
        (["onirim", "--folder", __file__], "test_train_command.py: is a file; choose a folder"),
    ],
)
def test_user_errors_are_printed_in_one_line(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["train", *words])
    assert end.value.code == 2
    lines = capsys.readouterr().err.strip().splitlines()[-1]
    assert lines.startswith("onirium: ")
    assert reason in lines


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["train", "--help"])
    assert end.value.code == 0
    assert "Examples: onirium train; onirium train onirim alone" in capsys.readouterr().out


@pytest.mark.parametrize("missing", ["numpy", "scipy"])
def test_missing_modules_are_named_with_the_extra(
    missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(SystemExit) as end:
        main(["train"])
    assert end.value.code == 2
    lines = capsys.readouterr().err
    assert "training needs numpy and scipy: install onirium with its extra `train`" in lines
    assert "pip install '.[train]'" in lines


WITHOUT_NUMPY = """
import sys
sys.modules["numpy"] = sys.modules["scipy"] = None
import onirium, onirium.cli.main, onirium.bots.advisor, onirium.studies.simulation.simulate
import onirium.studies.analysis.game_analysis, onirium.match.match
import onirium.terminal.commands.play, onirium.web.server
from onirium.bots.registry import make_bot
from onirium.studies.training.registry import curricula
print(len(curricula()))
"""


def test_other_modules_import_without_numpy() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMPY],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert done.stderr == ""
    assert int(done.stdout) >= 4
