"""Processor time of processes and percentiles of durations, for benchmarks."""

import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path


def processor_time_s(pids: Iterable[int]) -> float:
    """Return the processor time that the living threads of processes have used.

    The kernel counts it in nanoseconds. Threads that have ended are not included.
    """
    total_ns = 0
    for pid in pids:
        for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
            try:
                total_ns += int(thread.read_text("utf-8").split()[0])
            except OSError:  # the thread has just ended
                continue
    return total_ns / 1e9


def percentiles(values: Sequence[float], *ranks: float) -> dict[str, float]:
    """Return percentiles by name, interpolated between the two nearest values.

    >>> percentiles([1.0, 2.0, 3.0, 4.0, 5.0], 50, 97.5)
    {'p50': 3.0, 'p97.5': 4.9}
    """
    cuts = statistics.quantiles(values, n=1000, method="inclusive")
    return {f"p{rank:g}": cuts[round(10 * rank) - 1] for rank in ranks}
