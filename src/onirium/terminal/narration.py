"""Narration of a record in the terminal, in pages."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from onirium.core.game import CHANCE, State
from onirium.i18n.catalog import Words
from onirium.presentation.presenter import describe_action
from onirium.record import Record, ReplayStep, load_game, replay
from onirium.record.narration import attribute_sentence, narrate
from onirium.terminal.console import Console


class NarrationPage(NamedTuple):
    """A decision and its consequences up to the next decision.

    Attributes:
        lines: sentences, each with the number of the step that it begins, or an empty string.
        state: the state before the next decision.
    """

    lines: list[tuple[str, str]]
    state: State


def print_narration(record: Record, observer: int, words: Words, console: Console) -> None:
    """Print the steps of a record as one seat saw them."""
    print_observer(record, observer, words, console)
    for page in narration_pages(record, observer, words):
        print_page(page, console)


def print_observer(record: Record, observer: int, words: Words, console: Console) -> None:
    """Name the seat whose view is narrated, if there are several; print a blank line."""
    if len(record.seats) > 1:
        player = words.text("player", number=observer + 1)
        console.print(words.text("replay.player", player=player))
    console.print()


def narration_pages(record: Record, observer: int, words: Words) -> list[NarrationPage]:
    """Return the pages of a record as one seat saw them."""
    game = load_game(record)
    pages: list[NarrationPage] = []
    state = game.new_state()
    for steps in _group_steps(record):
        events = [event for step in steps for event in step.events]
        sentences = narrate(events, observer, words, game)
        if not sentences and steps[0].seat == observer:
            label = describe_action(steps[0].action, state, words)
            sentence = words.text("replay.chosen", action=label)
            sentences = [attribute_sentence(observer, sentence, words, game)]
        numbers = [str(steps[0].number), *[""] * (len(sentences) - 1)] if sentences else []
        lines = list(zip(numbers, sentences, strict=True))
        if pages and (steps[0].seat == CHANCE or not sentences):
            lines = pages.pop().lines + lines
        state = steps[-1].state
        pages.append(NarrationPage(lines, state))
    return pages


def _group_steps(record: Record) -> Iterator[list[ReplayStep]]:
    """Yield each decision as a group of its own, and consecutive chance outcomes together."""
    for is_chance, steps in groupby(replay(record), lambda step: step.seat == CHANCE):
        if is_chance:
            yield list(steps)
        else:
            yield from ([step] for step in steps)


def print_page(page: NarrationPage, console: Console) -> None:
    """Print the sentences of a page."""
    for number, sentence in page.lines:
        console.print(f"{number:>4}  {sentence}", indent=8)
