"""A study in the terminal."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console as RichConsole
from rich.table import Table

from onirium.i18n.catalog import Words, format_count
from onirium.i18n.numbers import format_interval, format_number, format_points
from onirium.studies.compute.processes import Workers
from onirium.studies.experiments.config import describe_setting, read_config
from onirium.studies.experiments.differences import compare_settings
from onirium.studies.experiments.figures import FOLDER, NAME_PATTERN
from onirium.studies.experiments.report import render_report
from onirium.studies.experiments.run import SettingResult, describe_study, run_study
from onirium.studies.experiments.tables import build_tables, write_tables
from onirium.studies.output import make_folder, write_file
from onirium.studies.simulation.result import win_rate_intervals
from onirium.terminal.formatting import (
    make_console,
    make_table,
    print_interruption,
    print_json,
    progress_bar,
    to_json,
)

REPORT_FILE = "index.html"

PROVENANCE_FILE = "provenance.json"

PLAYER_HEADINGS = ("simulate.seats", "simulate.win_rate", "simulate.interval", "simulate.games")
"""Catalogue keys of the headings of the table of players."""

DIFFERENCE_HEADINGS = (
    "study.setting",
    "study.baseline",
    "study.difference",
    "simulate.interval",
    "study.differing",
)
"""Catalogue keys of the headings of the table of differences."""


def run(
    file: Path,
    folder: Path | None,
    language: str,
    *,
    parquet: bool,
    workers: Workers | None,
    simulations: int | None,
    as_json: bool,
) -> None:
    """Run a study, with progress on standard error and the result on standard output.

    An interrupt loses the jobs in progress and nothing else; the same call resumes the study.

    Args:
        file: the study file.
        folder: the folder for the output; by default beside the file, with its name.
        language: the language of the report.
        parquet: whether to write the tables as Parquet instead of CSV.
        workers: the workers; by default a process for each processor.
        simulations: the number of simulations of search bots for which the file has none.
        as_json: whether to print the tables of players and differences, and the provenance, as
            JSON.

    Raises:
        StudyConfigError: if the file cannot be read or is invalid.
        CheckpointError, OutputError: if the folder cannot be used.
        KeyboardInterrupt: if it is interrupted.
        ExecutorError: if the workers are killed repeatedly, or the cluster cannot be joined.
    """
    words = Words(language)
    config = read_config(file, simulations)
    folder = folder or file.with_suffix("")
    for path in (folder, folder / FOLDER):
        make_folder(path)
    try:
        with progress_bar(words.text("simulate.playing")) as update:
            results = run_study(config, folder, workers, update)
    except KeyboardInterrupt:
        print_interruption(folder, words)
        raise
    tables = build_tables(results)
    files = [path.name for path in write_tables(tables, folder, parquet=parquet)]
    provenance = describe_study(results)
    write_file(folder / PROVENANCE_FILE, to_json(provenance).encode())
    files.append(PROVENANCE_FILE)
    report = render_report(file.stem, results, config.seed, files, language)
    write_file(folder / REPORT_FILE, report.html.encode())
    _write_figures(report.figures, folder)
    if as_json:
        summary = {name: tables[name] for name in ("players", "differences")}
        print_json({"seed": config.seed, **summary, "provenance": provenance})
    else:
        show(results, folder, words, make_console())


def _write_figures(figures: Mapping[str, str], folder: Path) -> None:
    """Write the figures of a report, and remove those of an earlier run of the study."""
    for path in (folder / FOLDER).iterdir():
        if NAME_PATTERN.fullmatch(path.name) and f"{FOLDER}/{path.name}" not in figures:
            path.unlink()
    for figure, svg in figures.items():
        write_file(folder / figure, svg.encode())


def show(
    results: Sequence[SettingResult], folder: Path, words: Words, console: RichConsole
) -> None:
    """Print the win rate of each player, the differences, and the paths of the output."""
    for number, result in enumerate(results, 1):
        console.print(f"{number}. {describe_setting(result.setting)}")
        console.print(_player_table(result, words))
        console.print()
    differences = _difference_table(results, words)
    if differences.row_count:
        console.print(words.text("study.differences"))
        console.print(differences)
        console.print()
    console.print(words.text("study.kept", folder=folder, page=folder / REPORT_FILE))


def _player_table(result: SettingResult, words: Words) -> Table:
    table = make_table(*(words.text(key) for key in PLAYER_HEADINGS))
    tally, language = result.tally, words.language
    for name, wins, (low, high) in zip(
        result.setting.players, tally.wins, win_rate_intervals(tally), strict=True
    ):
        win_rate = format_number(wins / tally.games, ".2%", language)
        interval = format_interval(low, high, ".2%", language)
        table.add_row(name, win_rate, interval, format_count(tally.games))
    return table


def _difference_table(results: Sequence[SettingResult], words: Words) -> Table:
    """Return the differences between the win rates in two settings, by their numbers."""
    table = make_table(*(words.text(key) for key in DIFFERENCE_HEADINGS))
    for setting, baseline, _, paired in compare_settings(results):
        difference, low, high = (
            format_points(share, words.language)
            for share in (paired.difference, paired.low, paired.high)
        )
        deals = f"{format_count(paired.differing_deals)} / {format_count(paired.deals)}"
        table.add_row(str(setting + 1), str(baseline + 1), difference, f"{low} … {high}", deals)
    return table
