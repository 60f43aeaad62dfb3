"""Pool of worker processes that stream the results of jobs."""

import asyncio
import base64
import logging
import math
import os
import pickle
import sys
from asyncio import BaseProtocol, ReadTransport, StreamReader, StreamReaderProtocol, WriteTransport
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from subprocess import PIPE, TimeoutExpired
from typing import Any, Final, ParamSpec, TypeVar

from onirium.web.threads import run_in_thread, start_daemon
from onirium.web.workers.circuit_breaker import CircuitBreaker
from onirium.web.workers.executor import (
    EMITTED,
    FAILED,
    Job,
    JobExecutor,
    JobFailed,
    WorkerFailed,
)

# The subprocesses of uvloop leak file descriptors whenever a process cannot be started, so that a
# shortage would never end. Windows has pipes of its own that an event loop can wait for.
if sys.platform == "win32":
    from asyncio.windows_utils import Popen
else:
    from subprocess import Popen

P = ParamSpec("P")
T = TypeVar("T")

START_TIMEOUT_S: Final = 20.0
"""Time for a process to start."""

STOP_TIMEOUT_S: Final = 2.0
"""Time for a process to exit, or to finish a job that was cancelled."""

MAX_RESULT_BYTES: Final = 2**24
"""Longest line that a worker may send."""

MIN_CHECK_INTERVAL_S: Final = 1.0
"""Shortest time between two attempts of a health check to start a worker."""

MAX_START_FAILURES: Final = 4
"""Failed starts in a row after which no worker is started for ``START_PAUSE_S``."""

START_PAUSE_S: Final = 5.0
"""Time without starts, in which jobs fail at once instead of waiting for another failure."""

_LOG: Final = logging.getLogger(__name__)

_PROGRAM: Final = (
    # An interrupt is meant for the server, which then stops its workers.
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "
    "from onirium.web.workers.process import main; main({niceness})"
)


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
    async def _acquire_worker(self, *, fresh: bool) -> "AsyncIterator[Worker]":
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

    def _pop_idle(self) -> "Worker | None":
        """Return an idle worker that has not exited meanwhile, if there is one."""
        while self._idle:
            worker = self._idle.pop()
            if worker.is_usable():
                return worker
            self._discard(worker)
        return None

    def _release(self, worker: "Worker") -> None:
        if worker.is_usable():
            self._idle.append(worker)
        else:
            self._discard(worker)

    def _discard(self, worker: "Worker") -> None:
        worker.kill()
        self.failure_count += 1

    async def _start_worker(self) -> "Worker":
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


class Worker:
    """A process that runs one job at a time.

    Args:
        process: the process.
        requests: its standard input.
        output: its standard output.
        results: the data from ``output``.
    """

    def __init__(
        self,
        process: "Popen[bytes]",
        requests: WriteTransport,
        output: ReadTransport,
        results: StreamReader,
    ) -> None:
        self._process = process
        self._requests = requests
        self._output = output
        self._results = results
        self._is_dead = False
        self._has_job = True
        self._awaits_request = False
        # Reaps the process as soon as it exits.
        start_daemon(process.wait)

    @classmethod
    async def start(cls, niceness: int) -> "Worker":
        """Start a worker.

        Raises:
            WorkerFailed: if the process cannot be started.
        """
        # The event loop does not close a pipe whose connection is cancelled.
        connection = asyncio.create_task(cls._connect(niceness))
        try:
            return await asyncio.shield(connection)
        except asyncio.CancelledError:
            with suppress(WorkerFailed):
                (await connection).kill()
            raise

    @classmethod
    async def _connect(cls, niceness: int) -> "Worker":
        """Start a process and connect to its pipes.

        Raises:
            WorkerFailed: if the process cannot be started.
        """
        loop = asyncio.get_running_loop()
        results = StreamReader(MAX_RESULT_BYTES)
        process = requests = None
        try:
            process = _start_process(niceness)
            requests, _ = await loop.connect_write_pipe(BaseProtocol, process.stdin)
            output, _ = await loop.connect_read_pipe(
                lambda: StreamReaderProtocol(results), process.stdout
            )
            return cls(process, requests, output, results)
        # OSError, or RuntimeError if no thread can be started; others depend on the event loop.
        except Exception as error:  # noqa: BLE001, every failure is replaced
            if process is not None:
                _end(process, requests)
            raise WorkerFailed(f"cannot start a worker: {error}") from None

    async def wait_ready(self) -> None:
        """Wait until the worker accepts jobs.

        Raises:
            JobFailed: if it does not.
        """
        try:
            await self._receive(START_TIMEOUT_S)
        except BaseException:
            self.kill()
            raise

    def has_exited(self) -> bool:
        """Return whether the process has exited."""
        return self._process.poll() is not None

    def is_usable(self) -> bool:
        """Return whether the worker accepts a job: it is idle, and its pipe is open."""
        is_broken = self._is_dead or self._results.at_eof() or self._requests.is_closing()
        return not (is_broken or self._has_job or self.has_exited())

    async def stream(
        self,
        job: Job[P, T],
        timeout_s: float,
        *arguments: P.args,
        **keywords: P.kwargs,
    ) -> AsyncGenerator[T, None]:
        """Run a job as ``WorkerPool.stream`` does.

        Raises:
            JobFailed: if the job fails.
            WorkerFailed: if the worker exits or its pipe breaks.
        """
        request = pickle.dumps((job, arguments, keywords))
        self._has_job = True
        self._send(request)
        try:
            while True:
                result = await self._receive(timeout_s)
                if not self._has_job:
                    break
                yield result
                self._request_next()
        finally:
            with suppress(JobFailed):
                while self._has_job and not self._is_dead:
                    if self._awaits_request:
                        self._cancel_job()
                    await self._receive(STOP_TIMEOUT_S)

    def kill(self) -> None:
        """Kill the process and close its pipes."""
        self._is_dead = True
        self._requests.close()
        self._output.close()
        with suppress(ProcessLookupError):
            self._process.kill()

    async def stop(self) -> None:
        """Close the channel, which ends an idle process; kill one that does not exit in time."""
        self._is_dead = True
        self._requests.close()
        try:
            await run_in_thread(self._process.wait, STOP_TIMEOUT_S)
        except TimeoutExpired:
            self.kill()
            await run_in_thread(self._process.wait)
        self._output.close()

    def _send(self, data: bytes) -> None:
        """Write to the pipe.

        Raises:
            WorkerFailed: if the pipe is broken.
        """
        try:
            self._requests.write(data)
        # uvloop raises RuntimeError if the pipe is closed.
        except (OSError, RuntimeError) as error:
            self.kill()
            raise WorkerFailed(f"the pipe of a worker is broken: {error}") from None

    def _request_next(self) -> None:
        """Request the next result of the job."""
        self._awaits_request = False
        self._send(pickle.dumps(True))  # noqa: FBT003 - the message of the protocol

    def _cancel_job(self) -> None:
        """Reply to a result that no further one is wanted."""
        self._awaits_request = False
        self._send(pickle.dumps(False))  # noqa: FBT003

    async def _receive(self, timeout_s: float) -> Any:
        """Return the next result; after the last one, ``_has_job`` becomes false.

        Raises:
            JobFailed: if the job failed or timed out.
            WorkerFailed: if the worker exited or sent an invalid message.
        """
        try:
            async with asyncio.timeout(timeout_s):
                line = await self._results.readline()
            # Only our own worker writes to the pipe.
            message = pickle.loads(base64.b64decode(line)) if line.endswith(b"\n") else None  # noqa: S301
        except TimeoutError:
            self.kill()
            raise JobFailed(f"a worker took more than {timeout_s} seconds") from None
        # A message that cannot be decoded may raise anything.
        except Exception as error:
            self.kill()
            raise WorkerFailed(f"a worker sent an invalid message: {error}") from error
        if message is None:
            self.kill()
            raise WorkerFailed("a worker has exited")
        kind, value = message
        self._has_job = self._awaits_request = kind == EMITTED
        if kind == FAILED:
            raise JobFailed(f"a job has failed: {value}")
        return value


def _end(process: "Popen[bytes]", requests: WriteTransport | None) -> None:
    """Kill a process whose output is not connected to the event loop, and close its pipes."""
    process.kill()
    process.wait()
    for pipe in (requests or process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()


def _start_process(niceness: int) -> "Popen[bytes]":
    # The worker must import the same modules: -P omits the current directory.
    return Popen(  # noqa: S603, all arguments are constant
        [sys.executable, "-P", "-c", _PROGRAM.format(niceness=niceness)],
        stdin=PIPE,
        stdout=PIPE,
        bufsize=0,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
    )
