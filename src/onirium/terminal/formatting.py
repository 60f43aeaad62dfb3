"""Output of long-running commands: progress bar, tables, numbers, JSON."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
from rich.console import Console as RichConsole
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

TABLE_PADDING = (0, 2, 0, 0)

progress_console = RichConsole(stderr=True)
"""The console of progress bars; ``--quiet`` silences it."""


@contextmanager
def progress_bar(
    title: str, estimate_window_s: float = 30.0
) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on standard error for the duration of the context.

    Args:
        title: text beside the bar.
        estimate_window_s: the remaining time is estimated from the progress of this many seconds.

    Yields:
        A function that updates the bar: its arguments are the work done and the total.
    """
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns,
        console=progress_console,
        transient=True,
        speed_estimate_period=estimate_window_s,
        # rich prints redirected output above the bar, and thus to stderr: only for a terminal.
        redirect_stdout=sys.stdout.isatty(),
    ) as progress:
        task = progress.add_task(title, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def make_table(first: str, *others: str) -> Table:
    """Return an empty table with a left-aligned first column and right-aligned others."""
    table = Table(box=None, padding=TABLE_PADDING)
    table.add_column(first)
    for heading in others:
        table.add_column(heading, justify="right")
    return table


def format_count(number: int) -> str:
    """Return a number with digits grouped by spaces, correct in all supported languages."""
    return f"{number:_}".replace("_", "\N{NO-BREAK SPACE}")


def print_json(value: object) -> None:
    """Print a value as indented JSON."""
    sys.stdout.write(to_json(value))


def to_json(value: object) -> str:
    """Return a value as indented JSON, with a final newline."""
    return msgspec.json.format(msgspec.json.encode(value)).decode() + "\n"
