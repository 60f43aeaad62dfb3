"""An analysis in the terminal: a progress bar, luck and play, the decisions that cost most."""

import os
from pathlib import Path
from shlex import quote

from rich.table import Table

from onirium.core.game import State
from onirium.i18n.catalog import Words
from onirium.presentation.presenter import describe_action
from onirium.record import Record, RecordError, load_game, read, replay
from onirium.record.narration import attribute_sentence
from onirium.studies.analysis.chart import draw_analysis
from onirium.studies.analysis.game_analysis import (
    Analysis,
    Decision,
    analyse,
    costliest_decisions,
)
from onirium.terminal.board_registry import board_renderer
from onirium.terminal.console import Console
from onirium.terminal.formatting import make_table, print_json, progress_bar

OF_A_SEAT = (
    "analysis.seat",
    "analysis.opening",
    "analysis.luck",
    "analysis.play",
    "analysis.close",
)
"""The headings of how a seat fared."""


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
        language: in which language.
        simulations: search simulations for each decision; otherwise as many as the strong
            player's.
        player: whose decisions are judged, counted from 1; otherwise everybody's.
        workers: how many processes; otherwise all processors.
        svg: the file into which the curves are drawn, if any.
        as_json: print one JSON object instead of words.
        console: the console; a new one on the terminal by default.

    Raises:
        RecordError: if there is no such record or player, there is nothing to judge, or the curves
            cannot be written.
    """
    record = read(path)
    words = Words(language, record.game)
    _check_player(player, record, path)
    with progress_bar(words.text("analysis.judging")) as tell:
        found = analyse(
            record,
            simulations,
            tell,
            workers=workers or os.cpu_count() or 1,
            seat=None if player is None else player - 1,
        )
    if not found.decisions:
        raise RecordError(f"{path}: there are no decisions in it to analyse")
    console = console or Console(board_renderer(record.game).styles(words))
    if as_json:
        print_json(found)
    else:
        show(found, record, words, console)
        _show_how_to_vary(found, path, words, console)
    if svg is not None:
        _write(draw_analysis(found, words), svg)
        if not as_json:
            console.print(words.text("analysis.svg", path=svg))


def _check_player(player: int | None, record: Record, path: Path) -> None:
    seats = load_game(record).seats
    if player is not None and not 1 <= player <= seats:
        raise RecordError(f"{path}: there is no player {player}; players: 1 to {seats}")


def show(found: Analysis, record: Record, words: Words, console: Console) -> None:
    """Show what an analysis has found."""
    console.print(words.count("replay.title", found.steps, game=words.text("name")))
    if found.analysed < found.steps:
        steps = {"step": found.analysed, "steps": found.steps}
        console.print(words.text("analysis.interrupted", **steps), "bold")
    elif not found.finished:
        console.print(words.text("replay.unfinished"))
    console.print()
    console.rich.print(_balances(found, words))
    console.print()
    console.print(words.text("analysis.balance"))
    console.print()
    _show_costliest(costliest_decisions(found), record, words, console)


def _balances(found: Analysis, words: Words) -> Table:
    table = make_table(*map(words.text, OF_A_SEAT))
    for balance in found.seat_summaries:
        player = words.text("player", number=balance.seat + 1)
        table.add_row(
            f"{player}: {found.seats[balance.seat]}",
            f"{balance.opening:.1%}",
            f"{balance.luck:+.1%}",
            f"{-balance.cost:+.1%}",
            f"{balance.close:.1%}",
        )
    return table


def _show_costliest(costly: list[Decision], record: Record, words: Words, console: Console) -> None:
    if not costly:
        console.print(words.text("analysis.flawless"))
        return
    console.print(words.text("analysis.costliest"), "bold")
    states = _states(record)
    for number, decision in enumerate(costly, start=1):
        sentence = _sentence(decision, states[decision.step - 1], words)
        console.print(f"{number:>3}  {sentence}", indent=5)


def _states(record: Record) -> list[State]:
    """Return the states before each step and after the last."""
    return [load_game(record).new_state(), *(step.state for step in replay(record))]


def _sentence(decision: Decision, state: State, words: Words) -> str:
    game = state.game
    action, best = (
        describe_action(game.parse(notation), state, words)
        for notation in (decision.action, decision.best)
    )
    return words.text(
        "analysis.decision",
        step=decision.step,
        before=f"{decision.before:.1%}",
        after=f"{decision.after:.1%}",
        action=attribute_sentence(decision.seat, action, words, game),
        best=best,
    )


def _show_how_to_vary(found: Analysis, path: Path, words: Words, console: Console) -> None:
    for decision in costliest_decisions(found, limit=1):
        step = decision.step
        command = f"onirium play {found.game} --record {quote(str(path))} --step {step}"
        console.print()
        console.print(words.text("analysis.vary", step=step, command=command))


def _write(picture: str, path: Path) -> None:
    try:
        path.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{path}: not written: {error.strerror}") from None
