"""The table of steps: its numbers, and the predicates that stand for ranges of it."""

from collections.abc import Callable

import pytest
from mypy_extensions import i64

from onirium.games.onirim import steps
from onirium.games.onirim.steps import (
    AUTOMATIC,
    CHANCE,
    DECISION,
    END,
    OPEN_DECISION,
    STEP_BITS,
    STEP_COUNT,
    STEP_MASK,
    STEPS,
    Step,
)


def constant(step: Step) -> int:
    """Return the constant that is named after a step."""
    return int(getattr(steps, step.name.upper().replace(" ", "_")))


def test_every_step_has_its_constant_and_number() -> None:
    assert [constant(step) for step in STEPS] == [step.number for step in STEPS]
    assert [step.number for step in STEPS] == list(range(STEP_COUNT))


def test_names_of_steps_are_unique() -> None:
    assert len({step.name for step in STEPS}) == STEP_COUNT


def test_a_step_fits_into_its_bits() -> None:
    assert STEP_COUNT <= 1 << STEP_BITS == STEP_MASK + 1


def test_kinds_are_known_and_only_chance_draws() -> None:
    for step in STEPS:
        assert step.kind in {END, DECISION, OPEN_DECISION, CHANCE, AUTOMATIC}
        assert bool(step.source) == (step.kind == CHANCE)
        assert bool(step.until) == (step.source == "top")


@pytest.mark.parametrize(
    ("predicate", "holds"),
    [
        (steps.is_decision, lambda step: step.kind in {DECISION, OPEN_DECISION}),
        (steps.is_always_asked, lambda step: step.kind == DECISION),
        (steps.is_chance, lambda step: step.kind == CHANCE),
        (steps.draws_from_deck, lambda step: step.source in {"top", "bottom"}),
        (steps.draws_from_top, lambda step: step.source == "top"),
        (steps.fills_hand, lambda step: step.until == "hand full"),
        (steps.draws_pending_cards, lambda step: step.until == "count"),
        (steps.is_automatic, lambda step: step.kind == AUTOMATIC),
    ],
)
def test_a_predicate_agrees_with_the_table(
    predicate: Callable[[i64], bool], holds: Callable[[Step], bool]
) -> None:
    assert [predicate(step.number) for step in STEPS] == [holds(step) for step in STEPS]
