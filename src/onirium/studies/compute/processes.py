"""Runs jobs in this process, in a pool of worker processes, or on an executor."""

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import connection, get_context, parent_process
from threading import Thread
from typing import Final, Protocol, TypeAlias, TypeVar

Job = TypeVar("Job")
Result = TypeVar("Result")

PREFETCH_PER_WORKER: Final = 2
"""Jobs submitted per worker: the next one is queued while one runs, so that no worker idles."""

MAX_PROCESSES: Final = 61 if sys.platform == "win32" else sys.maxsize
"""The size of the largest pool: Windows waits for no more processes at once."""

MAX_FAILED_STARTS: Final = 2
"""Consecutive pools that may break before any of their jobs finishes."""

WORKER_CHECK_INTERVAL_S: Final = 5.0
"""Time without a finished job after which the pool is checked for workers that have ended."""


class ExecutorError(ValueError):
    """The workers cannot run jobs; the message gives the reason."""


class Executor(Protocol):
    """Runs jobs elsewhere, for example on the machines of a cluster."""

    @property
    def worker_count(self) -> int:
        """The number of jobs that run at the same time."""

    def run_as_completed(
        self, function: Callable[[Job], Result], jobs: Iterable[Job]
    ) -> Iterator[tuple[int, Result]]:
        """Yield the index and the result of each job, in order of completion."""


Workers: TypeAlias = int | Executor
"""A number of processes on this machine, or an executor."""


def resolve_executor(workers: Workers | None, job_count: int) -> Workers:
    """Return the workers for a number of jobs.

    Args:
        workers: the requested workers; by default a process for each processor.
        job_count: the number of jobs; there are no more processes than jobs.

    Raises:
        ValueError: if a number of workers below 1 is requested.
    """
    if workers is None or isinstance(workers, int):
        if workers is not None and workers < 1:
            raise ValueError(f"workers must be at least 1, not {workers}")
        return max(1, min(workers or os.cpu_count() or 1, job_count))
    return workers


def count_workers(workers: Workers) -> int:
    """Return the number of jobs that run at the same time."""
    return workers if isinstance(workers, int) else workers.worker_count


def run_in_order(
    function: Callable[[Job], Result], jobs: Iterable[Job], workers: Workers
) -> Iterator[Result]:
    """Yield the result of each job, in the order of the jobs.

    An interrupt (SIGINT) reaches only this process, which ends the workers at once. Every result
    yielded before the interrupt is complete.

    Args:
        function: runs a job; for other processes it must be defined at the top of a module.
        jobs: the jobs; they are consumed lazily, ``PREFETCH_PER_WORKER`` for each worker.
        workers: the workers; 1 runs the jobs in this process.

    Raises:
        ExecutorError: if the workers are killed repeatedly before any job finishes.
    """
    yield from put_in_order(run_as_completed(function, jobs, workers))


def put_in_order(completed: Iterable[tuple[int, Result]]) -> Iterator[Result]:
    """Yield results by their indices, each as soon as all earlier ones are there.

    >>> list(put_in_order([(1, "b"), (0, "a"), (2, "c")]))
    ['a', 'b', 'c']
    """
    pending: dict[int, Result] = {}
    index = 0
    for number, result in completed:
        pending[number] = result
        while index in pending:
            yield pending.pop(index)
            index += 1


def run_as_completed(
    function: Callable[[Job], Result], jobs: Iterable[Job], workers: Workers
) -> Iterator[tuple[int, Result]]:
    """Yield the index and the result of each job, in order of completion.

    Arguments and errors are those of ``run_in_order``.
    """
    if not isinstance(workers, int):
        yield from workers.run_as_completed(function, jobs)
    elif workers == 1:
        yield from enumerate(map(function, jobs))
    else:
        yield from _run_in_processes(function, jobs, min(workers, MAX_PROCESSES))


def _run_in_processes(
    function: Callable[[Job], Result], jobs: Iterable[Job], workers: int
) -> Iterator[tuple[int, Result]]:
    """Run jobs in pools of processes; if one is killed, a new pool restarts its unfinished jobs."""
    remaining: Iterator[tuple[int, Job]] = enumerate(jobs)
    failed_starts = 0
    while failed_starts < MAX_FAILED_STARTS:
        submitted: dict[int, Job] = {}
        failed_starts += 1
        try:
            for completed in _run_in_pool(function, remaining, submitted, workers):
                failed_starts = 0
                yield completed
        except BrokenProcessPool:
            remaining = chain(submitted.items(), remaining)
        else:
            return
    raise ExecutorError(
        f"{workers} worker processes ended before any job finished. Is there enough memory for "
        "them? A script that uses several workers needs `if __name__ == '__main__':`"
    )


def _run_in_pool(
    function: Callable[[Job], Result],
    jobs: Iterator[tuple[int, Job]],
    submitted: dict[int, Job],
    workers: int,
) -> Iterator[tuple[int, Result]]:
    """Run jobs in one pool of processes; ``submitted`` holds the unfinished ones at any time."""
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _init_worker)
    indices: dict[Future[Result], int] = {}
    try:
        while True:
            for index, job in islice(jobs, PREFETCH_PER_WORKER * workers - len(indices)):
                submitted[index] = job
                indices[pool.submit(function, job)] = index
            if not indices:
                return
            done, _ = wait(indices, WORKER_CHECK_INTERVAL_S, FIRST_COMPLETED)
            if not done and _has_ended_worker(pool):
                _kill_workers(pool)  # the pool may wait for the rest of its result
            for future in done:
                result = future.result()
                index = indices.pop(future)
                del submitted[index]
                yield index, result
    finally:
        if indices:
            # The results of the remaining jobs are not needed.
            _kill_workers(pool)
        pool.shutdown(cancel_futures=True)


def _has_ended_worker(pool: ProcessPoolExecutor) -> bool:
    """Return whether a worker has ended; none does before the pool is shut down."""
    sentinels = [process.sentinel for process in [*(pool._processes or {}).values()]]  # noqa: SLF001
    return bool(connection.wait(sentinels, 0))


def _kill_workers(pool: ProcessPoolExecutor) -> None:
    """Kill the workers of a pool, as ``ProcessPoolExecutor.kill_workers`` of Python 3.14 does.

    Workers cannot stop on request: compiled jobs hold the GIL. One that is killed while it writes a
    result leaves a part of it in the pipe, and the pool waits for the rest until no process holds
    the other end, not even this one.
    """
    for process in [*(pool._processes or {}).values()]:  # noqa: SLF001
        process.kill()
    pool._result_queue._writer.close()  # type: ignore[attr-defined]  # noqa: SLF001


def _init_worker() -> None:
    """Ignore interrupts, which the parent handles, and exit when the parent is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    """Wait for the end of the parent; an orphaned worker would wait for jobs forever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
