"""Completions: the outcome of a write that another thread executes, for the event loop."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import TypeAlias

Outcome: TypeAlias = str | Exception | None
"""The notification of a write, or the exception that it has raised."""


class Completion:
    """The outcome of a queued write, once it is known.

    The transaction of the write may run in another thread; all else happens in the event loop that
    was running when the write was queued. Futures of ``concurrent.futures`` take four times as
    long.

    Attributes:
        loop: the event loop in which others may wait, if any.
        is_finished: whether the outcome is known.
    """

    def __init__(self) -> None:
        self.loop = _running_loop()
        self.is_finished = False
        self._outcome: Outcome = None
        self._waiters: list[asyncio.Future[None]] = []
        # Whoever acquires it first decides whether the write is executed.
        self._claim = Lock()

    def begin(self) -> bool:
        """Claim the write for its transaction; return False if it was cancelled."""
        return self._claim.acquire(blocking=False)

    def cancel(self) -> bool:
        """Prevent the write; return False if its transaction has begun."""
        return self._claim.acquire(blocking=False)

    def finish(self, outcome: Outcome) -> None:
        """Set the outcome and wake up all waiters."""
        self._outcome = outcome
        self.is_finished = True
        for waiter in self._waiters:
            _wake_up(waiter)

    async def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until the write is finished, at most for a time; return whether it is.

        Every event passes here: ``asyncio.wait`` would cost the event loop a third more time.
        """
        if not self.is_finished:
            loop = asyncio.get_running_loop()
            waiter: asyncio.Future[None] = loop.create_future()
            self._waiters.append(waiter)
            timer = None if timeout_s is None else loop.call_later(timeout_s, _wake_up, waiter)
            try:
                await waiter
            finally:
                if timer is not None:
                    timer.cancel()
        return self.is_finished

    @property
    def has_failed(self) -> bool:
        """Whether the write is finished and has failed."""
        return isinstance(self._outcome, Exception)

    def check(self) -> None:
        """Raise the exception of a finished write, if it has failed."""
        if isinstance(self._outcome, Exception):
            raise self._outcome


def finish_from_thread(completions: Sequence[Completion], outcomes: Sequence[Outcome]) -> None:
    """Finish the writes of a batch, each in its event loop.

    An event loop is woken up once for all of them.
    """
    for loop in {completion.loop for completion in completions}:
        if loop is not None:
            finished = [
                (completion, outcome)
                for completion, outcome in zip(completions, outcomes, strict=True)
                if completion.loop is loop
            ]
            # The event loop may be closed meanwhile.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_finish_all, finished)


def _finish_all(finished: Sequence[tuple[Completion, Outcome]]) -> None:
    for completion, outcome in finished:
        completion.finish(outcome)


def _wake_up(waiter: "asyncio.Future[None]") -> None:
    if not waiter.done():
        waiter.set_result(None)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
