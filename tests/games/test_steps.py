"""The table of steps of each game: its numbers, and the predicates that stand for ranges of it."""

from collections.abc import Callable
from types import ModuleType
from typing import Final

import pytest

from onirium.games.nightmarium import steps as nightmarium
from onirium.games.onirim import steps as onirim
from onirium.games.onirim.steps import AUTOMATIC, CHANCE, DECISION, END, OPEN_DECISION

Step = onirim.Step | nightmarium.Step
Holds = Callable[[Step], bool]

GAMES: Final = [onirim, nightmarium]

COMMON: Final[list[tuple[str, Holds]]] = [
    ("is_decision", lambda step: step.kind in {DECISION, OPEN_DECISION}),
    ("is_chance", lambda step: step.kind == CHANCE),
    ("draws_from_deck", lambda step: step.source in {"deck", "top", "bottom"}),
    ("draws_pending_cards", lambda step: step.until == "count"),
]
PREDICATES: Final[list[tuple[ModuleType, str, Holds]]] = [
    *[(game, predicate, holds) for game in GAMES for predicate, holds in COMMON],
    (onirim, "is_always_asked", lambda step: step.kind == DECISION),
    (onirim, "is_automatic", lambda step: step.kind == AUTOMATIC),
    (onirim, "draws_from_top", lambda step: step.source == "top"),
    (onirim, "fills_hand", lambda step: step.until == "hand full"),
    (
        nightmarium,
        "is_ability_decision",
        lambda step: step.kind == OPEN_DECISION and step.name not in {"exchange", "terror"},
    ),
    (
        nightmarium,
        "needs_target",
        lambda step: step.name in {"executioner", "scavenger", "devourer"},
    ),
]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__.split(".")[-2])


@each_game
def test_steps_are_numbered_by_their_constants(game: ModuleType) -> None:
    constants = [step.name.upper().replace(" ", "_") for step in game.STEPS]
    assert [getattr(game, constant) for constant in constants] == list(range(game.STEP_COUNT))
    assert [step.number for step in game.STEPS] == list(range(game.STEP_COUNT))


@each_game
def test_step_names_are_unique(game: ModuleType) -> None:
    assert len({step.name for step in game.STEPS}) == game.STEP_COUNT
    assert tuple(step.name for step in game.STEPS) == game.STEP_NAMES


@each_game
def test_steps_fit_into_their_bits(game: ModuleType) -> None:
    assert game.STEP_COUNT <= 1 << game.STEP_BITS == game.STEP_MASK + 1


@each_game
def test_step_kinds_are_valid_and_only_chance_steps_draw(game: ModuleType) -> None:
    for step in game.STEPS:
        assert step.kind in {END, DECISION, OPEN_DECISION, CHANCE, AUTOMATIC}
        assert bool(step.source) == (step.kind == CHANCE)
        assert bool(step.until) == (step.source in {"top", "deck"})


@pytest.mark.parametrize(("game", "predicate", "holds"), PREDICATES)
def test_step_predicates_agree_with_the_table(
    game: ModuleType, predicate: str, holds: Holds
) -> None:
    is_true = getattr(game, predicate)
    assert [is_true(step.number) for step in game.STEPS] == [holds(step) for step in game.STEPS]
