"""Jobs for executors: successful, slow, failing and crashing ones."""

import os
import time
from collections.abc import Generator
from contextlib import suppress
from itertools import count
from pathlib import Path


def yield_pid() -> Generator[int, None, None]:
    """Yield the id of the process."""
    yield os.getpid()


def count_up(first: int) -> Generator[int, None, None]:
    """Yield increasing integers without end."""
    yield from count(first)


def yield_slowly(seconds: float) -> Generator[int | str, None, None]:
    """Yield the id of the process, then a second result after some time."""
    yield os.getpid()
    time.sleep(seconds)
    yield "finished"


def yield_late(seconds: float) -> Generator[str, None, None]:
    """Yield the only result after some time."""
    time.sleep(seconds)
    yield "late"


def print_and_yield() -> Generator[str, None, None]:
    """Print to standard output, which must not be mistaken for a result."""
    print("printed, not yielded", flush=True)
    yield "yielded"


def fail() -> Generator[object, None, None]:
    raise ValueError("deliberate failure")
    yield 0


def crash() -> Generator[object, None, None]:
    os._exit(3)
    yield 0


def yield_and_crash() -> Generator[str, None, None]:
    """Yield one result, then exit."""
    yield "yielded"
    os._exit(3)


def crash_at_first(folder: str, crashes: int) -> Generator[int, None, None]:
    """Exit during the first runs; yield the number of the run in a later one.

    Args:
        folder: counts the runs by its files.
        crashes: number of runs that exit.
    """
    run = len(list(Path(folder).iterdir()))
    Path(folder, str(run)).touch()
    if run < crashes:
        os._exit(3)
    yield run


def write_invalid_message() -> Generator[object, None, None]:
    """Write bytes to the channel of the worker that are no message."""
    # The channel has duplicated its standard output, which is now standard error.
    for descriptor in range(3, 256):
        with suppress(OSError):
            os.write(descriptor, b"?\n")
    time.sleep(1000)
    yield 0


def extend_list(numbers: list[int]) -> Generator[list[int], None, None]:
    """Change an argument and yield it."""
    numbers.append(2)
    yield numbers
