"""Runs jobs in a web worker: the side of the server, and the side of the worker."""

import asyncio
import pickle
import traceback
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import suppress
from itertools import count
from typing import Any, Final, ParamSpec, Protocol, TypeVar

from onirium.web.workers.executor import (
    DONE,
    EMITTED,
    FAILED,
    Job,
    JobExecutor,
    JobFailed,
    WorkerFailed,
)

P = ParamSpec("P")
T = TypeVar("T")

_NEXT: Final = b"next"
_CLOSE: Final = b"close"


class PageWorker(Protocol):
    """A worker; an object of the page."""

    def send(self, job_id: int, request: bytes, /) -> None:
        """Send a request of a job."""

    def terminate(self) -> None:
        """End the worker, whatever it computes."""


class WorkerPage(Protocol):
    """Starts workers; an object of the page."""

    def start_worker(
        self, receive: Callable[[int, bytes], None], fail: Callable[[str], None], /
    ) -> PageWorker:
        """Start a worker.

        Args:
            receive: called with the id of a job and its reply.
            fail: called with the reason if the worker ends.
        """


class JobChannel:
    """The connection to one worker, which runs several jobs in turn, each to its next result.

    The worker starts with the first job, and again after it has failed or was ended: it cannot be
    interrupted, so a job that is cancelled while no other job is open ends it.

    Args:
        page: starts the worker.
    """

    def __init__(self, page: WorkerPage) -> None:
        self._page = page
        self._worker: PageWorker | None = None
        self._job_ids = count()
        self._open_jobs: set[int] = set()
        self._replies: dict[int, asyncio.Future[tuple[str, Any]]] = {}

    def new_job_id(self) -> int:
        """Return the id of a new job."""
        return next(self._job_ids)

    async def request(self, job_id: int, request: bytes) -> tuple[str, Any]:
        """Send a request of a job; return the kind and the value of its reply.

        Raises:
            WorkerFailed: if the worker ends, or has ended since the previous request.
        """
        if request == _NEXT and job_id not in self._open_jobs:
            raise WorkerFailed("the worker of the job has ended")
        self._open_jobs.add(job_id)
        reply = self._replies[job_id] = asyncio.get_running_loop().create_future()
        if self._worker is None:
            self._worker = self._page.start_worker(self._receive, self._fail)
        self._worker.send(job_id, request)
        kind, value = await reply
        return kind, value

    def close_job(self, job_id: int) -> None:
        """End a job, or cancel it."""
        self._open_jobs.discard(job_id)
        is_computed = self._replies.pop(job_id, None) is not None
        if self._worker is None:
            return
        if is_computed and not self._open_jobs:
            self._worker.terminate()
            self._worker = None
        else:
            self._worker.send(job_id, _CLOSE)

    def _receive(self, job_id: int, reply: bytes) -> None:
        waiting = self._replies.pop(job_id, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(pickle.loads(bytes(reply)))  # noqa: S301, from our own worker

    def _fail(self, reason: str) -> None:
        self._worker = None
        self._open_jobs.clear()
        failed, self._replies = self._replies, {}
        for waiting in failed.values():
            if not waiting.done():
                waiting.set_exception(WorkerFailed(f"a worker has ended: {reason}"))


class PageExecutor(JobExecutor):
    """Runs one job at a time in the worker of a channel, between the jobs of other executors.

    A job cannot be interrupted between two results, so its time limit is not enforced.

    Args:
        channel: the connection to the worker.
    """

    def __init__(self, channel: JobChannel) -> None:
        super().__init__()
        self._channel = channel
        self._turn = asyncio.Lock()

    async def stream(
        self, job: Job[P, T], timeout_s: float, *arguments: P.args, **keywords: P.kwargs
    ) -> AsyncGenerator[T, None]:
        """Run a job and yield its results; closing the generator cancels it."""
        del timeout_s
        job_id = self._channel.new_job_id()
        async with self._turn:
            try:
                kind, value = await self._channel.request(
                    job_id, pickle.dumps((job, arguments, keywords))
                )
                while kind == EMITTED:
                    yield value
                    kind, value = await self._channel.request(job_id, _NEXT)
            except WorkerFailed:
                self.failure_count += 1
                raise
            finally:
                self._channel.close_job(job_id)
        if kind == FAILED:
            raise JobFailed(f"a job has failed: {value}")

    async def check(self) -> bool:
        """Return true: the worker starts when it is needed."""
        return True

    async def close(self) -> None:
        """Do nothing: the worker ends with the page."""


class JobRunner:
    """The worker's side of a ``JobChannel``.

    Args:
        reply: sends the id of a job and its reply.
    """

    def __init__(self, reply: Callable[[int, bytes], object]) -> None:
        self._reply = reply
        self._jobs: dict[int, Generator[object, None, None]] = {}

    def receive(self, job_id: int, request: bytes) -> None:
        """Start a job, run it to its next result, or close it."""
        request = bytes(request)
        if request == _CLOSE:
            with suppress(KeyError):
                self._jobs.pop(job_id).close()
            return
        self._reply(job_id, pickle.dumps(self._run(job_id, request)))

    def _run(self, job_id: int, request: bytes) -> tuple[str, object]:
        try:
            if request != _NEXT:
                # Only our own server sends messages to the worker.
                job, arguments, keywords = pickle.loads(request)  # noqa: S301
                self._jobs[job_id] = job(*arguments, **keywords)
            return EMITTED, next(self._jobs[job_id])
        except StopIteration:
            return DONE, None
        except Exception:  # noqa: BLE001, the traceback is sent to the server
            return FAILED, traceback.format_exc()
