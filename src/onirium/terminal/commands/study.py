"""A study in the terminal: a progress bar, how often each player won, and where the rest lies."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console as RichConsole
from rich.table import Table

from onirium.i18n.catalog import Words
from onirium.studies.compute.processes import Workers
from onirium.studies.experiments.config import describe_setting, read_config
from onirium.studies.experiments.report import render_report
from onirium.studies.experiments.run import SettingResult, run_study
from onirium.studies.experiments.tables import Row, build_tables, write_file, write_tables
from onirium.terminal.formatting import format_count, make_table, print_json, progress_bar

PAGE = "index.html"

OF_A_PLAYER = ("simulate.seats", "simulate.win_rate", "simulate.interval", "simulate.games")
"""The headings of what is found of each player."""


def run(
    file: Path,
    folder: Path | None,
    language: str,
    *,
    parquet: bool,
    workers: Workers | None,
    as_json: bool,
) -> None:
    """Carry out a study, showing progress on standard error and the result on standard output.

    Whoever interrupts it loses the games that are being played and no more: the same call goes on
    from there.

    Args:
        file: what is asked for.
        folder: where everything is kept; otherwise beside the file, under its name.
        language: in which language.
        parquet: whether the tables are Parquet rather than CSV.
        workers: how many processes play, or a cluster; otherwise all processors.
        as_json: whether what was found is printed as JSON.

    Raises:
        StudyConfigError: if the file cannot be read, or something in it cannot be.
        CheckpointError, OutputError: if the folder cannot be used.
        ExecutorError: if those who play are ended from outside, or the cluster cannot be joined.
    """
    words = Words(language)
    plan = read_config(file)
    folder = folder or file.with_suffix("")
    try:
        with progress_bar(words.text("simulate.playing")) as tell:
            outcomes = run_study(plan, folder, workers, tell)
    except KeyboardInterrupt:
        RichConsole(stderr=True).print(
            words.text("study.interrupted", folder=folder), highlight=False
        )
        return
    found = build_tables(outcomes)
    files = [path.name for path in write_tables(found, folder, parquet=parquet)]
    write_file(
        folder / PAGE, render_report(file.stem, outcomes, plan.seed, files, language).encode()
    )
    if as_json:
        print_json(found["players"])
    else:
        show(outcomes, found["players"], folder, words, RichConsole())


def show(
    outcomes: Sequence[SettingResult],
    players: Sequence[Row],
    folder: Path,
    words: Words,
    console: RichConsole,
) -> None:
    """Print how often each player won, and where the rest lies."""
    for number, outcome in enumerate(outcomes, start=1):
        console.print(describe_setting(outcome.setting), highlight=False)
        console.print(_players([row for row in players if row["setting"] == number], words))
        console.print()
    console.print(words.text("study.kept", folder=folder, page=folder / PAGE), highlight=False)


def _players(rows: Sequence[Row], words: Words) -> Table:
    shown = make_table(*(words.text(key) for key in OF_A_PLAYER))
    for row in rows:
        interval = f"{row['win_rate_low']:.2%} – {row['win_rate_high']:.2%}"
        shown.add_row(row["name"], f"{row['win_rate']:.2%}", interval, format_count(row["games"]))
    return shown
