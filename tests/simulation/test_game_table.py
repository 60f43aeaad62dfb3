"""Simulations as tables with a row for each game."""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

import onirium
from onirium.cli.main import main
from onirium.studies.output import OutputError
from onirium.studies.simulation.counts import GameResult
from onirium.studies.simulation.game_table import tabulate_games
from onirium.studies.simulation.simulate import SimulationConfig, simulate
from onirium.studies.table_files import TableRow, write_table

THREE = onirium.load("nightmarium", seats=3)
ROWS: list[TableRow] = [{"game": 0, "player_1": "greedy", "return_1": 1.0}]


def play(workers: int) -> tuple[SimulationConfig, list[GameResult], list[int]]:
    players = ("greedy", "random", "random")
    config = SimulationConfig(THREE, players, 9, seed=3, rotate=True, workers=workers)
    results: list[GameResult] = []
    wins = simulate(config, results=results).wins
    return config, results, wins


def test_rows_add_up_to_the_statistics_of_the_simulation() -> None:
    config, results, wins = play(workers=1)
    rows = tabulate_games(config, results)
    assert [(row["game"], row["deal"], row["rotation"]) for row in rows] == [
        (game, game // 3, game % 3) for game in range(9)
    ]
    for rotation in range(3):
        # The first player moves one seat on with each game of a deal.
        assert rows[rotation][f"player_{rotation + 1}"] == "greedy"
    greedy_wins = sum(
        row[f"return_{seat}"] == 1.0
        for row in rows
        for seat in (1, 2, 3)
        if row[f"player_{seat}"] == "greedy"
    )
    assert greedy_wins == wins[0]


def test_rows_do_not_depend_on_the_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", 3)
    _, alone, wins = play(workers=1)
    _, together, other_wins = play(workers=2)
    assert alone == together
    assert wins == other_wins


def test_lengths_are_those_of_the_simulation() -> None:
    config, results, _ = play(workers=1)
    shortest, _, longest = simulate(config).lengths
    lengths = Counter(result.decisions for result in results)
    assert (min(lengths), max(lengths)) == (shortest, longest)


def test_csv_table_has_a_line_for_each_row(tmp_path: Path) -> None:
    write_table(tmp_path / "games.csv", ROWS)
    with (tmp_path / "games.csv").open(newline="") as file:
        assert [*csv.DictReader(file)] == [{"game": "0", "player_1": "greedy", "return_1": "1.0"}]


def test_parquet_table_keeps_the_types(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    write_table(tmp_path / "games.parquet", ROWS)
    assert parquet.read_table(tmp_path / "games.parquet").to_pylist() == ROWS


def test_table_with_an_unknown_suffix_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="a table ends in"):
        write_table(tmp_path / "games.xlsx", ROWS)


def test_the_command_writes_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.csv"
    command = ["simulate", "onirim", "--seat", "greedy", "--games", "20", "--seed", "1"]
    with pytest.raises(SystemExit):
        main([*command, "--workers", "1", "--json", "--table", str(path)])
    result = json.loads(capsys.readouterr().out)
    with path.open(newline="") as file:
        rows = [*csv.DictReader(file)]
    assert len(rows) == 20
    assert sum(row["return_1"] == "1.0" for row in rows) == result["wins"][0]
