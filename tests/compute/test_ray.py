"""Jobs on a Ray cluster of several local nodes, some of which are killed."""

import json
import os
import re
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest

import onirium
from onirium.cli.main import main
from onirium.studies.compute import ray as module
from onirium.studies.compute.processes import (
    ExecutorError,
    count_workers,
    run_as_completed,
    run_in_order,
)
from onirium.studies.compute.ray import RayExecutor
from onirium.studies.experiments.config import parse_config
from onirium.studies.experiments.run import run_study
from onirium.studies.experiments.tables import build_tables
from onirium.studies.provenance import build_fingerprint
from onirium.studies.simulation.simulate import SimulationConfig, simulate
from onirium.studies.tournaments.schedule import TournamentConfig
from onirium.studies.tournaments.tournament import TournamentResult, run_tournament
from tests.support.picklable_jobs import (
    SquareJob,
    meet,
    number_and_pid,
    play_or_kill_once,
    raise_error,
    square,
    square_or_kill_once,
)

pytestmark = [
    pytest.mark.long,
    # Ray leaves files and sockets open.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

JOBS = [SquareJob(number) for number in range(30)]
SQUARES = [number * number for number in range(30)]
OBJECT_STORE_BYTES = 100_000_000
"""Memory of a node for results: far more than these jobs need."""


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("127.0.0.1:1", "Connection refused"),
        ("nowhere.invalid:6379", "nowhere.invalid"),
        ("rubbish", "Invalid address format"),
    ],
)
def test_an_unreachable_cluster_raises_an_error(address: str, reason: str) -> None:
    with pytest.raises(ExecutorError, match=f"no Ray cluster answers at .*{address}") as raised:
        list(run_in_order(square, JOBS, RayExecutor(address)))
    assert "\n" not in str(raised.value)
    assert reason in str(raised.value)


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """Start a head node without processors, and two nodes with one each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        ray: Any = import_module("ray")
        memory = {"object_store_memory": OBJECT_STORE_BYTES}
        head = {
            "num_cpus": 0,
            "include_dashboard": False,
            "object_store_memory": OBJECT_STORE_BYTES,
        }
        nodes = import_module("ray.cluster_utils").Cluster(
            initialize_head=True, head_node_args=head
        )
        for _ in range(2):
            nodes.add_node(num_cpus=1, **memory)
        yield nodes
        ray.shutdown()
        nodes.shutdown()


@pytest.fixture
def executor(nodes: Any) -> RayExecutor:
    return RayExecutor(nodes.address)


def test_every_node_runs_jobs(executor: RayExecutor, tmp_path: Path) -> None:
    assert count_workers(executor) == 2
    jobs = [SquareJob(number, str(tmp_path)) for number in range(30)]
    processes = list(run_in_order(meet, jobs, executor))
    assert len(processes) == 30
    assert len({*processes} - {os.getpid()}) >= 2


@pytest.fixture
def _small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", 10)


@pytest.mark.usefixtures("_small_jobs")
def test_a_simulation_has_the_result_of_one_process(executor: RayExecutor) -> None:
    game = onirium.load("nightmarium")
    local, remote = (
        simulate(
            SimulationConfig(
                game, ("random", "greedy"), games=62, seed=3, rotate=True, workers=workers
            )
        )
        for workers in (1, executor)
    )
    assert (remote.workers, remote.wins, remote.lengths) == (2, local.wins, local.lengths)
    assert remote.decisions == local.decisions


@pytest.mark.usefixtures("_small_jobs")
def test_a_study_has_the_result_of_one_process(executor: RayExecutor, tmp_path: Path) -> None:
    text = 'games = 35\n[[grid]]\ngame = "onirim"\nplayers = "random"\noptions.expansions = {}'
    config = parse_config(text.format('["", "book"]'))
    local, remote = (
        run_study(config, tmp_path / str(count_workers(workers)), workers)
        for workers in (1, executor)
    )
    assert build_tables(local) == build_tables(remote)


def test_a_tournament_has_the_result_of_one_process(
    executor: RayExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker is killed in the middle: its job is run again, and counts once."""
    monkeypatch.setattr("onirium.studies.tournaments.pairing.GAMES_PER_JOB", 4)
    game = onirium.load("onirim", seats=2, mode="race")
    bots = ("random", "greedy")
    local = run_tournament(TournamentConfig(game, bots, 40, workers=1), tmp_path / "local")
    monkeypatch.setattr(
        "onirium.studies.tournaments.tournament.run_lineup_job",
        partial(play_or_kill_once, tmp_path),
    )
    remote = run_tournament(TournamentConfig(game, bots, 40, workers=executor), tmp_path / "remote")
    assert (tmp_path / "first").exists()
    assert remote.finished
    for part in ("standings", "pairings", "games"):
        assert encode_without_times(remote, part) == encode_without_times(local, part)


def encode_without_times(result: TournamentResult, part: str) -> str:
    """Return a part of a result as JSON, without the measured times."""
    text = msgspec.json.encode(getattr(result, part)).decode()
    return re.sub(r'"ms_per_decision":[^,}]+', "", text)


def test_the_job_of_a_killed_worker_is_restarted(executor: RayExecutor, tmp_path: Path) -> None:
    jobs = [SquareJob(number, str(tmp_path)) for number in range(30)]
    assert list(run_in_order(square_or_kill_once, jobs, executor)) == SQUARES
    assert (tmp_path / "first").exists()


def test_the_error_of_a_job_is_raised_in_one_line(executor: RayExecutor) -> None:
    with pytest.raises(ExecutorError, match="0 cannot be squared"):
        list(run_in_order(raise_error, JOBS[:1], executor))


def test_machines_with_another_build_are_rejected(
    executor: RayExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = {**build_fingerprint(), "weights": "99"}
    monkeypatch.setattr(module, "build_fingerprint", lambda: other)
    with pytest.raises(ExecutorError, match=r"has another onirium \(weights \w{16}, not 99\)"):
        list(run_in_order(square, JOBS, executor))


def test_jobs_run_after_results_that_were_closed(executor: RayExecutor) -> None:
    results = run_as_completed(square, (SquareJob(number) for number in range(10**9)), executor)
    squares = dict(next(results) for _ in range(5))
    results.close()  # type: ignore[attr-defined]
    assert all(result == number * number for number, result in squares.items())
    assert list(run_in_order(square, JOBS, executor)) == SQUARES


def test_the_command_line_accepts_an_address(
    nodes: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["simulate", "onirim", "--seat", "random", "--games", "20", "--seed", "3", "--json"]
    decisions = []
    for workers in (["--workers", "1"], ["--ray", nodes.address]):
        with pytest.raises(SystemExit):
            main([*arguments, *workers])
        decisions.append(json.loads(capsys.readouterr().out)["decisions"])
    assert decisions[0] == decisions[1]


def test_the_jobs_of_a_killed_node_are_restarted(nodes: Any, executor: RayExecutor) -> None:
    results = run_as_completed(number_and_pid, JOBS, executor)
    completed = [next(results) for _ in range(3)]
    nodes.remove_node(nodes.list_all_nodes()[-1], allow_graceful=False)
    completed += results
    assert sorted(number for number, _ in completed) == list(range(30))
