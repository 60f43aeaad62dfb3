"""Jobs for worker processes: successful, slow, failing and crashing ones."""

import os
import time
from itertools import count

from onirium.web.workers.process import Emit


def emit_pid(emit: Emit[int]) -> None:
    """Emit the id of the process."""
    emit(os.getpid())


def count_up(emit: Emit[int], first: int) -> None:
    """Emit increasing integers without end."""
    for number in count(first):
        emit(number)


def emit_slowly(emit: Emit[int | str], seconds: float) -> None:
    """Emit the id of the process, then a second result after some time."""
    emit(os.getpid())
    time.sleep(seconds)
    emit("finished")


def print_and_emit(emit: Emit[str]) -> None:
    """Print to standard output, which must not be mistaken for a result."""
    print("printed, not emitted", flush=True)
    emit("emitted")


def fail(_emit: Emit[object]) -> None:
    raise ValueError("deliberate failure")


def crash(_emit: Emit[object]) -> None:
    os._exit(3)
