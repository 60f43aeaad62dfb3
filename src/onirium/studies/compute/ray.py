"""Work that the machines of a Ray cluster share."""

import logging
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.metadata import version
from itertools import islice
from typing import Any, Final

import ray
from ray.exceptions import RayError, RayTaskError

from onirium.studies.compute.processes import PREFETCH_PER_WORKER, ExecutorError, LineupJob, Result

PATIENCE: Final = 5.0
"""So many seconds an address has to answer; Ray itself would try for minutes."""


TRIES: Final = 5
"""A piece is begun anew so often at most, where whoever is at it is killed."""


class RayExecutor:
    """A Ray cluster; it is joined when there is work, and left when this process ends.

    What a worker was at when it was killed is begun anew by another one.

    Args:
        address: where it is: ``auto`` for the one that this machine belongs to, ``HOST:PORT``, or
            ``local`` for one that is started here and ends with this process.
    """

    def __init__(self, address: str) -> None:
        self._address = address

    @property
    def worker_count(self) -> int:
        """How many processors the cluster has now.

        Raises:
            ExecutorError: if it cannot be joined.
        """
        self._join()
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        return max(1, int(resources.get("CPU", 1)))

    def run_as_completed(
        self, work: Callable[[LineupJob], Result], pieces: Iterable[LineupJob]
    ) -> Iterator[tuple[int, Result]]:
        """Yield the place of each piece and what came of it, in the order in which they end.

        Raises:
            ExecutorError: if the cluster cannot be joined, is lost, or runs another version.
        """
        self._join()
        begin: Any = ray.remote(num_cpus=1, max_retries=TRIES)(_do)
        left = enumerate(pieces)
        places: dict[Any, int] = {}
        try:
            while True:
                room = max(0, PREFETCH_PER_WORKER * self.worker_count - len(places))
                for place, piece in islice(left, room):
                    places[begin.remote(work, piece, version("onirium"))] = place
                if not places:
                    return
                [done], _ = ray.wait(list(places), num_returns=1)
                place = places.pop(done)
                yield place, ray.get(done)
        except RayTaskError as error:
            raise _reason(error) from None
        except RayError as error:
            raise ExecutorError(f"Ray at {self._address}: {_first_line(error)}") from None
        finally:
            for task in places:
                with suppress(RayError):
                    ray.cancel(task)

    def _join(self) -> None:
        if ray.is_initialized():
            return
        # A cluster that somebody else runs has its own ways; one that we start tells nobody.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            _knock(self._address)
            ray.init(
                address=self._address,
                log_to_driver=False,
                logging_level=logging.ERROR,
                include_dashboard=False if self._address == "local" else None,
            )
        except (OSError, RuntimeError, ValueError) as error:
            raise ExecutorError(
                f"no Ray cluster answers at {self._address!r} ({_first_line(error)}); on a machine "
                "that belongs to one write --ray auto, elsewhere the HOST:PORT that "
                "`ray start --head` has named"
            ) from None


def _do(work: Callable[[LineupJob], Result], piece: LineupJob, asked: str) -> Result:
    """Do a piece of work, in whichever process of whichever machine."""
    found = version("onirium")
    if found != asked:
        raise ExecutorError(
            f"a machine of the cluster has onirium {found} and not {asked}: "
            "install the same on all of them"
        )
    return work(piece)


def _knock(address: str) -> None:
    """Make sure that somebody is there.

    Raises:
        OSError: if nobody is.
    """
    host, _, port = address.rpartition(":")
    if port.isdecimal() and "/" not in host:
        socket.create_connection((host, int(port)), PATIENCE).close()


def _reason(error: RayTaskError) -> Exception:
    """Return what went wrong in a piece of work."""
    cause = error.cause
    if isinstance(cause, ImportError):
        return ExecutorError(f"a machine of the cluster: {cause}; install the same onirium on all")
    return cause if isinstance(cause, Exception) else ExecutorError(_first_line(error))


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
