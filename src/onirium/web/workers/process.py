"""Main loop of a worker process.

A job is a module-level function with arguments; it receives ``emit`` as its first argument and
calls it with each result. ``emit`` returns when the server requests the next result. Requests
arrive pickled on standard input; results are lines of base64-encoded pickles on standard output.
"""

import base64
import os
import pickle
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, Final, TypeAlias, TypeVar

T = TypeVar("T")

Emit: TypeAlias = Callable[[T], None]
"""Sends a result of a job and waits until the next one is requested."""

Job: TypeAlias = tuple[Callable[..., None], tuple[object, ...], dict[str, object]]
"""A function whose first parameter is ``emit``, and its other arguments."""

EMITTED: Final = "emitted"
DONE: Final = "done"
FAILED: Final = "failed"


class Cancelled(BaseException):
    """No further result is needed; a job must not catch this."""


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
        job: Job = channel.receive()
        channel.send(*_run(job, channel.emit))


class Channel:
    """The connection to the server; the process exits as soon as it is closed."""

    def __init__(self, requests: BinaryIO, results: BinaryIO) -> None:
        self._requests = requests
        self._results = results
        self._received: SimpleQueue[Any] = SimpleQueue()
        Thread(target=self._listen, daemon=True).start()

    def receive(self) -> Any:
        """Return the next object from the server: a job, or whether to continue."""
        return self._received.get()

    def send(self, kind: str, value: object = None) -> None:
        """Send a message to the server."""
        with _exit_when_closed():
            self._results.write(base64.b64encode(pickle.dumps((kind, value))) + b"\n")
            self._results.flush()

    def emit(self, value: object) -> None:
        """Send a result and wait until the next one is requested.

        Raises:
            Cancelled: if no further result is needed.
        """
        self.send(EMITTED, value)
        if not self.receive():
            raise Cancelled

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


def _run(job: Job, emit: Emit[object]) -> tuple[str, str]:
    function, arguments, keywords = job
    try:
        function(emit, *arguments, **keywords)
    except Cancelled:
        pass
    except Exception:  # noqa: BLE001, the traceback is sent to the server
        return FAILED, traceback.format_exc()
    return DONE, ""
