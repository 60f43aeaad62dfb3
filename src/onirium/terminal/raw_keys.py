"""Keys that are felt as soon as they are hit, and not shown."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def felt() -> Iterator[Callable[[], bool]]:
        """Let keys be felt for a while; those that were hit in it are answers to nothing.

        Yields:
            What tells whether a key has been hit.
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
    def felt() -> Iterator[Callable[[], bool]]:
        """Let keys be felt for a while; those that were hit in it are answers to nothing.

        Yields:
            What tells whether a key has been hit.
        """
        before = termios.tcgetattr(sys.stdin)
        try:
            tty.setcbreak(sys.stdin, termios.TCSADRAIN)
            yield lambda: bool(select([sys.stdin], [], [], 0)[0])
        finally:
            termios.tcsetattr(sys.stdin, termios.TCSAFLUSH, before)
