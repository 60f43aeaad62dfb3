"""Narration of a recorded game in the terminal."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from onirium.i18n.catalog import Words
from onirium.presentation.presenter import presenter_for
from onirium.terminal.board_registry import BoardRenderer, board_renderer
from onirium.terminal.console import Console, is_command, sanitize
from onirium.terminal.narration import NarrationPage, narration_pages, print_observer, print_page
from onirium.terminal.records import read_record


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
    pages = narration_pages(record, player - 1, words)
    console.print(words.count("replay.title", len(record.actions), game=words.text("name")))
    print_observer(record, player - 1, words, console)
    try:
        if step_by_step:
            _browse(pages, player - 1, board, words, console)
        else:
            for page in pages:
                print_page(page, console)
            _print_ending(pages, player - 1, words, console)
    except (EOFError, KeyboardInterrupt):
        console.print()


def _browse(
    pages: Sequence[NarrationPage],
    observer: int,
    board: BoardRenderer[Any],
    words: Words,
    console: Console,
) -> None:
    index = 0
    while index < len(pages):
        print_page(pages[index], console)
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


def _print_ending(
    pages: Sequence[NarrationPage], observer: int, words: Words, console: Console
) -> None:
    if pages and pages[-1].state.is_terminal():
        console.print()
        view = pages[-1].state.view(observer)
        console.print(presenter_for(view.game).describe_ending(view, words), "bold")
    else:
        console.print(words.text("replay.unfinished"))
