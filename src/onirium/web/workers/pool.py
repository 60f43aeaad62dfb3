"""Processes that do what would keep the server from serving."""

import asyncio
import base64
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from typing import Any, Final

from onirium.web.workers.process import FAILED, TOLD

STARTING: Final = 20.0
"""So many seconds a process has to begin."""

ENDING: Final = 2.0
"""So many seconds a process has to end, or to come to the end of a job that nobody waits for."""

LONGEST_ANSWER: Final = 2**24

_PROGRAM: Final = (
    # Who interrupts the server means the server, which then ends its workers.
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "
    "from onirium.web.workers.process import work; work({niceness})"
)


class Broken(Exception):
    """A job has come to nothing: it has failed, or its worker is gone or took too long."""


class Pool:
    """Workers that do jobs: each begins when it is needed, and is kept for the next job.

    Who waits longest is served first. A worker that takes too long is killed; another begins in its
    place when it is needed.
    """

    def __init__(self, size: int, niceness: int) -> None:
        """Make a pool.

        Args:
            size: how many workers there may be.
            niceness: how much precedence everything else on this computer has.
        """
        self._niceness = niceness
        self._free = asyncio.Semaphore(size)
        self._idle: list[Worker] = []
        self._workers: set[Worker] = set()

    async def do(
        self, job: Callable[..., None], *arguments: object, patience: float
    ) -> AsyncGenerator[Any, None]:
        """Yield what a job tells; it goes on as long as more is asked for.

        Args:
            job: a function of a module, which gets ``tell`` and the arguments.
            arguments: what can be pickled, and does not change meanwhile.
            patience: for how many seconds an answer is waited for.

        Raises:
            Broken: if the job fails, or no worker can do it.
        """
        async with self._free:
            worker = self._idle.pop() if self._idle else await self._new()
            try:
                async with aclosing(worker.do((job, arguments), patience)) as answers:
                    async for answer in answers:
                        yield answer
            finally:
                if not worker.is_gone:
                    self._idle.append(worker)

    async def close(self) -> None:
        """End all workers."""
        await asyncio.gather(*(worker.end() for worker in self._workers))

    async def _new(self) -> "Worker":
        """Return another worker, when it is ready."""
        worker = await Worker.begun(self._niceness)
        self._workers = {other for other in self._workers if not other.has_ended()} | {worker}
        await worker.get_ready()
        return worker


class Worker:
    """A process that does one job at a time.

    Attributes:
        is_gone: whether it will do no more.
    """

    def __init__(self, process: Process) -> None:
        self.is_gone = False
        self._process = process
        self._jobs: Any = process.stdin
        self._answers: Any = process.stdout
        self._works = True
        self._waits = False

    @classmethod
    async def begun(cls, niceness: int) -> "Worker":
        """Return a worker.

        Raises:
            Broken: if no process can begin.
        """
        # It is to find just what this process finds: -P leaves out the folder it begins in.
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-c", _PROGRAM.format(niceness=niceness)),
                stdin=PIPE,
                stdout=PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
                limit=LONGEST_ANSWER,
            )
        except OSError as error:
            raise Broken(f"no worker can begin: {error}") from None
        return cls(process)

    async def get_ready(self) -> None:
        """Wait until it is ready for work.

        Raises:
            Broken: if it is not.
        """
        try:
            await self._answer(STARTING)
        except BaseException:
            self.kill()
            raise

    def has_ended(self) -> bool:
        """Tell whether there is no such process any more."""
        return self._process.returncode is not None

    async def do(self, job: object, patience: float) -> AsyncGenerator[Any, None]:
        """Yield what a job tells; when no more is wanted, come to its end.

        Raises:
            Broken: if it fails; whether another can be done shows in ``is_gone``.
        """
        self._works = True
        self._send(job)
        try:
            while True:
                answer = await self._answer(patience)
                if not self._works:
                    break
                yield answer
                self._go_on(wanted=True)
        finally:
            with suppress(Broken):
                while self._works and not self.is_gone:
                    if self._waits:
                        self._go_on(wanted=False)
                    await self._answer(ENDING)

    def kill(self) -> None:
        """End it at once, whatever it does."""
        self.is_gone = True
        with suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> None:
        """Let it go when it has nothing to do."""
        self.is_gone = True
        self._jobs.close()
        try:
            async with asyncio.timeout(ENDING):
                await self._process.wait()
        except TimeoutError:
            self.kill()
            await self._process.wait()

    def _send(self, what: object) -> None:
        self._jobs.write(pickle.dumps(what))

    def _go_on(self, *, wanted: bool) -> None:
        self._waits = False
        self._send(wanted)

    async def _answer(self, patience: float) -> Any:
        """Return what it tells next; or nothing, when it has come to the end of its job."""
        try:
            async with asyncio.timeout(patience):
                line = await self._answers.readline()
        except TimeoutError:
            self.kill()
            raise Broken(f"a worker took more than {patience} seconds") from None
        if not line.endswith(b"\n"):
            self.kill()
            raise Broken("a worker is gone")
        kind, value = pickle.loads(base64.b64decode(line))  # noqa: S301, it comes from our own
        self._works = self._waits = kind == TOLD
        if kind == FAILED:
            raise Broken(f"a job has failed: {value}")
        return value
