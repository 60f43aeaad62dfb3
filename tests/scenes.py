"""Positions of every combination of expansions and players, and how a terminal shows them."""

from collections.abc import Iterator
from itertools import combinations, islice
from typing import Any, Final

import onirium
from onirium import Event, State
from onirium.record.story import tell
from onirium.terminal.tables import table_of
from onirium.words import Words
from tests.test_cases import CASES, Running
from tests.walk import walk

EXPANSIONS: Final = ("book", "towers", "premonitions")
SETS: Final = [chosen for size in range(4) for chosen in combinations(EXPANSIONS, size)]
PLAYERS: Final[list[dict[str, Any]]] = [{}, {"seats": 2}, {"seats": 2, "mode": "race"}]
COMBINATIONS: Final = [{"expansions": chosen, **players} for chosen in SETS for players in PLAYERS]
"""O11.1."""

A_LITTLE: Final = 10

Scene = tuple[State, list[Event]]
"""A position, and what led to it."""


def scenes_of_a_game(options: dict[str, Any], seed: int) -> Iterator[Scene]:
    yield from _scenes_from(onirium.load("onirim", **options).new_state(), seed)


def scenes_of_the_cases() -> Iterator[Scene]:
    """Yield each case of the rulebook as it goes, and a little of how a game could go on."""
    for seed, case in enumerate(CASES):
        running = Running(case)
        yield running.state, []
        for _, line in running.steps:
            if line.startswith(">"):
                running.step(line)
                yield running.state, running.happened
        yield from islice(_scenes_from(running.start, seed), A_LITTLE)


def _scenes_from(state: State, seed: int) -> Iterator[Scene]:
    yield state, []
    for _, events in walk(state, seed):
        yield state, events


def shown(scene: Scene, words: Words) -> Iterator[str]:
    """Yield all that a terminal can say of a scene, to every seat; the labels of rows aside."""
    state, events = scene
    table = table_of(state.game.name)
    for seat in range(state.game.seats):
        yield from tell(events, seat, words, state.game)
        view = state.view(seat)
        if state.is_terminal():
            yield table.ending(view, words)
        if view.choices:
            yield words.text(f"step.{view.step}")
            yield from table.help_on(view, words)
        yield from (text for _, text in table.rows(view, words))
        for choice in view.choices:
            yield table.label(choice, view, words)
            note = table.note(choice, view, words)
            yield from [note] if note else []
            yield from [words.text(f"warning.{choice.warning}")] if choice.warning else []


class Listening(Words):
    """Words that remember what they were asked for.

    Attributes:
        asked: the keys.
    """

    def __init__(self, language: str, game: str) -> None:
        super().__init__(language, game)
        self.asked: set[str] = set()

    def text(self, key: str, **values: object) -> str:
        self.asked.add(key)
        return super().text(key, **values)

    def count(self, key: str, number: int, **values: object) -> str:
        self.asked.add(key)
        return super().count(key, number, **values)
