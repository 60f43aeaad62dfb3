"""Evaluation of a player on tasks, in the terminal."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console as RichConsole

from onirium.i18n.catalog import Words, format_count
from onirium.i18n.numbers import format_interval, format_number
from onirium.studies.compute.processes import Workers
from onirium.studies.evaluation.evaluate import EvaluationResult, evaluate
from onirium.studies.evaluation.leaderboard import (
    REFERENCE_FILE,
    Leaderboard,
    add_results,
    check_length,
    describe_player,
    find_longer_result,
    read_leaderboard,
    write_leaderboard,
)
from onirium.studies.evaluation.tasks import Task, find_task
from onirium.studies.output import check_output_path
from onirium.terminal.commands.simulate import show_incomplete
from onirium.terminal.formatting import (
    make_console,
    make_table,
    print_json,
    progress_bar,
)

HEADINGS = ("simulate.seats", "simulate.win_rate", "simulate.interval", "simulate.games")
"""Catalogue keys of the headings of the table of a task."""


def run(
    player: str,
    tasks: Sequence[Task],
    games: int,
    words: Words,
    *,
    leaderboard: Path | None,
    folder: Path | None,
    workers: Workers | None,
    as_json: bool,
) -> None:
    """Evaluate a player, with progress on standard error and the result on standard output.

    An interrupt ends the evaluation; the games of the current task do not reach the leaderboard.
    With a folder the same call resumes it.

    Args:
        player: the name of the player.
        tasks: the tasks.
        games: the number of games of each task.
        words: the texts of a language.
        leaderboard: a file to which the results are added after each task.
        folder: a folder for finished games; those in it are not played again.
        workers: the workers; by default a process for each processor.
        as_json: whether to print the results as JSON instead of tables.

    Raises:
        ValueError: if the player cannot play a task, or a number is invalid.
        LeaderboardError, OutputError: if the file cannot be used.
        CheckpointError: if the folder cannot be used, or its games are those of another build.
        KeyboardInterrupt: if it is interrupted before a game of a task is finished.
    """
    if leaderboard is not None:
        check_length(games)
        check_output_path(leaderboard)
    board = read_leaderboard(leaderboard or REFERENCE_FILE)
    results: list[EvaluationResult] = []
    try:
        for task in tasks:
            result = _evaluate(task, player, games, workers, folder, words)
            results.append(result)
            is_complete = result.games >= games
            if leaderboard is not None and is_complete:
                board = _add_result(leaderboard, result, words)
            if not as_json:
                show(result, board, words, make_console())
            if not is_complete:
                show_incomplete(result.games, games, words)
                _show_interruption(folder, words)
                break
    finally:
        if as_json and results:
            print_json({"results": results})


def show(result: EvaluationResult, board: Leaderboard, words: Words, console: RichConsole) -> None:
    """Print a result among the others of its task, the best first, below perfect play."""
    others = [
        other
        for other in board.results
        if other.task == result.task and other.player != result.player
    ]
    table = make_table(*(words.text(key) for key in HEADINGS))
    language = words.language
    optimum = find_task(result.task).optimum
    if optimum is not None:
        table.add_row(words.text("evaluate.optimum"), format_number(optimum, ".2%", language))
    for ranked in sorted([result, *others], key=lambda ranked: -ranked.win_rate):
        table.add_row(
            describe_player(ranked),
            format_number(ranked.win_rate, ".2%", language),
            format_interval(ranked.win_rate_low, ranked.win_rate_high, ".2%", language),
            format_count(ranked.games),
            style="bold" if ranked is result else "",
        )
    console.print(result.task)
    console.print(table)
    console.print()


def _add_result(path: Path, result: EvaluationResult, words: Words) -> Leaderboard:
    """Add a result to a leaderboard; print to standard error if that replaces a longer one."""
    # Another process may have added results meanwhile.
    board = read_leaderboard(path)
    longer = find_longer_result(board, result)
    board = add_results(board, [result])
    write_leaderboard(path, board)
    if longer is not None:
        counts = {"games": format_count(longer.games), "new_games": format_count(result.games)}
        text = words.text("evaluate.replaced", player=result.player, task=result.task, **counts)
        make_console(stderr=True).print(text)
    return board


def _evaluate(
    task: Task,
    player: str,
    games: int,
    workers: Workers | None,
    folder: Path | None,
    words: Words,
) -> EvaluationResult:
    """Evaluate a player on a task with a progress bar."""
    try:
        with progress_bar(f"{words.text('simulate.playing')} {task.name}") as update:
            return evaluate(
                task,
                player,
                games,
                workers,
                lambda played: update(min(played, games), games),
                folder,
            )
    except KeyboardInterrupt:
        _show_interruption(folder, words)
        raise


def _show_interruption(folder: Path | None, words: Words) -> None:
    """Print how to resume an interrupted evaluation, if its games are kept."""
    if folder is not None:
        text = words.text("checkpoint.interrupted", folder=folder)
        make_console(stderr=True).print(text)
