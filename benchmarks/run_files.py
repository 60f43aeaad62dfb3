"""Runs of benchmarks as files: when, where and how each figure was measured.

Each run is a file ``runs/DATE-TOPIC.json``, from which ``python -m tools.benchmark_tables`` makes
the tables of ``README.md`` and the page ``runs/README.md``.
"""

import shlex
import statistics
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from onirium.core.build import is_compiled
from onirium.studies.provenance import find_commit

FOLDER = Path(__file__).with_name("runs")


class Rate(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A number per second, a duration or a size, over some repetitions.

    Attributes:
        label: the benchmark, with its unit.
        median: the median of the repetitions.
        minimum: the smallest value.
        maximum: the largest value.
        repetitions: their number.
        headline: whether the overview shows the row.
    """

    label: str
    median: float
    minimum: float
    maximum: float
    repetitions: int
    headline: bool = False


class Latency(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A distribution of durations.

    Attributes:
        label: the benchmark, with its unit.
        median: the median.
        percentile: which upper percentile was measured.
        upper: its value.
        headline: whether the overview shows the row.
    """

    label: str
    median: float
    percentile: int = 0
    upper: float = 0.0
    headline: bool = False


class Share(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A share of games won by the first player.

    Attributes:
        label: the game.
        players: the players.
        simulations: the simulations of the first player for one decision, where it searches.
        games: the number of games.
        share: the share won.
        low: the lower end of its 95 % interval.
        high: the upper end.
        headline: whether the overview shows the row.
    """

    label: str
    players: list[str]
    simulations: int | None = None
    games: int
    share: float
    low: float | None = None
    high: float | None = None
    headline: bool = False


class Run(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A run of a benchmark.

    Attributes:
        topic: the table of the overview to which it belongs.
        date: the day.
        commit: the commit that was measured, or None if it was not recorded.
        command: the command that repeats the run.
        machine: the processor, the system and the version of Python.
        build: ``release``, ``quick``, ``compiled`` if that is unknown, or ``plain``.
        seed: the seed of the games, or None if the games do not matter or it was not recorded.
        method: the page that describes the method, relative to this folder.
        note: a condition that a reader must know.
        rates: its rates.
        latencies: its latencies.
        shares: its win rates.
    """

    topic: str
    date: str
    commit: str | None
    command: str
    machine: str
    build: str
    seed: int | None
    method: str = ""
    note: str = ""
    rates: list[Rate] = []
    latencies: list[Latency] = []
    shares: list[Share] = []


def read_runs(folder: Path = FOLDER) -> list[Run]:
    """Return all runs, the latest first."""
    runs = [msgspec.json.decode(path.read_bytes(), type=Run) for path in folder.glob("*.json")]
    return sorted(runs, key=lambda run: (run.date, run.topic, run.command), reverse=True)


def summarize(label: str, values: Iterable[float]) -> Rate:
    """Return the row of some repetitions.

    >>> summarize("games per second", [3.0, 1.0, 2.0]).median
    2.0
    """
    ordered = sorted(values)
    return Rate(
        label=label,
        median=statistics.median(ordered),
        minimum=ordered[0],
        maximum=ordered[-1],
        repetitions=len(ordered),
    )


def save_rates(topic: str, rates: Sequence[Rate], machine: str, seed: int | None = None) -> Path:
    """Write a run of today with some rates, and return its path."""
    date = datetime.now(UTC).date().isoformat()
    run = Run(
        topic=topic,
        date=date,
        commit=find_commit(),
        command=shlex.join(["python", *sys.orig_argv[1:]]),
        machine=machine,
        build="compiled" if is_compiled() else "plain",
        seed=seed,
        rates=list(rates),
    )
    path = FOLDER / f"{date}-{topic}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(run)) + b"\n")
    return path
