"""Work that several processes share."""

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def shared(
    work: Callable[[Piece], Result], pieces: Sequence[Piece], workers: int
) -> Iterator[Result]:
    """Yield what comes of each piece of work, in order.

    An interrupt reaches this process alone: the others finish the piece that they are at, and what
    has been yielded by then is whole.

    Args:
        work: what to do with a piece: a function of a module, if several processes do it.
        pieces: the pieces of work.
        workers: how many processes; this one does it alone if it is one.
    """
    if workers == 1:
        yield from map(work, pieces)
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _leave_interrupts_to_the_parent)
    try:
        yield from pool.map(work, pieces)
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
