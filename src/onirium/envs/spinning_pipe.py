"""A pipe between two processes whose reader spins briefly before it blocks."""

import pickle
import time
from multiprocessing.connection import Connection
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

SPIN_S: Final = 0.0001
"""Time for which a reader spins before it blocks; waking a blocked process takes longer."""


class SpinningPipe:
    """One end of a pipe that carries a message in a few microseconds if its reader spins.

    The writer counts its messages in memory that both processes share. The count is a hint that
    costs the reader no system call; the messages themselves are in the pipe.
    """

    def __init__(
        self, pipe: Connection, sent: NDArray[np.int64], received: NDArray[np.int64]
    ) -> None:
        """Wrap one end of a pipe.

        Args:
            pipe: the end.
            sent: shared memory for the number of messages sent from this end.
            received: the same for the other end.
        """
        self._pipe = pipe
        self._sent = sent.data  # a memoryview, whose elements are read and written quickly
        self._received = received.data
        self._read = 0

    def send(self, message: object) -> None:
        """Send a message; ``Connection.send`` creates a pickler for each, which is slow."""
        self._pipe.send_bytes(pickle.dumps(message))
        self._sent[0] += 1

    def receive(self) -> Any:
        """Wait for the next message."""
        received, read = self._received, self._read
        deadline_s = time.perf_counter() + SPIN_S
        while received[0] == read and time.perf_counter() < deadline_s:
            pass
        self._read += 1
        return pickle.loads(self._pipe.recv_bytes())  # noqa: S301 - from a process of this program

    def close(self) -> None:
        """Close this end; the other one raises ``EOFError``."""
        self._pipe.close()
