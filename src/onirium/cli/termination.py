"""Ends a command and its worker processes on SIGTERM."""

import signal
import sys
from collections.abc import Callable
from functools import wraps
from types import FrameType


def exit_on_sigterm(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that raises ``SystemExit`` on SIGTERM, as it raises an error on Ctrl+C.

    By default the signal kills the process at once: its workers would run on for a moment, and
    Python would warn of the semaphores of their queues, which are still allocated.
    """

    @wraps(command)
    def run(*arguments: object, **keywords: object) -> None:
        previous = signal.signal(signal.SIGTERM, _exit)
        try:
            command(*arguments, **keywords)
        finally:
            signal.signal(signal.SIGTERM, previous)

    return run


def _exit(signal_number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + signal_number)
