"""Data sets: the games of a simulation, with every decision."""

import json
import shlex
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import onirium
from onirium.bots.player import PlayerError
from onirium.cli.main import main
from onirium.record import final_state, loads, replay
from onirium.studies.datasets import writer
from onirium.studies.datasets.writer import read_records, write_dataset
from onirium.studies.evaluation.tasks import find_task
from onirium.studies.output import OutputError
from onirium.studies.players.registry import player_hash
from onirium.studies.simulation.counts import GameResult
from onirium.studies.simulation.game_table import tabulate_games
from onirium.studies.simulation.simulate import SimulationConfig, SimulationJob, simulate

parquet: Any = pytest.importorskip("pyarrow.parquet")

RACE = onirium.load("onirim", seats=2, mode="race")


def race(workers: int = 1) -> SimulationConfig:
    return SimulationConfig(RACE, ("greedy", "random"), 4, seed=3, rotate=True, workers=workers)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "race"
    write_dataset(race(), path)
    return path


def test_games_are_those_of_the_simulation(folder: Path) -> None:
    results: list[GameResult] = []
    simulate(race(), results=results)
    rows = parquet.read_table(folder / "games.parquet").to_pylist()
    assert rows == tabulate_games(race(), results)


def test_records_replay_to_the_results(folder: Path) -> None:
    games = parquet.read_table(folder / "games.parquet").to_pylist()
    records = (folder / "records.jsonl").read_text("utf-8").splitlines()
    assert len(records) == len(games) == 4
    for line, game in zip(records, games, strict=True):
        record = loads(line)
        assert record.seats == [game["player_1"], game["player_2"]]
        assert final_state(record).returns() == [game["return_1"], game["return_2"]]


def test_decisions_are_those_of_the_records(folder: Path) -> None:
    decisions = iter(parquet.read_table(folder / "decisions.parquet").to_pylist())
    for number, line in enumerate((folder / "records.jsonl").read_text("utf-8").splitlines()):
        record = loads(line)
        state = RACE.new_state()
        index = 0
        for notation in record.actions:
            if not state.is_chance_node():
                row = next(decisions)
                assert (row["game"], row["decision"]) == (number, index)
                assert row["seat"] == state.current_player()
                assert row["player"] == record.seats[row["seat"]]
                assert row["legal_actions"] == state.legal_actions()
                assert row["action"] == RACE.parse(notation)
                arrays = state.observation(row["seat"]).values()
                assert row["observation"] == [value for array in arrays for value in array]
                assert row["return"] == final_state(record).returns()[row["seat"]]
                index += 1
            state.apply(RACE.parse(notation))
    assert next(decisions, None) is None


def test_files_do_not_depend_on_the_number_of_workers(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", 2)
    write_dataset(race(workers=2), tmp_path)
    for name in ("records.jsonl", "README.md", "games.parquet"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()
    one, two = (parquet.read_table(path / "decisions.parquet") for path in (folder, tmp_path))
    assert one.equals(two)


def test_an_interrupt_leaves_a_data_set_of_the_finished_games(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(function: Any, jobs: list[SimulationJob], _workers: int) -> Iterator[Any]:
        yield function(jobs[0])
        raise KeyboardInterrupt

    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", 2)
    monkeypatch.setattr("onirium.studies.datasets.writer.run_in_order", interrupted)
    write_dataset(race(), tmp_path)
    records = (tmp_path / "records.jsonl").read_text("utf-8").splitlines()
    assert records == (folder / "records.jsonl").read_text("utf-8").splitlines()[:2]
    assert parquet.read_table(tmp_path / "games.parquet").num_rows == 2
    assert "onirium dataset onirim --games 2 " in (tmp_path / "README.md").read_text("utf-8")


@pytest.mark.parametrize("step", ["_decision_table", "tabulate_games"])
def test_an_interrupt_while_files_are_written_loses_no_game(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*arguments: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return original(*arguments)

    original = getattr(writer, step)
    handler = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", 2)
    monkeypatch.setattr(writer, step, interrupted)
    games = write_dataset(race(), tmp_path)
    assert games == (2 if step == "_decision_table" else 4)
    assert len(list(read_records(tmp_path))) == games
    numbers = parquet.read_table(tmp_path / "decisions.parquet")["game"].to_pylist()
    assert sorted(set(numbers)) == list(range(games))
    assert f"\n{games} games of" in (tmp_path / "README.md").read_text("utf-8")
    assert signal.getsignal(signal.SIGINT) == handler


@pytest.mark.parametrize(
    "step", ["run_recording_job", "_decision_table", "tabulate_games", "render_card"]
)
def test_a_failed_data_set_leaves_an_empty_folder(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> None:
        raise PlayerError("no reply")

    monkeypatch.setattr(writer, step, fail)
    with pytest.raises(PlayerError):
        write_dataset(race(), tmp_path)
    assert not list(tmp_path.iterdir())


def test_an_interrupt_before_the_first_game_leaves_an_empty_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_arguments: object) -> Iterator[Any]:
        raise KeyboardInterrupt

    monkeypatch.setattr("onirium.studies.datasets.writer.run_in_order", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_dataset(race(), tmp_path)
    assert not list(tmp_path.iterdir())


def test_the_card_has_the_hash_of_an_external_player(tmp_path: Path) -> None:
    name = "examples.own_player:DiscardingPlayer"
    write_dataset(SimulationConfig(onirium.load("onirim"), (name,), 1, seed=1, workers=1), tmp_path)
    card = (tmp_path / "README.md").read_text("utf-8")
    assert f"{name} `{player_hash(name)}`" in card


def test_the_card_has_content_columns_and_origin(folder: Path) -> None:
    card = (folder / "README.md").read_text("utf-8")
    decisions = parquet.read_table(folder / "decisions.parquet")
    assert f"4 games of `onirim seats=2 mode=race` with {decisions.num_rows} decisions" in card
    games = parquet.read_table(folder / "games.parquet")
    for column in (*decisions.column_names, *games.column_names):
        assert f"`{column}`" in card
    command = "onirium dataset onirim --games 4 --seed 3 --rotate -o seats=2 -o mode=race"
    assert f"{command} --seat greedy --seat random" in card
    provenance = json.loads((folder / "provenance.json").read_text("utf-8"))
    assert provenance["rules"] in card
    assert [player["name"] for player in provenance["players"]] == ["greedy", "random"]


def test_the_command_of_the_card_repeats_the_games(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = (folder / "README.md").read_text("utf-8")
    (command,) = (line.strip() for line in card.splitlines() if line.startswith("    onirium"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as status:
        main([*shlex.split(command)[1:], "--workers", "1"])
    assert not status.value.code
    records = (tmp_path / "games" / "records.jsonl").read_bytes()
    assert records == (folder / "records.jsonl").read_bytes()


def test_a_folder_with_files_is_rejected(folder: Path) -> None:
    with pytest.raises(OutputError, match="is not empty"):
        write_dataset(race(), folder)


def test_a_player_with_a_name_too_long_for_a_record_is_rejected_before_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "data"
    name = f"engine:{shlex.quote(sys.executable)} {'x' * 100}"
    with pytest.raises(SystemExit) as status:
        main(["dataset", "onirim", "--seat", name, "--games", "1", "--folder", str(path)])
    assert status.value.code == 2
    assert "at most 100 characters" in " ".join(capsys.readouterr().err.split())
    assert not path.exists()


def test_the_command_writes_a_data_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "data"
    command = ["dataset", "onirim", "--games", "2", "--seed", "1", "--workers", "1"]
    with pytest.raises(SystemExit):
        main([*command, "--folder", str(path), "--language", "en"])
    assert "README.md" in capsys.readouterr().out.replace("\n", "")
    [first, _] = (path / "records.jsonl").read_text("utf-8").splitlines()
    assert list(replay(loads(first)))


def test_deals_held_out_for_evaluations_are_rejected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A data set is for training."""
    path = tmp_path / "data"
    seed = str(find_task("onirim").seed)
    with pytest.raises(SystemExit) as status:
        main(["dataset", "onirim", "--games", "2", "--seed", seed, "--folder", str(path)])
    assert status.value.code == 2
    assert f"seed {seed} is held out for evaluations" in " ".join(capsys.readouterr().err.split())
    assert not path.exists()
