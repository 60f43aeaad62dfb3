"""Jobs in worker processes: results stay complete when processes are killed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest

from onirium.studies.compute import processes
from onirium.studies.compute.processes import (
    PREFETCH_PER_WORKER,
    ExecutorError,
    count_workers,
    resolve_executor,
    run_as_completed,
    run_in_order,
)
from tests.support.picklable_jobs import (
    SquareJob,
    kill_process,
    number_and_pid,
    raise_error,
    square,
    square_or_die_writing,
    square_or_hang,
    square_or_kill_once,
)

JOBS = [SquareJob(number) for number in range(9)]
SQUARES = [0, 1, 4, 9, 16, 25, 36, 49, 64]


@pytest.mark.parametrize("workers", [1, 2])
def test_run_in_order_yields_results_in_the_order_of_the_jobs(workers: int) -> None:
    assert list(run_in_order(square, JOBS, workers)) == SQUARES
    assert sorted(run_as_completed(square, JOBS, workers)) == list(enumerate(SQUARES))


@pytest.mark.parametrize("workers", [1, 2])
def test_jobs_are_consumed_lazily(workers: int) -> None:
    consumed: list[int] = []

    def jobs() -> Iterator[SquareJob]:
        for job in JOBS:
            consumed.append(job.number)
            yield job

    results = run_as_completed(square, jobs(), workers)
    next(results)
    assert len(consumed) <= PREFETCH_PER_WORKER * workers
    assert len(list(results)) == len(JOBS) - 1


def test_several_workers_run_jobs_in_other_processes() -> None:
    assert {pid for _, pid in run_in_order(number_and_pid, JOBS, 1)} == {os.getpid()}
    assert os.getpid() not in {pid for _, pid in run_in_order(number_and_pid, JOBS, 2)}


def test_pools_are_no_larger_than_the_system_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "MAX_PROCESSES", 1)
    assert len({pid for _, pid in run_in_order(number_and_pid, JOBS, 3)}) == 1


def test_jobs_of_a_killed_process_are_restarted(tmp_path: Path) -> None:
    jobs = [SquareJob(number, str(tmp_path)) for number in range(9)]
    assert list(run_in_order(square_or_kill_once, jobs, 2)) == SQUARES
    assert (tmp_path / "first").exists()


def test_jobs_of_a_process_killed_while_it_writes_are_restarted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part of a result is in the pipe, for whose rest the pool waits."""
    monkeypatch.setattr(processes, "WORKER_CHECK_INTERVAL_S", 0.1)
    jobs = [SquareJob(number, str(tmp_path)) for number in range(9)]
    assert list(run_in_order(square_or_die_writing, jobs, 2)) == SQUARES
    assert (tmp_path / "first").exists()


PARENT_SCRIPT = """
from onirium.studies.compute.processes import run_as_completed
from tests.support.picklable_jobs import SquareJob, number_and_pid

results = run_as_completed(number_and_pid, map(SquareJob, range(10**9)), 2)
print(next(results), flush=True)
input()
"""


def test_workers_exit_when_their_parent_is_killed() -> None:
    """All workers hold the pipe open, so its end shows that none is left."""
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", PARENT_SCRIPT],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline().startswith(b"(")
        parent.kill()
        output, _ = parent.communicate(timeout=600)
        assert output == b""


def test_running_jobs_end_with_the_iteration() -> None:
    before = set(active_children())
    results = run_as_completed(square_or_hang, JOBS, 2)
    assert next(results) == (0, 0)
    results.close()  # type: ignore[attr-defined]
    assert not set(active_children()) - before


CLOSING_SCRIPT = """
from onirium.studies.compute.processes import run_as_completed
from tests.support.picklable_jobs import SquareJob, return_64_mib

results = run_as_completed(return_64_mib, map(SquareJob, range(9)), 2)
next(results)
results.close()
"""


def test_iteration_ends_while_a_worker_writes_its_result() -> None:
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", CLOSING_SCRIPT], cwd=root, check=True, timeout=120)


def test_workers_that_are_killed_repeatedly_raise_an_error() -> None:
    with pytest.raises(ExecutorError, match="2 worker processes ended before any job finished"):
        list(run_in_order(kill_process, JOBS, 2))


@pytest.mark.parametrize("workers", [1, 2])
def test_the_error_of_a_job_is_raised(workers: int) -> None:
    with pytest.raises(ExecutorError, match="0 cannot be squared"):
        list(run_in_order(raise_error, JOBS[:1], workers))


def test_resolve_executor_starts_no_idle_worker() -> None:
    assert resolve_executor(3, 2) == 2
    assert resolve_executor(2, 2) == 2
    assert resolve_executor(None, 1) == 1
    assert resolve_executor(None, 10_000) == count_workers(os.cpu_count() or 1)
    assert resolve_executor(2, 0) == 1
    with pytest.raises(ValueError, match="workers must be at least 1, not 0"):
        resolve_executor(0, 5)
