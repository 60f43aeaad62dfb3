"""`onirium train`: rounds in words, everything kept in a folder, and no loss by an interrupt."""

import csv
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from onirium.bots import search_registry as registry
from onirium.cli.main import main
from onirium.core.game import OptionError
from onirium.i18n.catalog import LANGUAGES
from onirium.studies.training import nightmarium as of_nightmarium
from onirium.studies.training import onirim as of_onirim
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
def _little_to_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of_onirim, "CURRICULA", (EXPANDED, RACE))
    monkeypatch.setattr(of_nightmarium, "CURRICULA", (TWO,))


def trained(folder: Path, game: str | None, *networks: str, language: str = "en") -> list[str]:
    user = TerminalUser([], language, width=300)
    terminal.run(game, networks, folder, language, seed=1, workers=1, console=user.console)
    return [line.rstrip() for line in user.output().splitlines()]


def table(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_each_iteration_has_a_line_and_a_row(tmp_path: Path) -> None:
    said = trained(tmp_path, "onirim", "expanded")
    assert said[:3] == [
        "Onirim, network “expanded”",
        "  1  onirim expansions=book",
        "  2  onirim expansions=towers",
    ]
    assert [line.partition(":")[0] for line in said[3:5]] == ["Round 1 of 2", "Round 2 of 2"]
    head, *rows = table(tmp_path / "onirim-expanded.csv")
    assert head[:5] == ["iteration", "games", "decisions", "loss", "seconds"]
    assert head[5:] == ["onirim expansions=book", "onirim expansions=towers"]
    assert [row[:2] for row in rows] == [["1", "2"], ["2", "2"]]
    assert {share for row in rows for share in row[5:]} <= {"0.00000", "1.00000"}


def test_paths_of_weights_are_printed(tmp_path: Path) -> None:
    said = trained(tmp_path, "nightmarium")
    assert f"The weights lie in {tmp_path / 'nightmarium-two.weights'}" in said
    own = registry.weights_path("nightmarium", "two")
    assert f"To play with them, put them here: {own}" in said


@pytest.mark.long
def test_trained_weights_can_be_played_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    trained(tmp_path, "nightmarium")

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
    trained(tmp_path / "new" / "folder", None)
    assert sorted(path.stem for path in tmp_path.glob("new/folder/*.weights")) == [
        "nightmarium-two", "onirim-expanded", "onirim-race",
    ]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_output_is_localised(language: str, tmp_path: Path) -> None:
    said = "\n".join(trained(tmp_path, "nightmarium", language=language))
    again = "\n".join(trained(tmp_path, "nightmarium", language=language))
    wanted = {"en": "1 round is", "ru": "Уже пройден 1 раунд", "de": "1 Runde ist"}
    assert wanted[language] in again
    assert wanted[language] not in said
    assert "train." not in said


def test_interrupt_prints_the_resume_command_and_loses_one_iteration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = Trainer.fit_epoch
    times = 0

    def interrupted(*given: Any) -> float:
        nonlocal times
        times += 1
        if times == 2:
            raise KeyboardInterrupt
        return study(*given)

    folder = tmp_path / "a folder"
    with monkeypatch.context() as patch:
        patch.setattr(Trainer, "fit_epoch", interrupted)
        said = trained(folder, "onirim", "expanded", "race")
    assert said[-2:] == [
        "Interrupted. All rounds that are over are kept. Go on with:",
        f"onirium train onirim expanded race --folder '{folder}' --seed 1 --workers 1",
    ]
    assert len(table(folder / "onirim-expanded.csv")) == 2
    assert not (folder / "onirim-race.csv").exists()
    whole = tmp_path / "whole"
    trained(whole, "onirim", "expanded")
    said = trained(folder, "onirim", "expanded")
    assert "1 round is done already." in said
    assert [row[:4] for row in table(folder / "onirim-expanded.csv")] == [
        row[:4] for row in table(whole / "onirim-expanded.csv")
    ]
    name = "onirim-expanded.weights"
    assert (folder / name).read_bytes() == (whole / name).read_bytes()


def test_deleted_weights_are_written_again(tmp_path: Path) -> None:
    trained(tmp_path, "onirim", "race")
    weights = (tmp_path / "onirim-race.weights").read_bytes()
    for lost in ("weights", "csv"):
        (tmp_path / f"onirim-race.{lost}").unlink()
    trained(tmp_path, "onirim", "race")
    assert (tmp_path / "onirim-race.weights").read_bytes() == weights
    assert len(table(tmp_path / "onirim-race.csv")) == 2


def test_checkpoint_of_another_training_is_not_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained(tmp_path, "onirim", "race")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    longer = msgspec.structs.replace(RACE, phases=RACE.phases * 2)
    monkeypatch.setattr(of_onirim, "CURRICULA", (longer,))
    with pytest.raises(TrainingError, match="another curriculum or seed; move it away"):
        trained(tmp_path, "onirim")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_unusable_folder_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(TrainingError, match=r"file: cannot be written: File exists"):
        trained(tmp_path / "file", "onirim", "race")
    with pytest.raises(TrainingError, match=r"deeper: cannot be written: Not a directory"):
        trained(tmp_path / "file" / "deeper", "onirim", "race")


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
        (["onirim", "--folder", __file__], "test_train_command.py: cannot be written: File exists"),
    ],
)
def test_user_errors_are_printed_in_one_line(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["train", *words])
    assert end.value.code == 2
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert said.startswith("onirium: ")
    assert reason in said


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
    said = capsys.readouterr().err
    assert "training needs numpy and scipy: install onirium with its extra `train`" in said
    assert "pip install '.[train]'" in said


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
