"""Runs jobs in the event loop, for servers without processes."""

import asyncio
import pickle
import traceback
from collections.abc import AsyncGenerator
from contextlib import closing
from typing import ParamSpec, TypeVar

from onirium.web.workers.executor import Job, JobExecutor, JobFailed

P = ParamSpec("P")
T = TypeVar("T")


class InlineExecutor(JobExecutor):
    """Runs one job at a time, and other tasks of the event loop before each result.

    A job cannot be interrupted between two results, so its time limit is not enforced.

    Args:
        size: ignored: there is one thread.
        niceness: ignored likewise.
    """

    def __init__(self, size: int = 1, niceness: int = 0) -> None:
        del size, niceness
        super().__init__()
        self._turn = asyncio.Lock()

    async def stream(
        self, job: Job[P, T], timeout_s: float, *arguments: P.args, **keywords: P.kwargs
    ) -> AsyncGenerator[T, None]:
        """Run a job and yield its results; closing the generator cancels it."""
        del timeout_s
        async with self._turn:
            # The job gets copies, as in a worker: it may change them.
            request = pickle.dumps((arguments, keywords))
            own_arguments, own_keywords = pickle.loads(request)  # noqa: S301, pickled above
            with closing(job(*own_arguments, **own_keywords)) as results:
                while True:
                    await asyncio.sleep(0)
                    try:
                        result = next(results)
                    except StopIteration:
                        return
                    except Exception:  # noqa: BLE001, its traceback is raised
                        raise JobFailed(f"a job has failed: {traceback.format_exc()}") from None
                    yield result

    async def check(self) -> bool:
        """Return true: jobs need no worker."""
        return True

    async def close(self) -> None:
        """Do nothing: a job ends with its generator."""
