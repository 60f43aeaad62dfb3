"""The rate of a batch on two processes, relative to one: ``python -m benchmarks.workers [--save]``.

Both play alternately by the clock, so that other load affects both; the machine needs two idle
processors. Run it with the compiled wheel and its extra ``learn``.
"""

import argparse
import time

from benchmarks.run_files import save_rates, summarize
from benchmarks.speed import describe_machine
from onirium.envs.vector import BatchEnv

REPETITIONS = 7
SECONDS = 1.0
GAMES = (1024, 4096, 16384)
WORKERS = 2


def decisions_per_second(batch: BatchEnv) -> float:
    """Return the rate of random play, by the clock."""
    decisions = 0
    started = time.perf_counter()
    while time.perf_counter() - started < SECONDS:
        batch.step(batch.random_actions())
        decisions += batch.num_envs
    return decisions / (time.perf_counter() - started)


def main() -> None:
    """Print the ratio for each size of the batch."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--save", action="store_true", help="write the run to a file")
    arguments = parser.parse_args()
    rates = []
    for games in GAMES:
        one = BatchEnv("onirim", games, copy=False)
        several = BatchEnv("onirim", games, copy=False, workers=WORKERS)
        for batch in (one, several):
            batch.reset(seed=1)
            batch.step(batch.random_actions())
        ratios = [
            decisions_per_second(several) / decisions_per_second(one) for _ in range(REPETITIONS)
        ]
        several.close()
        label = f"batch of {games:,}, Onirim, two workers relative to one"
        rates.append(summarize(label, ratios))
        print(f"{label}: {rates[-1].median:.2f}", flush=True)
    if arguments.save:
        print(save_rates("workers", rates, describe_machine()))


if __name__ == "__main__":
    main()
