"""Games of a task kept one by one, and compared."""

import random
from pathlib import Path
from statistics import fmean, stdev

import pytest

from benchmarks import task_games
from onirium.games.registry import load
from onirium.studies.evaluation.tasks import find_task
from onirium.studies.simulation.counts import GameResult
from onirium.studies.simulation.simulate import SimulationConfig, simulate


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> None:
    """Run the command line."""
    monkeypatch.setattr("sys.argv", ["task_games.py", *map(str, arguments)])
    task_games.main()


@pytest.mark.long
def test_games_are_kept_one_by_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The file is continued, in any order of the deals, and holds the games of the simulation."""
    path = tmp_path / "games.jsonl"
    options = ("--player", "random", "--workers", 1)
    run(monkeypatch, "play", path, *options, "--deals", "0:1")
    first_games = path.read_bytes()
    run(monkeypatch, "play", path, *options, "--deals", "2:0:-1")
    assert path.read_bytes().startswith(first_games)

    _, [games] = task_games.read_games([path])
    config = SimulationConfig(load("onirim"), ("random",), 3, find_task("onirim").seed, workers=1)
    results: list[GameResult] = []
    simulate(config, results=results)
    assert list(games.played) == [0, 2, 1]
    assert [games.played[deal].decisions for deal in range(3)] == [
        result.decisions for result in results
    ]


def test_no_game_starts_after_the_last_minute(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing is kept of a game that was not played."""
    path = tmp_path / "games.jsonl"
    options = ("--player", "random", "--workers", 1, "--minutes", -1)
    run(monkeypatch, "play", path, *options, "--deals", "0:3")
    assert len(path.read_bytes().splitlines()) == 1


def test_common_deals_of_one_fold_do_not_correct_the_difference() -> None:
    """No other deals are common, on which the coefficient could be fitted."""
    one = {0: 1.0, 1: 0.0, 2: 1.0}
    other = {0: 0.0, 13: 0.0, 14: 1.0}
    assert task_games.estimate_difference(one, other).mean == pytest.approx(2 / 3 - 1 / 3)


def test_a_difference_is_unbiased_and_its_error_true() -> None:
    """Correlated results with a known difference, on deals of which some are common."""
    rng = random.Random(1)
    estimates = []
    for _ in range(200):
        luck = [rng.gauss(0, 1) for _ in range(300)]
        one = {deal: 0.95 + 0.1 * luck[deal] + 0.1 * rng.gauss(0, 1) for deal in range(120)}
        other = {deal: 0.9 + 0.1 * luck[deal] + 0.1 * rng.gauss(0, 1) for deal in range(20, 300)}
        estimates.append(task_games.estimate_difference(one, other))
    spread = stdev(estimate.mean for estimate in estimates)
    assert fmean(estimate.mean for estimate in estimates) == pytest.approx(0.05, abs=0.003)
    assert fmean(estimate.error for estimate in estimates) == pytest.approx(spread, rel=0.1)
    independent = (0.02 / 120 + 0.02 / 280) ** 0.5
    assert spread < 0.95 * independent
