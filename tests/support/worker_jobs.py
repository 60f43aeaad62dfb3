"""Jobs for worker processes: successful, slow, failing and crashing ones."""

import os
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

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


def emit_and_crash(emit: Emit[str]) -> None:
    """Emit one result, then exit."""
    emit("emitted")
    os._exit(3)


def crash_at_first(emit: Emit[int], folder: str, crashes: int) -> None:
    """Exit during the first runs; emit the number of the run in a later one.

    Args:
        emit: as for every job.
        folder: counts the runs by its files.
        crashes: number of runs that exit.
    """
    run = len(list(Path(folder).iterdir()))
    Path(folder, str(run)).touch()
    if run < crashes:
        os._exit(3)
    emit(run)


def write_invalid_message(_emit: Emit[object]) -> None:
    """Write bytes to the channel of the worker that are no message."""
    # The channel has duplicated its standard output, which is now standard error.
    for descriptor in range(3, 256):
        with suppress(OSError):
            os.write(descriptor, b"?\n")
    time.sleep(1000)
