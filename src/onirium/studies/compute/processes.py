"""Work that several processes share, or the machines of a cluster."""

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Final, Protocol, TypeAlias, TypeVar

LineupJob = TypeVar("LineupJob")
Result = TypeVar("Result")

PREFETCH_PER_WORKER: Final = 2
"""So many pieces are given out for each worker, that none waits for its next one."""

MAX_FAILED_STARTS: Final = 2
"""So many times in a row processes may be ended before any of them has done anything."""


class ExecutorError(ValueError):
    """Work that could not be done; the text says why."""


class Executor(Protocol):
    """Others who share work, such as the machines of a cluster."""

    @property
    def worker_count(self) -> int:
        """How many pieces they are at, at the same time."""

    def run_as_completed(
        self, work: Callable[[LineupJob], Result], pieces: Iterable[LineupJob]
    ) -> Iterator[tuple[int, Result]]:
        """Yield the place of each piece and what came of it, in the order in which they end."""


Workers: TypeAlias = int | Executor
"""Who does the work: so many processes of this machine, or others."""


def resolve_executor(workers: Workers | None, pieces: int) -> Workers:
    """Return who does so many pieces of work: by default a process for each processor, none idle.

    Raises:
        ValueError: if the number of workers cannot be.
    """
    if workers is None or isinstance(workers, int):
        if workers is not None and workers < 1:
            raise ValueError(f"{workers} workers cannot work; at least 1 can")
        return max(1, min(workers or os.cpu_count() or 1, pieces))
    return workers


def count_workers(workers: Workers) -> int:
    """Return how many pieces are done at the same time."""
    return workers if isinstance(workers, int) else workers.worker_count


def run_in_order(
    work: Callable[[LineupJob], Result], pieces: Iterable[LineupJob], workers: Workers
) -> Iterator[Result]:
    """Yield what comes of each piece of work, in order.

    An interrupt reaches this process alone: the others finish the piece that they are at, and what
    has been yielded by then is whole.

    Args:
        work: what to do with a piece: a function of a module, if others do it.
        pieces: the pieces of work; they are drawn as they are needed, a few ahead.
        workers: who does it; one process is this one.

    Raises:
        ExecutorError: if those who do it are ended again and again before anything is done.
    """
    early: dict[int, Result] = {}
    place = 0
    for done, result in run_as_completed(work, pieces, workers):
        early[done] = result
        while place in early:
            yield early.pop(place)
            place += 1


def run_as_completed(
    work: Callable[[LineupJob], Result], pieces: Iterable[LineupJob], workers: Workers
) -> Iterator[tuple[int, Result]]:
    """Yield the place of each piece and what came of it, in the order in which they end.

    Everything else is as ``shared`` has it.
    """
    if not isinstance(workers, int):
        yield from workers.run_as_completed(work, pieces)
    elif workers == 1:
        yield from enumerate(map(work, pieces))
    else:
        yield from _by_processes(work, pieces, workers)


def _by_processes(
    work: Callable[[LineupJob], Result], pieces: Iterable[LineupJob], workers: int
) -> Iterator[tuple[int, Result]]:
    """Let processes do the work; if one is killed, begin anew what all of them were at."""
    left: Iterator[tuple[int, LineupJob]] = enumerate(pieces)
    vain = 0
    while vain < MAX_FAILED_STARTS:
        begun: dict[int, LineupJob] = {}
        vain += 1
        try:
            for done in _by_pool(work, left, begun, workers):
                vain = 0
                yield done
        except BrokenProcessPool:
            left = chain(begun.items(), left)
        else:
            return
    raise ExecutorError(
        f"{workers} processes cannot work here: they end before anything is done. Is there enough "
        "memory for them? And a script that lets several work needs `if __name__ == '__main__':`"
    )


def _by_pool(
    work: Callable[[LineupJob], Result],
    pieces: Iterator[tuple[int, LineupJob]],
    begun: dict[int, LineupJob],
    workers: int,
) -> Iterator[tuple[int, Result]]:
    """Let a pool of processes do the work; keep what is begun and not done."""
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin)
    places: dict[Future[Result], int] = {}
    try:
        while True:
            for place, piece in islice(pieces, PREFETCH_PER_WORKER * workers - len(places)):
                begun[place] = piece
                places[pool.submit(work, piece)] = place
            if not places:
                return
            for future in wait(places, return_when=FIRST_COMPLETED).done:
                result = future.result()
                place = places.pop(future)
                del begun[place]
                yield place, result
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Leave interrupts to the parent, and end with it even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True).start()


def _end_with_the_parent() -> None:
    """Wait for the end of the parent: without it a process would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
