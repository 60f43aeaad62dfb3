"""A worker process that runs jobs one at a time."""

import asyncio
import base64
import os
import pickle
import sys
from asyncio import BaseProtocol, ReadTransport, StreamReader, StreamReaderProtocol, WriteTransport
from collections.abc import AsyncGenerator
from contextlib import suppress
from subprocess import PIPE, TimeoutExpired
from typing import Any, Final, ParamSpec, TypeVar

from onirium.web.threads import run_in_thread, start_daemon
from onirium.web.workers.executor import EMITTED, FAILED, Job, JobFailed, WorkerFailed

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

_PROGRAM: Final = (
    # An interrupt is meant for the server, which then stops its workers.
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "
    "from onirium.web.workers.process import main; main({niceness})"
)


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
