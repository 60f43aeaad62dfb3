"""Jobs for worker processes: successful, slow, failing and crashing ones."""

import os
import time
from itertools import count

from onirium.web.workers.process import Emit


def emit_pid(emit: Emit) -> None:
    """Emit the id of the process."""
    emit(os.getpid())


def count_up(emit: Emit, first: int) -> None:
    """Emit increasing integers without end."""
    for number in count(first):
        emit(number)


def emit_slowly(emit: Emit, seconds: float) -> None:
    """Emit the id of the process, then a second result after some time."""
    emit(os.getpid())
    time.sleep(seconds)
    emit("finished")


def print_and_emit(emit: Emit) -> None:
    """Print to standard output, which must not be mistaken for a result."""
    print("printed, not emitted", flush=True)
    emit("emitted")


def fail(_emit: Emit) -> None:
    raise ValueError("deliberate failure")


def crash(_emit: Emit) -> None:
    os._exit(3)
