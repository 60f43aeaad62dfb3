"""Defers interrupts (SIGINT) until results are written."""

import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import TypeVar

Item = TypeVar("Item")


class DeferredInterrupts:
    """The interrupts of a block, which end it only where they are allowed."""

    def __init__(self) -> None:
        self._is_pending = False
        self._is_allowed = False

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Allow interrupts within a context, including one that was deferred.

        Raises:
            KeyboardInterrupt: if an interrupt was deferred, or arrives within the context.
        """
        self._is_allowed = True
        try:
            if self._is_pending:
                raise KeyboardInterrupt
            yield
        finally:
            self._is_allowed = False

    def iterate(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield items; interrupts are allowed while each is computed, and not while it is used.

        Raises:
            KeyboardInterrupt: if an interrupt was deferred, or arrives during a computation.
        """
        iterator = iter(items)
        while True:
            with self.allowed():
                try:
                    item = next(iterator)
                except StopIteration:
                    return
            yield item

    def handle(self, _signal: int, _frame: FrameType | None) -> None:
        """Record an interrupt; raise it where interrupts are allowed."""
        self._is_pending = True
        if self._is_allowed:
            raise KeyboardInterrupt


@contextmanager
def defer_interrupts() -> Iterator[DeferredInterrupts]:
    """Defer interrupts within a context.

    Other threads receive no interrupts; a process that ignores them continues to.
    """
    interrupts = DeferredInterrupts()
    previous = signal.getsignal(signal.SIGINT)
    if not callable(previous) or current_thread() is not main_thread():
        yield interrupts
        return
    signal.signal(signal.SIGINT, interrupts.handle)
    try:
        yield interrupts
    finally:
        signal.signal(signal.SIGINT, previous)
