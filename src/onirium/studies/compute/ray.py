"""Runs jobs on the machines of a Ray cluster."""

import logging
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final

import ray
from ray.exceptions import RayError, RayTaskError

from onirium.studies.compute.processes import PREFETCH_PER_WORKER, ExecutorError, Job, Result
from onirium.studies.provenance import build_fingerprint

CONNECT_TIMEOUT_S: Final = 5.0
"""Timeout of the first connection; Ray itself retries for minutes."""

MAX_RETRIES: Final = 5
"""Restarts of a job whose worker was killed."""


class RayExecutor:
    """A Ray cluster; it is joined by the first call, and left when this process ends.

    A job whose worker is killed restarts on another one.

    Args:
        address: ``auto`` for the cluster of this machine, ``HOST:PORT`` for another one, or
            ``local`` to start one that ends with this process.
    """

    def __init__(self, address: str) -> None:
        self._address = address

    @property
    def worker_count(self) -> int:
        """The number of processors in the cluster at present.

        Raises:
            ExecutorError: if the cluster cannot be joined.
        """
        self._join()
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        return max(1, int(resources.get("CPU", 1)))

    def run_as_completed(
        self, function: Callable[[Job], Result], jobs: Iterable[Job]
    ) -> Iterator[tuple[int, Result]]:
        """Yield the index and the result of each job, in order of completion.

        If the iterator is closed, jobs that have been submitted still end, at most
        ``PREFETCH_PER_WORKER`` for each worker: ``ray.cancel`` aborts this process if a job ends at
        the same moment (a failed check of Ray's task manager, release 2.60).

        Raises:
            ExecutorError: if the cluster cannot be joined, is lost, or has another version of
                onirium.
        """
        self._join()
        task: Any = ray.remote(num_cpus=1, max_retries=MAX_RETRIES)(_run_job)
        remaining = enumerate(jobs)
        indices: dict[Any, int] = {}
        try:
            while True:
                capacity = max(0, PREFETCH_PER_WORKER * self.worker_count - len(indices))
                for index, job in islice(remaining, capacity):
                    indices[task.remote(function, job, build_fingerprint())] = index
                if not indices:
                    return
                [completed], _ = ray.wait(list(indices), num_returns=1)
                index = indices.pop(completed)
                yield index, ray.get(completed)
        except RayTaskError as error:
            raise _job_error(error) from None
        except RayError as error:
            raise ExecutorError(f"Ray at {self._address}: {_first_line(error)}") from None

    def _join(self) -> None:
        if ray.is_initialized():
            return
        # No usage reports from a cluster that we start, unless its owner has enabled them.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            _check_reachable(self._address)
            ray.init(
                address=self._address,
                log_to_driver=False,
                logging_level=logging.ERROR,
                include_dashboard=False if self._address == "local" else None,
            )
        except (OSError, RuntimeError, ValueError) as error:
            raise ExecutorError(
                f"no Ray cluster answers at {self._address!r} ({_first_line(error)}); on a machine "
                "of a cluster use --ray auto, elsewhere the HOST:PORT printed by "
                "`ray start --head`"
            ) from None


def _run_job(function: Callable[[Job], Result], job: Job, expected: dict[str, object]) -> Result:
    """Run a job on a worker, provided that it has the build of onirium of the driver."""
    installed = build_fingerprint()
    for name, value in expected.items():
        if installed[name] != value:
            raise ExecutorError(
                f"a machine of the cluster has another onirium ({name} {installed[name]}, "
                f"not {value}): install the same on all of them"
            )
    return function(job)


def _check_reachable(address: str) -> None:
    """Connect to a HOST:PORT address and disconnect.

    Raises:
        OSError: if nothing listens there.
    """
    host, _, port = address.rpartition(":")
    if port.isdecimal() and "/" not in host:
        socket.create_connection((host, int(port)), CONNECT_TIMEOUT_S).close()


def _job_error(error: RayTaskError) -> Exception:
    """Return the error that a job raised on its worker."""
    cause = error.cause
    if isinstance(cause, ImportError):
        return ExecutorError(
            f"a machine of the cluster: {cause}; install the same onirium on all of them"
        )
    return cause if isinstance(cause, Exception) else ExecutorError(_first_line(error))


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
