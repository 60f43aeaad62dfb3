"""Pool of worker processes that stream the results of jobs."""

import asyncio
import base64
import os
import pickle
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from onirium.web.workers.process import EMITTED, FAILED, Emit

P = ParamSpec("P")
T = TypeVar("T")

START_TIMEOUT_S: Final = 20.0
"""Time for a process to start."""

STOP_TIMEOUT_S: Final = 2.0
"""Time for a process to exit, or to finish a job that was cancelled."""

MAX_RESULT_BYTES: Final = 2**24
"""Longest line that a worker may send."""

_PROGRAM: Final = (
    # An interrupt is meant for the server, which then stops its workers.
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "
    "from onirium.web.workers.process import main; main({niceness})"
)


class JobFailed(Exception):
    """A job raised an exception, or its worker exited or timed out."""


class WorkerPool:
    """Worker processes that are started on demand and reused.

    Jobs are served in order of arrival. A worker that exceeds its time limit is killed and replaced
    when it is needed.

    Args:
        size: most workers at a time.
        niceness: Unix niceness of the workers.
    """

    def __init__(self, size: int, niceness: int) -> None:
        self._niceness = niceness
        self._free = asyncio.Semaphore(size)
        self._idle: list[Worker] = []
        self._workers: set[Worker] = set()

    async def stream(
        self,
        job: Callable[Concatenate[Emit[T], P], None],
        timeout_s: float,
        *arguments: P.args,
        **keywords: P.kwargs,
    ) -> AsyncGenerator[T, None]:
        """Run a job and yield its results; closing the generator cancels it.

        Args:
            job: a module-level function whose first parameter is ``emit``.
            timeout_s: time limit for each result, in seconds.
            arguments: the other arguments; they are pickled and must not change meanwhile.
            keywords: the keyword arguments, likewise.

        Raises:
            JobFailed: if the job fails, or no worker can be started.
        """
        async with self._free:
            worker = self._idle.pop() if self._idle else await self._start_worker()
            try:
                stream = worker.stream(job, timeout_s, *arguments, **keywords)
                async with aclosing(stream) as results:
                    async for result in results:
                        yield result
            finally:
                if not worker.is_dead:
                    self._idle.append(worker)

    async def close(self) -> None:
        """Stop all workers."""
        await asyncio.gather(*(worker.stop() for worker in self._workers))

    async def _start_worker(self) -> "Worker":
        worker = await Worker.start(self._niceness)
        self._workers = {other for other in self._workers if not other.has_exited()} | {worker}
        await worker.wait_ready()
        return worker


class Worker:
    """A process that runs one job at a time.

    Attributes:
        is_dead: whether it accepts no more jobs.
    """

    def __init__(self, process: Process) -> None:
        self.is_dead = False
        self._process = process
        # Never None: ``start`` creates the process with pipes.
        self._requests: StreamWriter = process.stdin  # type: ignore[assignment]
        self._results: StreamReader = process.stdout  # type: ignore[assignment]
        self._has_job = True
        self._awaits_request = False

    @classmethod
    async def start(cls, niceness: int) -> "Worker":
        """Start a worker.

        Raises:
            JobFailed: if the process cannot be started.
        """
        # The worker must import the same modules: -P omits the current directory.
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-c", _PROGRAM.format(niceness=niceness)),
                stdin=PIPE,
                stdout=PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
                limit=MAX_RESULT_BYTES,
            )
        except OSError as error:
            raise JobFailed(f"cannot start a worker: {error}") from None
        return cls(process)

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
        return self._process.returncode is not None

    async def stream(
        self,
        job: Callable[Concatenate[Emit[T], P], None],
        timeout_s: float,
        *arguments: P.args,
        **keywords: P.kwargs,
    ) -> AsyncGenerator[T, None]:
        """Run a job as ``WorkerPool.stream`` does.

        Raises:
            JobFailed: if it fails; ``is_dead`` shows whether the worker is still usable.
        """
        self._has_job = True
        self._send((job, arguments, keywords))
        try:
            while True:
                result = await self._receive(timeout_s)
                if not self._has_job:
                    break
                yield result
                self._request(proceed=True)
        finally:
            with suppress(JobFailed):
                while self._has_job and not self.is_dead:
                    if self._awaits_request:
                        self._request(proceed=False)
                    await self._receive(STOP_TIMEOUT_S)

    def kill(self) -> None:
        """Kill the process."""
        self.is_dead = True
        with suppress(ProcessLookupError):
            self._process.kill()

    async def stop(self) -> None:
        """Close the channel, which ends an idle process; kill one that does not exit in time."""
        self.is_dead = True
        self._requests.close()
        try:
            async with asyncio.timeout(STOP_TIMEOUT_S):
                await self._process.wait()
        except TimeoutError:
            self.kill()
            await self._process.wait()

    def _send(self, value: object) -> None:
        self._requests.write(pickle.dumps(value))

    def _request(self, *, proceed: bool) -> None:
        """Request the next result, or cancel the job."""
        self._awaits_request = False
        self._send(proceed)

    async def _receive(self, timeout_s: float) -> Any:
        """Return the next result; after the last one, ``_has_job`` becomes false.

        Raises:
            JobFailed: if the job failed, or the worker exited or timed out.
        """
        try:
            async with asyncio.timeout(timeout_s):
                line = await self._results.readline()
        except TimeoutError:
            self.kill()
            raise JobFailed(f"a worker took more than {timeout_s} seconds") from None
        if not line.endswith(b"\n"):
            self.kill()
            raise JobFailed("a worker has exited")
        # Only our own worker writes to the pipe.
        kind, value = pickle.loads(base64.b64decode(line))  # noqa: S301
        self._has_job = self._awaits_request = kind == EMITTED
        if kind == FAILED:
            raise JobFailed(f"a job has failed: {value}")
        return value
