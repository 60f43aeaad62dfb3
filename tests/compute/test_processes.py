"""Work that several processes share: nothing is lost, whoever is killed."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from onirium.studies.compute.processes import (
    PREFETCH_PER_WORKER,
    ExecutorError,
    count_workers,
    resolve_executor,
    run_as_completed,
    run_in_order,
)
from tests.support.picklable_jobs import Chore, complain, die, square, square_or_die_once, who

CHORES = [Chore(number) for number in range(9)]
SQUARES = [0, 1, 4, 9, 16, 25, 36, 49, 64]


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_the_order_of_the_pieces(workers: int) -> None:
    assert list(run_in_order(square, CHORES, workers)) == SQUARES
    assert sorted(run_as_completed(square, CHORES, workers)) == list(enumerate(SQUARES))


@pytest.mark.parametrize("workers", [1, 2])
def test_pieces_are_drawn_as_they_are_needed(workers: int) -> None:
    drawn: list[int] = []

    def chores() -> Iterator[Chore]:
        for chore in CHORES:
            drawn.append(chore.number)
            yield chore

    results = run_as_completed(square, chores(), workers)
    next(results)
    assert len(drawn) <= PREFETCH_PER_WORKER * workers
    assert len(list(results)) == len(CHORES) - 1


def test_other_processes_do_it_if_there_are_several() -> None:
    assert {pid for _, pid in run_in_order(who, CHORES, 1)} == {os.getpid()}
    assert os.getpid() not in {pid for _, pid in run_in_order(who, CHORES, 2)}


def test_a_killed_process_loses_nothing_but_what_it_was_at(tmp_path: Path) -> None:
    chores = [Chore(number, str(tmp_path)) for number in range(9)]
    assert list(run_in_order(square_or_die_once, chores, 2)) == SQUARES
    assert (tmp_path / "first").exists()


ALONE = """
from onirium.studies.compute.processes import run_as_completed
from tests.support.picklable_jobs import Chore, who

results = run_as_completed(who, map(Chore, range(10**9)), 2)
print(next(results), flush=True)
input()
"""


def test_processes_end_when_the_one_that_began_them_is_killed() -> None:
    """All of them hold the pipe, so that it ends when none is left."""
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", ALONE], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as began:
        assert began.stdout is not None
        assert began.stdout.readline().startswith(b"(")
        began.kill()
        told, _ = began.communicate(timeout=600)
        assert told == b""


def test_processes_that_are_killed_again_and_again_end_the_work() -> None:
    with pytest.raises(ExecutorError, match="2 processes cannot work here"):
        list(run_in_order(die, CHORES, 2))


@pytest.mark.parametrize("workers", [1, 2])
def test_what_goes_wrong_in_a_piece_is_told(workers: int) -> None:
    with pytest.raises(ExecutorError, match="0 is no number for me"):
        list(run_in_order(complain, CHORES[:1], workers))


def test_no_worker_is_idle() -> None:
    assert resolve_executor(3, 2) == 2
    assert resolve_executor(2, 2) == 2
    assert resolve_executor(None, 1) == 1
    assert resolve_executor(None, 10_000) == count_workers(os.cpu_count() or 1)
    assert resolve_executor(2, 0) == 1
    with pytest.raises(ValueError, match="0 workers cannot work"):
        resolve_executor(0, 5)
