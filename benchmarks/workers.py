"""The rate of a batch on two processes, relative to one: ``python -m benchmarks.workers [--save]``.

Both play alternately by the clock, so that other load affects both, and a rate is that of the
median step, which most pauses for other programs do not affect; the machine needs two idle
processors.
Each process stays on one of them: on a busy machine the system puts both on the same.
``--bound`` divides twice the processor time of one process by that of two, which bounds the ratio
of large batches; in small ones it counts the time in which processes look for messages. Run it with
the compiled wheel and its extra ``learn``.
"""

import argparse
import multiprocessing
import os
import statistics
import time

from benchmarks.run_files import Rate, save_rates, summarize
from benchmarks.speed import describe_machine
from onirium.envs.vector import BatchEnv

REPETITIONS = 7
SECONDS = 0.5
GAMES = (256, 1024, 4096, 16384)
WORKERS = 2
PROCESSORS = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
BOUND_REPETITIONS = 3
BOUND_DECISIONS = 3_000_000


def decisions_per_second(batch: BatchEnv) -> float:
    """Return the rate of random play, by the clock, in a median step."""
    durations_s: list[float] = []
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        started = time.perf_counter()
        batch.step(batch.random_actions())
        durations_s.append(time.perf_counter() - started)
    return batch.num_envs / statistics.median(durations_s)


def measure_ratios(games: int) -> Rate:
    """Return the rate of two workers relative to one process, by the clock."""
    one = BatchEnv("onirim", games, copy=False)
    several = BatchEnv("onirim", games, copy=False, workers=WORKERS)
    place_processes()
    for batch in (one, several):
        batch.reset(seed=1)
        batch.step(batch.random_actions())
    ratios = [decisions_per_second(several) / decisions_per_second(one) for _ in range(REPETITIONS)]
    several.close()
    return summarize(f"batch of {games:,}, Onirim, two workers relative to one", ratios)


def place_processes() -> None:
    """Keep this process and its children on different processors, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        return
    processes = [os.getpid(), *(child.pid for child in multiprocessing.active_children())]
    for process, processor in zip(processes, sorted(PROCESSORS), strict=False):
        os.sched_setaffinity(process or 0, {processor})


def measure_bounds(games: int) -> Rate:
    """Return the upper bound of the rate of two workers relative to one, by processor time."""
    bounds = [
        WORKERS * processor_seconds(games, 1) / processor_seconds(games, WORKERS)
        for _ in range(BOUND_REPETITIONS)
    ]
    return summarize(f"batch of {games:,}, Onirim, bound of two workers relative to one", bounds)


def processor_seconds(games: int, workers: int) -> float:
    """Return the processor time of some steps in all processes, without their start."""
    steps = BOUND_DECISIONS // games
    return _processor_seconds(games, workers, steps) - _processor_seconds(games, workers, 1)


def _processor_seconds(games: int, workers: int, steps: int) -> float:
    started = sum(os.times()[:4])
    batch = BatchEnv("onirim", games, copy=False, workers=workers)
    batch.reset(seed=1)
    for _ in range(steps):
        batch.step(batch.random_actions())
    batch.close()
    return sum(os.times()[:4]) - started  # that of processes counts when they have ended


def main() -> None:
    """Print the ratio for each size of the batch."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bound", action="store_true", help="measure the bound instead")
    parser.add_argument("--save", action="store_true", help="write the run to a file")
    arguments = parser.parse_args()
    rates = []
    for games in GAMES:
        rates.append(measure_bounds(games) if arguments.bound else measure_ratios(games))
        print(f"{rates[-1].label}: {rates[-1].median:.2f}", flush=True)
    if arguments.save:
        print(save_rates("workers", rates, describe_machine()))


if __name__ == "__main__":
    main()
