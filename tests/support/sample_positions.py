"""Sample positions of every game and combination, and their texts in the terminal."""

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any, Final

import onirium
from onirium import Event, State
from onirium.i18n.catalog import Words
from onirium.presentation.presenter import presenter_for
from onirium.record.narration import narrate
from onirium.terminal.board_registry import board_renderer
from onirium.terminal.console import Gallery
from tests.games.test_cases import CASES, Running
from tests.support.random_walk import random_walk

EXPANSIONS: Final = ("book", "towers", "premonitions")
SETS: Final = [chosen for size in range(4) for chosen in combinations(EXPANSIONS, size)]
PLAYERS: Final[list[dict[str, Any]]] = [{}, {"seats": 2}, {"seats": 2, "mode": "race"}]
COMBINATIONS: Final[dict[str, list[dict[str, Any]]]] = {
    "onirim": [
        *[{"expansions": chosen, **players} for chosen in SETS for players in PLAYERS],
        {"box": 1},
    ],
    "nightmarium": [{"seats": 2}, {"seats": 3, "creatures": 6}, {"seats": 5, "creatures": 7}],
}
"""The options of the samples (O11.1, N2.1, N2.2)."""

MAX_STEPS_AFTER_CASE: Final = 10
SCENE_INTERVAL: Final = 3

Scene = tuple[State, list[Event]]
"""A position with the events before it."""


def scenes_of_a_game(name: str, options: dict[str, Any], seed: int) -> Iterator[Scene]:
    """Yield positions at regular intervals, each with the events since the previous one."""
    since: list[Event] = []
    for number, (state, events) in enumerate(
        _scenes_from(onirium.load(name, **options).new_state(), seed)
    ):
        since += events
        if number % SCENE_INTERVAL == 0 or state.is_terminal():
            yield state, since
            since = []


def scenes_of_the_cases(name: str) -> Iterator[Scene]:
    """Yield the positions of each case of a rulebook, and some after it in a random game."""
    for seed, case in enumerate(case for case in CASES if case.game == name):
        running = Running(case)
        yield running.state, []
        for _, line in running.steps:
            if line.startswith(">"):
                running.step(line)
                yield running.state, running.events
        yield from islice(_scenes_from(running.start, seed), MAX_STEPS_AFTER_CASE)


def _scenes_from(state: State, seed: int) -> Iterator[Scene]:
    yield state, []
    for _, events in random_walk(state, seed):
        yield state, events


def displayed_texts(scene: Scene, words: Words) -> Iterator[str]:
    """Yield all texts of the terminal for a scene and every seat, without the labels of rows."""
    state, events = scene
    table, presenter = board_renderer(state.game.name), presenter_for(state.game.name)
    for seat in range(state.game.seats):
        yield from narrate(events, seat, words, state.game)
        view = state.view(seat)
        if state.is_terminal():
            yield presenter.describe_ending(view, words)
        if view.legal_actions:
            yield words.text(f"step.{view.step}")
            yield from presenter.explain_decision(view, words)
        yield from (line for _, content in table.rows(view, words) for line in lines_of(content))
        for choice in view.legal_actions:
            yield presenter.describe_action(choice, view, words)
            note = presenter.describe_effect(choice, view, words)
            yield from [note] if note else []
            yield from [words.text(f"warning.{choice.warning}")] if choice.warning else []


def lines_of(content: str | Gallery) -> list[str]:
    """Return the lines of a row: its text, or the lines of its pictures and their summary."""
    if isinstance(content, str):
        return [content]
    pictures = [line for row in content.sizes for picture in row for line in picture]
    return [*pictures, content.summary]


class RecordingWords(Words):
    """A catalogue that records the requested keys.

    Attributes:
        requested: the keys.
    """

    def __init__(self, language: str, game: str) -> None:
        super().__init__(language, game)
        self.requested: set[str] = set()

    def text(self, key: str, **values: object) -> str:
        self.requested.add(key)
        return super().text(key, **values)

    def count(self, key: str, number: int, **values: object) -> str:
        self.requested.add(key)
        return super().count(key, number, **values)
