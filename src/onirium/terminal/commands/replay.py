"""Narration of a recorded game in the terminal."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from onirium.core.game import CHANCE, State
from onirium.i18n.catalog import Words
from onirium.presentation.presenter import describe_action, presenter_for
from onirium.record import Record, ReplayStep, load_game
from onirium.record import replay as replay_steps
from onirium.record.narration import attribute_sentence, narrate
from onirium.terminal.board_registry import BoardRenderer, board_renderer
from onirium.terminal.console import Console, is_command, sanitize
from onirium.terminal.records import read_record


class NarrationPage(NamedTuple):
    """A decision and its consequences up to the next decision.

    Attributes:
        lines: sentences, each with the number of the step that it begins, or an empty string.
        state: the state before the next decision.
    """

    lines: list[tuple[str, str]]
    state: State


def replay(
    path: Path,
    language: str,
    *,
    player: int = 1,
    step_by_step: bool = False,
    console: Console | None = None,
) -> None:
    """Narrate a recorded game.

    Args:
        path: the file of the record.
        language: the language of the narration.
        player: number of the player whose view is shown, counted from 1.
        step_by_step: print the board and prompt after each page.
        console: the console; a new one on the terminal by default.

    Raises:
        RecordError: if the record cannot be read or has no such player.
    """
    record = read_record(path, player)
    words = Words(language, record.game)
    board = board_renderer(record.game)
    console = console or Console(board.styles(words))
    pages = _pages(record, player - 1, words)
    console.print(words.count("replay.title", len(record.actions), game=words.text("name")))
    _print_observer(record, player - 1, words, console)
    try:
        if step_by_step:
            _browse(pages, player - 1, board, words, console)
        else:
            for page in pages:
                _print_page(page, console)
            _print_ending(pages, player - 1, words, console)
    except (EOFError, KeyboardInterrupt):
        console.print()


def print_narration(record: Record, observer: int, words: Words, console: Console) -> None:
    """Print the steps of a record as one seat saw them."""
    _print_observer(record, observer, words, console)
    for page in _pages(record, observer, words):
        _print_page(page, console)


def _print_observer(record: Record, observer: int, words: Words, console: Console) -> None:
    """Name the seat whose view is narrated, if there are several; print a blank line."""
    if len(record.seats) > 1:
        player = words.text("player", number=observer + 1)
        console.print(words.text("replay.player", player=player))
    console.print()


def _pages(record: Record, observer: int, words: Words) -> list[NarrationPage]:
    game = load_game(record)
    pages: list[NarrationPage] = []
    state = game.new_state()
    for steps in _group_steps(record):
        events = [event for step in steps for event in step.events]
        sentences = narrate(events, observer, words, game)
        if not sentences and steps[0].seat == observer:
            label = describe_action(steps[0].action, state, words)
            sentences = [attribute_sentence(observer, label, words, game)]
        numbers = [str(steps[0].number), *[""] * (len(sentences) - 1)] if sentences else []
        lines = list(zip(numbers, sentences, strict=True))
        if pages and (steps[0].seat == CHANCE or not sentences):
            lines = pages.pop().lines + lines
        state = steps[-1].state
        pages.append(NarrationPage(lines, state))
    return pages


def _group_steps(record: Record) -> Iterator[list[ReplayStep]]:
    """Yield each decision as a group of its own, and consecutive chance outcomes together."""
    for is_chance, steps in groupby(replay_steps(record), lambda step: step.seat == CHANCE):
        if is_chance:
            yield list(steps)
        else:
            yield from ([step] for step in steps)


def _browse(
    pages: Sequence[NarrationPage],
    observer: int,
    board: BoardRenderer[Any],
    words: Words,
    console: Console,
) -> None:
    index = 0
    while index < len(pages):
        _print_page(pages[index], console)
        console.print()
        console.print_rows(board.rows(pages[index].state.view(observer), words))
        console.print()
        index = max(0, index + _prompt_offset(words, console))
        console.print()
    _print_ending(pages, observer, words, console)


def _prompt_offset(words: Words, console: Console) -> int:
    """Prompt for a command; return 1 for the next page and -1 for the previous one.

    Raises:
        EOFError: if the user leaves.
    """
    back, leave = words.text("command.back"), words.text("command.leave")
    options = ", ".join([words.text("command.next"), back, leave])
    while True:
        answer = console.prompt(f"{options}:")
        if not answer:
            return 1
        if is_command(answer, back):
            return -1
        if is_command(answer, leave):
            raise EOFError
        console.print(words.text("wrong.answer", answer=sanitize(answer), answers=options))


def _print_page(page: NarrationPage, console: Console) -> None:
    for number, sentence in page.lines:
        console.print(f"{number:>4}  {sentence}", indent=8)


def _print_ending(
    pages: Sequence[NarrationPage], observer: int, words: Words, console: Console
) -> None:
    if pages and pages[-1].state.is_terminal():
        console.print()
        view = pages[-1].state.view(observer)
        console.print(presenter_for(view.game).describe_ending(view, words), "bold")
    else:
        console.print(words.text("replay.unfinished"))
