"""Main loop of a worker process.

A job runs to its next result whenever the server requests one. Requests arrive pickled on standard
input; results are lines of base64-encoded pickles on standard output.
"""

import base64
import os
import pickle
import sys
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from queue import SimpleQueue
from typing import Any, BinaryIO, TypeAlias

from onirium.web.threads import start_daemon
from onirium.web.workers.executor import DONE, EMITTED, FAILED

JobRequest: TypeAlias = tuple[
    Callable[..., Generator[object, None, None]], tuple[object, ...], dict[str, object]
]
"""A function that yields results, and its arguments."""


def main(niceness: int) -> None:
    """Run jobs until the server closes the channel.

    Args:
        niceness: Unix niceness of this process.
    """
    channel = Channel(sys.stdin.buffer, os.fdopen(os.dup(1), "wb"))
    # Output of a job must not be mistaken for a result.
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(niceness)
    channel.send(DONE)
    while True:
        request: JobRequest = channel.receive()
        channel.send(*_run(request, channel))


class Channel:
    """The connection to the server; the process exits as soon as it is closed."""

    def __init__(self, requests: BinaryIO, results: BinaryIO) -> None:
        self._requests = requests
        self._results = results
        self._received: SimpleQueue[Any] = SimpleQueue()
        start_daemon(self._listen)

    def receive(self) -> Any:
        """Return the next object from the server: a job, or whether to continue."""
        return self._received.get()

    def send(self, kind: str, value: object = None) -> None:
        """Send a message to the server."""
        with _exit_when_closed():
            self._results.write(base64.b64encode(pickle.dumps((kind, value))) + b"\n")
            self._results.flush()

    def emit(self, value: object) -> bool:
        """Send a result; return whether the next one is requested."""
        self.send(EMITTED, value)
        is_requested: bool = self.receive()
        return is_requested

    def _listen(self) -> None:
        """Read in a thread, so that the end of the server is noticed during a job, too."""
        with _exit_when_closed():
            while True:
                # Only the server that started this process writes to the pipe.
                self._received.put(pickle.load(self._requests))  # noqa: S301


@contextmanager
def _exit_when_closed() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError, pickle.UnpicklingError):
        # Without clean-up: the job in the main thread may run for a long time.
        os._exit(0)


def _run(request: JobRequest, channel: Channel) -> tuple[str, str]:
    function, arguments, keywords = request
    try:
        with closing(function(*arguments, **keywords)) as results:
            for result in results:
                if not channel.emit(result):
                    break
    except Exception:  # noqa: BLE001, the traceback is sent to the server
        return FAILED, traceback.format_exc()
    return DONE, ""
