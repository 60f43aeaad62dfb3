"""What studies show in a terminal: a progress bar, tables, numbers, JSON."""

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

PADDING = (0, 2, 0, 0)


@contextmanager
def progress_bar(title: str, memory: float = 30.0) -> Iterator[Callable[[int, int], None]]:
    """Show on standard error, meanwhile, how much of some long work is done.

    Args:
        title: what is done.
        memory: the time left follows from what was done in so many seconds.

    Yields:
        What is to be told how much is done, and how much there is.
    """
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        speed_estimate_period=memory,
        # Lines for a file go there, and only those for a terminal above the bar.
        redirect_stdout=sys.stdout.isatty(),
    ) as progress:
        task = progress.add_task(title, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def headed(first: str, *others: str) -> Table:
    """Return an empty table with these headings: of words, then of numbers."""
    table = Table(box=None, padding=PADDING)
    table.add_column(first)
    for other in others:
        table.add_column(other, justify="right")
    return table


def with_options(game: str, options: Mapping[str, object]) -> str:
    """Return the name of a game and its options as they are given on the command line."""
    return " ".join([game, *[f"{name}={_given(value)}" for name, value in options.items()]])


def _given(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def grouped(number: int) -> str:
    """Return a number in groups of three digits, set apart as all our languages read it."""
    return f"{number:_}".replace("_", "\N{NO-BREAK SPACE}")


def print_json(found: object) -> None:
    """Print what was found as one JSON object."""
    sys.stdout.write(json_text(found))


def json_text(found: object) -> str:
    """Return what was found as one JSON object, for people and machines to read."""
    return msgspec.json.format(msgspec.json.encode(found)).decode() + "\n"
