"""Detection of key presses without waiting for Enter and without echo."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def watch_key_presses() -> Iterator[Callable[[], bool]]:
        """Detect key presses for the duration of the context, then discard them.

        Yields:
            A function that returns True once a key has been pressed.
        """
        try:
            yield msvcrt.kbhit
        finally:
            while msvcrt.kbhit():
                msvcrt.getwch()

else:
    import termios
    import tty
    from select import select

    @contextmanager
    def watch_key_presses() -> Iterator[Callable[[], bool]]:
        """Detect key presses for the duration of the context, then discard them.

        Yields:
            A function that returns True once a key has been pressed.
        """
        before = termios.tcgetattr(sys.stdin)
        try:
            tty.setcbreak(sys.stdin, termios.TCSADRAIN)
            yield lambda: bool(select([sys.stdin], [], [], 0)[0])
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, before)
