"""Ends a command and its worker processes on SIGTERM."""

import signal
from collections.abc import Callable
from functools import wraps


def exit_on_sigterm(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command that raises ``Terminated`` on SIGTERM, as it raises an error on Ctrl+C.

    By default the signal kills the process at once: its workers would run on for a moment, and
    Python would warn of the semaphores of their queues, which are still allocated.
    """

    @wraps(command)
    def run(*arguments: object, **keywords: object) -> None:
        from onirium.studies.termination import terminate

        previous = signal.signal(signal.SIGTERM, terminate)
        try:
            command(*arguments, **keywords)
        finally:
            signal.signal(signal.SIGTERM, previous)

    return run
