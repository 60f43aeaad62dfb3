"""Work on a Ray cluster: several nodes here, some of which are killed."""

import json
import os
import re
import time
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
from onirium.studies.simulation.simulate import simulate
from onirium.studies.tournaments.tournament import TournamentResult, run_tournament
from tests.support.picklable_jobs import (
    Chore,
    complain,
    play_or_die_once,
    square,
    square_or_die_once,
    who,
)

pytestmark = [
    pytest.mark.long,
    # Ray leaves files and sockets open.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

CHORES = [Chore(number) for number in range(30)]
SQUARES = [number * number for number in range(30)]
MEMORY = 100_000_000
"""So many bytes a node has for results: far more than these need."""


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("127.0.0.1:1", "Connection refused"),
        ("nowhere.invalid:6379", "nowhere.invalid"),
        ("rubbish", "Invalid address format"),
    ],
)
def test_a_cluster_that_is_not_there_is_told_at_once(address: str, reason: str) -> None:
    began = time.monotonic()
    with pytest.raises(ExecutorError, match=f"no Ray cluster answers at .*{address}") as refusal:
        list(run_in_order(square, CHORES, RayExecutor(address)))
    assert "\n" not in str(refusal.value)
    assert reason in str(refusal.value) or "invalid" in address
    assert time.monotonic() - began < 2 * module.PATIENCE


@pytest.fixture(scope="module")
def nodes() -> Iterator[Any]:
    """Start a head that does no work, and two nodes with a processor each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        ray: Any = import_module("ray")
        head = {"num_cpus": 0, "include_dashboard": False, "object_store_memory": MEMORY}
        nodes = import_module("ray.cluster_utils").RayExecutor(
            initialize_head=True, head_node_args=head
        )
        for _ in range(2):
            nodes.add_node(num_cpus=1, object_store_memory=MEMORY)
        yield nodes
        ray.shutdown()
        nodes.shutdown()


@pytest.fixture
def crew(nodes: Any) -> RayExecutor:
    return RayExecutor(nodes.address)


def test_every_node_works(crew: RayExecutor) -> None:
    assert count_workers(crew) == 2
    done = list(run_in_order(who, CHORES, crew))
    assert [number for number, _ in done] == list(range(30))
    assert len({pid for _, pid in done} - {os.getpid()}) >= 2


@pytest.fixture
def _small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("onirium.studies.simulation.simulate.GAMES_PER_JOB", 10)


@pytest.mark.usefixtures("_small_pieces")
def test_a_simulation_finds_what_one_process_finds(crew: RayExecutor) -> None:
    game = onirium.load("nightmarium")
    here, there = (
        simulate(game, ["random", "greedy"], 62, seed=3, rotate=True, workers=workers)
        for workers in (1, crew)
    )
    assert (there.workers, there.wins, there.lengths) == (2, here.wins, here.lengths)
    assert there.decisions == here.decisions


@pytest.mark.usefixtures("_small_pieces")
def test_a_study_finds_what_one_process_finds(crew: RayExecutor, tmp_path: Path) -> None:
    text = 'games = 35\n[[grid]]\ngame = "onirim"\nplayers = "random"\noptions.expansions = {}'
    plan = parse_config(text.format('["", "book"]'))
    here, there = (
        run_study(plan, tmp_path / str(count_workers(workers)), workers) for workers in (1, crew)
    )
    assert build_tables(here) == build_tables(there)


def test_a_tournament_finds_what_one_process_finds(
    crew: RayExecutor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker is killed in the middle of it: its piece is played again, and counts once."""
    monkeypatch.setattr("onirium.studies.tournaments.pairing.GAMES_PER_JOB", 4)
    game = onirium.load("onirim", seats=2, mode="race")
    here = run_tournament(game, ["random", "greedy"], 40, tmp_path / "here", workers=1)
    monkeypatch.setattr(
        "onirium.studies.tournaments.tournament.run_lineup_job", partial(play_or_die_once, tmp_path)
    )
    there = run_tournament(game, ["random", "greedy"], 40, tmp_path / "there", workers=crew)
    assert (tmp_path / "first").exists()
    assert there.finished
    for played in ("standings", "pairings", "games"):
        assert without_clocks(there, played) == without_clocks(here, played)


def without_clocks(found: TournamentResult, part: str) -> Any:
    """Return a part of what was found, but not how long anybody took."""
    text = msgspec.json.encode(getattr(found, part)).decode()
    return re.sub(r'"ms_per_decision":[^,}]+', "", text)


def test_a_killed_worker_loses_nothing_but_its_piece(crew: RayExecutor, tmp_path: Path) -> None:
    chores = [Chore(number, str(tmp_path)) for number in range(30)]
    assert list(run_in_order(square_or_die_once, chores, crew)) == SQUARES
    assert (tmp_path / "first").exists()


def test_what_goes_wrong_in_a_piece_is_told_in_one_line(crew: RayExecutor) -> None:
    with pytest.raises(ExecutorError, match="0 is no number for me"):
        list(run_in_order(complain, CHORES[:1], crew))


def test_machines_with_another_version_are_refused(
    crew: RayExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "version", lambda _: "99.0")
    with pytest.raises(ExecutorError, match=r"has onirium 0\.\S+ and not 99\.0"):
        list(run_in_order(square, CHORES, crew))


def test_work_can_be_broken_off(crew: RayExecutor) -> None:
    results = run_as_completed(square, (Chore(number) for number in range(10**9)), crew)
    found = dict(next(results) for _ in range(5))
    results.close()  # type: ignore[attr-defined]
    assert all(square_ == number * number for number, square_ in found.items())
    assert list(run_in_order(square, CHORES, crew)) == SQUARES


def test_the_command_line_has_it(nodes: Any, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "onirim", "--seat", "random", "--games", "20", "--seed", "3", "--json"]
    wins = []
    for more in (["--workers", "1"], ["--ray", nodes.address]):
        with pytest.raises(SystemExit):
            main([*words, *more])
        wins.append(json.loads(capsys.readouterr().out)["decisions"])
    assert wins[0] == wins[1]


def test_a_killed_node_loses_nothing_but_its_pieces(nodes: Any, crew: RayExecutor) -> None:
    results = run_as_completed(who, CHORES, crew)
    done = [next(results) for _ in range(3)]
    nodes.remove_node(nodes.list_all_nodes()[-1], allow_graceful=False)
    done += results
    assert sorted(number for number, _ in done) == list(range(30))
