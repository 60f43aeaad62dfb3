"""Analysis of a recorded game in the terminal."""

import os
from pathlib import Path

from rich.table import Table

from onirium.core.game import State
from onirium.i18n.catalog import Words
from onirium.i18n.numbers import format_number
from onirium.presentation.presenter import describe_action
from onirium.record import Record, RecordError, load_game, replay
from onirium.record.narration import attribute_sentence
from onirium.studies.analysis.chart import draw_analysis
from onirium.studies.analysis.game_analysis import (
    Analysis,
    Decision,
    analyse,
    costliest_decisions,
)
from onirium.studies.output import check_output_path, write_file
from onirium.terminal.board_registry import board_renderer
from onirium.terminal.console import Console
from onirium.terminal.formatting import (
    make_table,
    print_json,
    progress_bar,
    quote_argument,
)
from onirium.terminal.records import read_record

SEAT_HEADINGS = (
    "analysis.seat",
    "analysis.opening",
    "analysis.luck",
    "analysis.play",
    "analysis.remainder",
    "analysis.close",
)
"""Catalogue keys of the headings of the table of seats."""


def run(
    path: Path,
    language: str,
    *,
    simulations: int | None = None,
    player: int | None = None,
    workers: int | None = None,
    svg: Path | None = None,
    as_json: bool = False,
    console: Console | None = None,
) -> None:
    """Analyse a recorded game, showing progress on standard error.

    Args:
        path: the file of the record.
        language: the language of the output.
        simulations: search simulations for each decision; as many as the bot ``strong`` by
            default.
        player: number of the player to analyse, counted from 1; all players by default.
        workers: number of processes; one per processor by default.
        svg: file for a chart of the win probabilities.
        as_json: print one JSON object instead of text.
        console: the console; a new one on the terminal by default.

    Raises:
        RecordError: if the record cannot be read, or has no such player or no decisions.
        OutputError: if the chart cannot be written.
    """
    record = read_record(path, player)
    words = Words(language, record.game)
    if svg is not None:
        check_output_path(svg)
    with progress_bar(words.text("analysis.judging")) as update:
        result = analyse(
            record,
            simulations,
            update,
            workers=workers or os.cpu_count() or 1,
            seat=None if player is None else player - 1,
        )
    if not result.decisions:
        raise RecordError(f"{path}: the record has no decisions to analyse")
    console = console or Console(board_renderer(record.game).styles(words))
    # The chart does not depend on the standard output, nor the text on the file.
    try:
        if svg is not None:
            write_file(svg, draw_analysis(result, words).encode())
    finally:
        if as_json:
            print_json(result)
        else:
            show(result, record, words, console)
            _print_branch_command(result, path, words, console)
    if svg is not None and not as_json:
        console.print(words.text("analysis.svg", path=svg))


def show(result: Analysis, record: Record, words: Words, console: Console) -> None:
    """Print the result of an analysis."""
    console.print(words.count("replay.title", result.steps, game=words.text("name")))
    if result.analysed < result.steps:
        steps = {"step": result.analysed, "steps": result.steps}
        console.print(words.text("analysis.interrupted", **steps), "bold")
    elif not result.finished:
        console.print(words.text("replay.unfinished"))
    console.print()
    console.rich.print(_seat_table(result, words))
    console.print()
    console.print(words.text("analysis.balance"))
    if exact := sum(decision.is_exact for decision in result.decisions):
        console.print(words.text("analysis.exact", count=exact, total=len(result.decisions)))
    console.print()
    _print_costliest(costliest_decisions(result), record, words, console)


def _seat_table(result: Analysis, words: Words) -> Table:
    table = make_table(*map(words.text, SEAT_HEADINGS))
    language = words.language
    for summary in result.seat_summaries:
        player = words.text("player", number=summary.seat + 1)
        table.add_row(
            f"{player}: {result.seats[summary.seat]}",
            format_number(summary.opening, ".1%", language),
            format_number(summary.luck, "+.1%", language),
            format_number(-summary.cost, "+.1%", language),
            format_number(summary.remainder, "+.1%", language),
            format_number(summary.close, ".1%", language),
        )
    return table


def _print_costliest(
    decisions: list[Decision], record: Record, words: Words, console: Console
) -> None:
    if not decisions:
        console.print(words.text("analysis.flawless"))
        return
    console.print(words.text("analysis.costliest"), "bold")
    states = _states(record)
    for number, decision in enumerate(decisions, start=1):
        sentence = _describe_decision(decision, states[decision.step - 1], words)
        console.print(f"{number:>3}  {sentence}", indent=5)


def _states(record: Record) -> list[State]:
    """Return the state before each step, and the final state."""
    return [load_game(record).new_state(), *(step.state for step in replay(record))]


def _describe_decision(decision: Decision, state: State, words: Words) -> str:
    game = state.game
    action, best = (
        describe_action(game.parse(notation), state, words)
        for notation in (decision.action, decision.best)
    )
    return words.text(
        "analysis.decision",
        step=decision.step,
        before=format_number(decision.before, ".1%", words.language),
        after=format_number(decision.after, ".1%", words.language),
        action=attribute_sentence(decision.seat, action, words, game),
        best=best,
    )


def _print_branch_command(result: Analysis, path: Path, words: Words, console: Console) -> None:
    for decision in costliest_decisions(result, limit=1):
        step = decision.step
        command = f"onirium play {result.game} --record {quote_argument(str(path))} --step {step}"
        console.print()
        console.print(words.text("analysis.vary", step=step, command=command))
