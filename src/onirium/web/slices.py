"""Runs long computations on the event loop, one slice at a time."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Final, TypeVar

from onirium.web.fair_queue import FairQueue, Requester

T = TypeVar("T")

SLICE_S: Final = 0.005
"""Time after which a computation pauses."""


class SliceScheduler:
    """Runs the slices of all computations in turn, with a pause after each.

    However many computations are running, they leave half of the event loop's time to the short
    tasks, which wait for one slice at most.
    """

    def __init__(self) -> None:
        self._queue = FairQueue(1)

    async def run(self, steps: Iterator[T], requester: Requester) -> list[T]:
        """Exhaust an iterator in slices; return its items.

        Args:
            steps: the computation, an iterator with short steps.
            requester: the origin of the request, which decides on the turns.
        """
        items: list[T] = []
        is_exhausted = False
        while not is_exhausted:
            async with self.slice(requester):
                is_exhausted = _run_slice(steps, items)
        return items

    @asynccontextmanager
    async def slice(self, requester: Requester) -> AsyncIterator[None]:
        """Wait for the turn of a requester; pause after the slice for as long as it took."""
        async with self._queue.turn(requester):
            started_at = perf_counter()
            yield
            await asyncio.sleep(perf_counter() - started_at)


def _run_slice(steps: Iterator[T], items: list[T]) -> bool:
    """Append items for the time of a slice; return whether the iterator is exhausted."""
    end = perf_counter() + SLICE_S
    for item in steps:
        items.append(item)
        if perf_counter() >= end:
            return False
    return True
