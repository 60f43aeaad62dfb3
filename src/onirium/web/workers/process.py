"""The inside of a worker: a process that does one job after the other, until nobody wants any more.

A job is a function of a module, with arguments. It gets ``tell`` before them: what it tells is an
answer, and it goes on when more is asked for. Jobs come pickled; answers go back one a line,
pickled and in base64.
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
from typing import Any, BinaryIO, Final, TypeAlias

Tell: TypeAlias = Callable[[object], None]
"""Gives an answer; it returns when more is asked for."""

TOLD: Final = "told"
DONE: Final = "done"
FAILED: Final = "failed"


class Enough(BaseException):
    """Nobody wants to know more; a job is not to stop this."""


def work(niceness: int) -> None:
    """Do jobs until the server has no more.

    Args:
        niceness: how much precedence everything else on this computer has.
    """
    line = Line(sys.stdin.buffer, os.fdopen(os.dup(1), "wb"))
    # What a job prints is no answer.
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(niceness)
    line.say(DONE)
    while True:
        job, arguments = line.hear()
        line.say(*_outcome(job, line.tell, arguments))


class Line:
    """The line to the server; when it is cut, the process ends, whatever it is at."""

    def __init__(self, jobs: BinaryIO, answers: BinaryIO) -> None:
        self._jobs = jobs
        self._answers = answers
        self._heard: SimpleQueue[Any] = SimpleQueue()
        Thread(target=self._listen, daemon=True).start()

    def hear(self) -> Any:
        """Return what the server says next."""
        return self._heard.get()

    def say(self, kind: str, value: object = None) -> None:
        """Say something to the server."""
        with _end_when_cut():
            self._answers.write(base64.b64encode(pickle.dumps((kind, value))) + b"\n")
            self._answers.flush()

    def _listen(self) -> None:
        """Hear while a job is done as well: who is at one learns here that the server is gone."""
        with _end_when_cut():
            while True:
                self._heard.put(pickle.load(self._jobs))  # noqa: S301, it comes from the server

    def tell(self, value: object) -> None:
        """Give an answer.

        Raises:
            Enough: if no more is wanted.
        """
        self.say(TOLD, value)
        if not self.hear():
            raise Enough


@contextmanager
def _end_when_cut() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError, pickle.UnpicklingError):
        # At once: there is nothing to finish, and nobody to complain to.
        os._exit(0)


def _outcome(job: Callable[..., None], tell: Tell, arguments: tuple[Any, ...]) -> tuple[str, str]:
    try:
        job(tell, *arguments)
    except Enough:
        pass
    except Exception:  # noqa: BLE001, whoever waits for the job is told
        return FAILED, traceback.format_exc()
    return DONE, ""
