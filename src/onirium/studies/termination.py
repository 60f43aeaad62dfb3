"""Termination by a signal, distinct from a ``SystemExit`` that the code of a player raises."""

from types import FrameType


class Terminated(SystemExit):
    """The end of the program on SIGTERM; any other ``SystemExit`` is a failure of a player."""


def terminate(signal_number: int, _frame: FrameType | None) -> None:
    """Handle a signal: end the program with the exit status that shells report for the signal.

    Raises:
        Terminated: always.
    """
    raise Terminated(128 + signal_number)
