"""Pool of worker processes that stream the results of jobs."""

import asyncio
import logging
import math
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Final, ParamSpec, TypeVar

from onirium.web.workers.circuit_breaker import CircuitBreaker
from onirium.web.workers.executor import Job, JobExecutor, JobFailed, WorkerFailed
from onirium.web.workers.worker import Worker

P = ParamSpec("P")
T = TypeVar("T")

MIN_CHECK_INTERVAL_S: Final = 1.0
"""Shortest time between two attempts of a health check to start a worker."""

MAX_START_FAILURES: Final = 4
"""Failed starts in a row after which no worker is started for ``START_PAUSE_S``."""

START_PAUSE_S: Final = 5.0
"""Time without starts, in which jobs fail at once instead of waiting for another failure."""

_LOG: Final = logging.getLogger(__name__)


class WorkerPool(JobExecutor):
    """Worker processes that are started on demand and reused.

    Jobs are served in order of arrival. A worker that exits, breaks its pipe or exceeds its time
    limit is replaced when it is needed.

    Args:
        size: maximum number of workers.
        niceness: Unix niceness of the workers.

    Attributes:
        can_start: whether the latest worker has started; true before the first one.
    """

    def __init__(self, size: int, niceness: int) -> None:
        super().__init__()
        self.can_start = True
        self._niceness = niceness
        self._free = asyncio.Semaphore(size)
        self._idle: list[Worker] = []
        self._workers: set[Worker] = set()
        self._start_breaker = CircuitBreaker(MAX_START_FAILURES, START_PAUSE_S)
        self._check: asyncio.Task[None] | None = None
        self._checked_at = -math.inf

    async def stream(
        self,
        job: Job[P, T],
        timeout_s: float,
        *arguments: P.args,
        **keywords: P.kwargs,
    ) -> AsyncGenerator[T, None]:
        """Run a job in a worker and yield its results; closing the generator cancels it.

        If the worker fails before the first result, a second one runs the job.
        """
        async with self._free:
            for is_retry in (False, True):
                has_results = False
                try:
                    async with self._acquire_worker(fresh=is_retry) as worker:
                        stream = worker.stream(job, timeout_s, *arguments, **keywords)
                        async with aclosing(stream) as results:
                            async for result in results:
                                has_results = True
                                yield result
                    break
                except WorkerFailed:
                    # Its receiver could not distinguish repeated results.
                    if is_retry or has_results:
                        raise

    async def check(self) -> bool:
        """Return whether workers can be started; if the latest could not, start another first."""
        now = asyncio.get_running_loop().time()
        is_due = now >= self._checked_at + MIN_CHECK_INTERVAL_S
        if not self.can_start and self._check is None and is_due:
            self._checked_at = now
            self._check = asyncio.create_task(self._start_idle_worker())
        if self._check is not None:
            # The caller may have less time than the worker needs; the next check has the result.
            await asyncio.shield(self._check)
        return self.can_start

    async def close(self) -> None:
        """Stop all workers."""
        if self._check is not None:
            self._check.cancel()
        await asyncio.gather(*(worker.stop() for worker in self._workers))
        # Closed transports close their pipes in the next cycle of the event loop.
        await asyncio.sleep(0)

    @asynccontextmanager
    async def _acquire_worker(self, *, fresh: bool) -> AsyncIterator[Worker]:
        """Provide an idle worker, or a new one; keep it afterwards if it is still usable.

        Raises:
            JobFailed: if no worker can be started.
        """
        worker = None if fresh else self._pop_idle()
        if worker is None:
            worker = await self._start_worker()
        try:
            yield worker
        finally:
            self._release(worker)

    def _pop_idle(self) -> Worker | None:
        """Return an idle worker that has not exited meanwhile, if there is one."""
        while self._idle:
            worker = self._idle.pop()
            if worker.is_usable():
                return worker
            self._discard(worker)
        return None

    def _release(self, worker: Worker) -> None:
        if worker.is_usable():
            self._idle.append(worker)
        else:
            self._discard(worker)

    def _discard(self, worker: Worker) -> None:
        worker.kill()
        self.failure_count += 1

    async def _start_worker(self) -> Worker:
        """Start a worker, unless several could not be started lately.

        Raises:
            WorkerFailed: if no worker has started.
        """
        now = asyncio.get_running_loop().time
        if not self._start_breaker.allow(now()):
            raise WorkerFailed("cannot start a worker: the latest attempts have failed")
        try:
            worker = await Worker.start(self._niceness)
            self._workers = {other for other in self._workers if not other.has_exited()} | {worker}
            await worker.wait_ready()
        except JobFailed as error:
            _LOG.warning("no worker has started", extra={"reason": str(error)})
            self.can_start = False
            self.failure_count += 1
            self._start_breaker.report_failure(now())
            raise
        self.can_start = True
        self._start_breaker.report_success()
        return worker

    async def _start_idle_worker(self) -> None:
        try:
            async with self._free:
                if not self.can_start:
                    with suppress(JobFailed):
                        self._idle.append(await self._start_worker())
        finally:
            self._check = None
