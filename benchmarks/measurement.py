"""Processor time of processes, and statistics of durations, for benchmarks."""

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


def percentiles_ms(
    durations_s: Sequence[float], ranks: Sequence[float] = (50, 95, 99, 99.9)
) -> dict[str, float]:
    """Return percentiles and the maximum of durations by name, in milliseconds.

    >>> percentiles_ms([0.001, 0.002, 0.003], [50])
    {'p50': 2.0, 'maximum': 3.0}
    """
    named = {**percentiles(durations_s, *ranks), "maximum": max(durations_s)}
    return {name: round(1000 * duration_s, 1) for name, duration_s in named.items()}


def median_and_range(values: Sequence[float]) -> dict[str, float]:
    """Return the median, the minimum and the maximum by name, to three significant digits.

    >>> median_and_range([0.25, 1234.5, 12.345])
    {'median': 12.3, 'minimum': 0.25, 'maximum': 1230.0}
    """
    named = {
        "median": statistics.median(values),
        "minimum": min(values),
        "maximum": max(values),
    }
    return {name: float(f"{value:.3g}") for name, value in named.items()}
