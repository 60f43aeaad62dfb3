"""Output of long-running commands: progress bar, tables, numbers, JSON."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from shlex import quote
from subprocess import list2cmdline
from typing import Any

import msgspec
from rich.console import Console as RichConsole
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from onirium.i18n.catalog import Words

TABLE_PADDING = (0, 2, 0, 0)

STDOUT_DESCRIPTOR, STDERR_DESCRIPTOR = 1, 2


progress_console = RichConsole(stderr=True)
"""The console of progress bars; ``--quiet`` silences it."""


def make_console(**options: Any) -> RichConsole:
    """Create a console that prints names and paths literally; options as in rich."""
    return RichConsole(highlight=False, markup=False, **options)


@contextmanager
def progress_bar(
    title: str, estimate_window_s: float = 600.0
) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on standard error for the duration of the context.

    Meanwhile all output goes to standard error, including that of libraries and their processes:
    standard output contains the result alone, for example one JSON object.

    Args:
        title: text beside the bar.
        estimate_window_s: the remaining time is estimated from the progress of this many seconds.
            A game of search bots takes seconds, so a shorter time has none or few of them.

    Yields:
        A function that updates the bar: its arguments are the work done and the total.
    """
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    progress = Progress(
        *columns,
        console=progress_console,
        transient=True,
        disable=not progress_console.is_interactive,
        speed_estimate_period=estimate_window_s,
        redirect_stdout=False,
    )
    # Inside the bar sys.stderr is the writer of rich, which prints above the bar.
    with _stdout_descriptor_to_stderr(), progress, redirect_stdout(sys.stderr):
        task = progress.add_task(title, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


@contextmanager
def _stdout_descriptor_to_stderr() -> Iterator[None]:
    """Redirect the standard output of compiled libraries and of new processes."""
    sys.stdout.flush()
    saved = os.dup(STDOUT_DESCRIPTOR)
    os.dup2(STDERR_DESCRIPTOR, STDOUT_DESCRIPTOR)
    try:
        yield
    finally:
        os.dup2(saved, STDOUT_DESCRIPTOR)
        os.close(saved)


def make_table(first: str, *others: str) -> Table:
    """Return an empty table with a left-aligned first column and right-aligned others.

    A narrow terminal wraps its cells; it shortens none of them.
    """
    table = Table(box=None, padding=TABLE_PADDING)
    table.add_column(first, overflow="fold")
    for heading in others:
        table.add_column(heading, justify="right", overflow="fold")
    return table


def quote_argument(text: str) -> str:
    """Return an argument of a command as the shell of the system reads it."""
    return list2cmdline([text]) if sys.platform == "win32" else quote(text)


def make_facts(rows: Iterable[tuple[str, str]]) -> Table:
    """Return a table of labels and their values, without headings."""
    facts = Table(show_header=False, box=None, padding=TABLE_PADDING)
    for label, value in rows:
        facts.add_row(label, value)
    return facts


def print_interruption(folder: Path, words: Words) -> None:
    """Print on standard error how to resume an interrupted study from its folder."""
    text = words.text("checkpoint.interrupted", folder=folder)
    make_console(stderr=True).print(text)


def print_few_deals(words: Words) -> None:
    """Print on standard error that there are too few deals to adjust results for luck."""
    make_console(stderr=True).print(words.text("simulate.few_deals"))


def print_json(value: object) -> None:
    """Print a value as indented JSON."""
    sys.stdout.write(to_json(value))


def to_json(value: object) -> str:
    """Return a value as indented JSON, with a final newline."""
    return msgspec.json.format(msgspec.json.encode(value)).decode() + "\n"
