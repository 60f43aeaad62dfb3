"""The interface of executors of jobs: worker processes, or a worker of a browser."""

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, Callable, Generator
from typing import Final, ParamSpec, TypeAlias, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

Job: TypeAlias = Callable[P, Generator[T, None, None]]
"""A module-level function that yields results; it runs to the next one when that is requested."""

EMITTED: Final = "emitted"
DONE: Final = "done"
FAILED: Final = "failed"
"""Kinds of a worker's messages: a result, the end of a job, a failure with its traceback."""


class JobFailed(Exception):
    """A job raised an exception, or its worker exited or timed out."""


class WorkerFailed(JobFailed):
    """A worker exited, broke its pipe or could not be started; another may complete the job."""


class JobExecutor(ABC):
    """Runs jobs in order of arrival.

    Attributes:
        failure_count: number of workers that exited, did not respond or could not be started.
    """

    def __init__(self) -> None:
        self.failure_count = 0

    @abstractmethod
    def stream(
        self, job: Job[P, T], timeout_s: float, *arguments: P.args, **keywords: P.kwargs
    ) -> AsyncGenerator[T, None]:
        """Run a job and yield its results; closing the generator cancels it.

        Args:
            job: the job.
            timeout_s: time limit for each result, in seconds.
            arguments: its arguments; they are pickled and must not change meanwhile.
            keywords: its keyword arguments, likewise.

        Raises:
            JobFailed: if the job fails, or no worker can be started.
        """

    @abstractmethod
    async def check(self) -> bool:
        """Return whether jobs can run."""

    @abstractmethod
    async def close(self) -> None:
        """Cancel all jobs."""


ExecutorFactory: TypeAlias = Callable[[int, int], JobExecutor]
"""Makes an executor from its number of workers and their Unix niceness."""
