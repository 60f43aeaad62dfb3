"""The story of a recorded game, told in the terminal."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from onirium.core.game import CHANCE, State
from onirium.i18n.catalog import Words
from onirium.presentation.presenter import describe_action, presenter_for
from onirium.record import Record, RecordError, ReplayStep, load_game, read
from onirium.record import replay as steps_of
from onirium.record.narration import attribute_sentence, narrate
from onirium.terminal.board_registry import BoardRenderer, board_renderer
from onirium.terminal.console import Console, is_command, printable


class Page(NamedTuple):
    """What came of one decision: everything up to the next.

    Attributes:
        lines: what happened; before each line the number of the step that it begins, or nothing.
        state: how the game then stands.
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
    """Tell the story of a recorded game.

    Args:
        path: the file of the record.
        language: in which language.
        player: through whose eyes, counted from 1.
        step_by_step: one page after the other, each with the table, as fast as the reader wants.
        console: the console; a new one on the terminal by default.

    Raises:
        RecordError: if there is no such record or player, or the record cannot be read.
    """
    record = read(path)
    game = load_game(record)
    if not 1 <= player <= game.seats:
        raise RecordError(f"{path}: there is no player {player}; players: 1 to {game.seats}")
    words = Words(language, record.game)
    table = board_renderer(record.game)
    console = console or Console(table.styles(words))
    pages = _pages(record, player - 1, words)
    console.print(words.count("replay.title", len(record.actions), game=words.text("name")))
    if game.seats > 1:
        console.print(words.text("replay.player", player=words.text("player", number=player)))
    console.print()
    try:
        if step_by_step:
            _turn_pages(pages, player - 1, table, words, console)
        else:
            for page in pages:
                _show_story(page, console)
            _show_ending(pages, player - 1, words, console)
    except (EOFError, KeyboardInterrupt):
        console.print()


def _pages(record: Record, listener: int, words: Words) -> list[Page]:
    game = load_game(record)
    pages: list[Page] = []
    state = game.new_state()
    for steps in _stretches(record):
        events = [event for step in steps for event in step.events]
        story = narrate(events, listener, words, game)
        if not story and steps[0].seat == listener:
            label = describe_action(steps[0].action, state, words)
            story = [attribute_sentence(listener, label, words, game)]
        numbers = [str(steps[0].number), *[""] * (len(story) - 1)] if story else []
        lines = list(zip(numbers, story, strict=True))
        if pages and (steps[0].seat == CHANCE or not story):
            lines = pages.pop().lines + lines
        state = steps[-1].state
        pages.append(Page(lines, state))
    return pages


def _stretches(record: Record) -> Iterator[list[ReplayStep]]:
    """Yield each decision by itself, and what comes by chance as long as nobody decides."""
    for by_chance, steps in groupby(steps_of(record), lambda step: step.seat == CHANCE):
        if by_chance:
            yield list(steps)
        else:
            yield from ([step] for step in steps)


def _turn_pages(
    pages: Sequence[Page], listener: int, table: BoardRenderer, words: Words, console: Console
) -> None:
    place = 0
    while place < len(pages):
        _show_story(pages[place], console)
        console.print()
        console.print_rows(table.rows(pages[place].state.view(listener), words))
        console.print()
        place = max(0, place + _ask(words, console))
        console.print()
    _show_ending(pages, listener, words, console)


def _ask(words: Words, console: Console) -> int:
    """Ask by how many pages to go on.

    Raises:
        EOFError: if the reader has had enough.
    """
    back, leave = words.text("command.back"), words.text("command.leave")
    answers = ", ".join([words.text("command.next"), back, leave])
    while True:
        answer = console.prompt(f"{answers}:")
        if not answer:
            return 1
        if is_command(answer, back):
            return -1
        if is_command(answer, leave):
            raise EOFError
        console.print(words.text("wrong.answer", answer=printable(answer), answers=answers))


def _show_story(page: Page, console: Console) -> None:
    for number, sentence in page.lines:
        console.print(f"{number:>4}  {sentence}", indent=8)


def _show_ending(pages: Sequence[Page], listener: int, words: Words, console: Console) -> None:
    if pages and pages[-1].state.is_terminal():
        console.print()
        view = pages[-1].state.view(listener)
        console.print(presenter_for(view.game).describe_ending(view, words), "bold")
    else:
        console.print(words.text("replay.unfinished"))
