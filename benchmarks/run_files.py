"""Runs of benchmarks as files: when, where and how each figure was measured.

Each run is a file ``runs/DATE-TOPIC.json``, the second of a day ``runs/DATE-TOPIC-2.json``, from
which ``python -m tools.benchmark_tables`` makes the tables of ``README.md`` and the page
``runs/README.md``.
"""

import itertools
import shlex
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from onirium.core.build import is_compiled

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
    """

    label: str
    players: list[str]
    simulations: int | None = None
    games: int
    share: float
    low: float | None = None
    high: float | None = None


class Run(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A run of a benchmark.

    Attributes:
        topic: the table of the overview to which it belongs.
        date: the day.
        commit: the commit that was measured, with ``-dirty`` if files differed from it, or None if
            it was not recorded.
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
    paths = sorted(
        folder.glob("*.json"), key=lambda path: (len(path.name), path.name), reverse=True
    )
    runs = [msgspec.json.decode(path.read_bytes(), type=Run) for path in paths]
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
    path = next(path for path in _paths(f"{date}-{topic}") if not path.exists())
    path.write_bytes(msgspec.json.format(msgspec.json.encode(run)) + b"\n")
    return path


def _paths(stem: str) -> Iterator[Path]:
    yield FOLDER / f"{stem}.json"
    for number in itertools.count(2):
        yield FOLDER / f"{stem}-{number}.json"


def find_commit() -> str | None:
    """Return the commit of this checkout, from which the package was installed, or None."""
    command = ("git", "describe", "--always", "--abbrev=40", "--exclude=*", "--dirty")
    try:
        result = subprocess.run(command, cwd=FOLDER, check=True, capture_output=True, text=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return result.stdout.strip()
