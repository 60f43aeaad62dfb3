"""Games of a task kept one by one: resumed, evaluated and compared."""

import random
from pathlib import Path
from statistics import fmean, stdev

import pytest

from benchmarks import task_games
from onirium.studies.evaluation import leaderboard
from onirium.studies.evaluation.evaluate import evaluate
from onirium.studies.evaluation.leaderboard import read_leaderboard
from onirium.studies.evaluation.tasks import find_task


def run(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> None:
    """Run the command line."""
    monkeypatch.setattr("sys.argv", ["task_games.py", *map(str, arguments)])
    task_games.main()


@pytest.mark.long
def test_games_from_several_files_make_the_result_of_an_evaluation(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two machines share the deals, the second downwards; the evaluation ends at a missing deal."""
    monkeypatch.setattr(leaderboard, "STANDARD_GAMES", 1)
    one, other, board = tmp_path / "one.jsonl", tmp_path / "other.jsonl", tmp_path / "board.json"
    player = ("--player", "random", "--workers", 1)
    run(monkeypatch, "play", one, *player, "--deals", "0:1")
    first_games = one.read_bytes()
    run(monkeypatch, "play", one, *player, "--deals", "0:2")
    run(monkeypatch, "play", other, *player, "--deals", "4:1:-2")
    assert one.read_bytes().startswith(first_games)
    assert len(one.read_bytes().splitlines()) == 1 + 2

    run(monkeypatch, "evaluate", one, other, "--player", "random", "--leaderboard", board)
    expected = evaluate(find_task("onirim"), "random", games=3, workers=1)
    assert read_leaderboard(board).results == [expected]


def test_no_game_starts_after_the_last_minute(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing is kept of a game that was not played."""
    path = tmp_path / "games.jsonl"
    options = ("--player", "random", "--workers", 1, "--minutes", -1)
    run(monkeypatch, "play", path, *options, "--deals", "0:3")
    assert len(path.read_bytes().splitlines()) == 1


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
