"""The steps of Nightmarium: one table of all steps that can be pending.

Each step has a number, on which observations and trained networks depend. The numbers are ordered
so that every predicate below is a range: compiled code tests a range in two comparisons, whereas a
lookup in ``STEPS`` would go through Python objects. ``tests/games/test_steps.py`` checks numbers
and predicates against the table.
"""

from typing import Final, NamedTuple

from mypy_extensions import i64

OVER: Final[i64] = 0
ACT: Final[i64] = 1
EXCHANGE: Final[i64] = 2
TERROR: Final[i64] = 3
REVEALED: Final[i64] = 4
MOCKER: Final[i64] = 5
EXECUTIONER: Final[i64] = 6
SCAVENGER: Final[i64] = 7
DEVOURER: Final[i64] = 8
TOSS: Final[i64] = 9
DEAL: Final[i64] = 10
DRAW: Final[i64] = 11
REVEAL: Final[i64] = 12
SINGER: Final[i64] = 13
WEEPER: Final[i64] = 14

STEP_COUNT: Final[i64] = 15
STEP_BITS: Final[i64] = 4
"""The width of one step on the step stack."""
STEP_MASK: Final[i64] = 15

END: Final = "end"
DECISION: Final = "decision"
"""The player is always asked."""
OPEN_DECISION: Final = "open decision"
"""The player is asked if several actions are legal, or if skipping reveals that only one is."""
CHANCE: Final = "chance"
AUTOMATIC: Final = "automatic"
"""The step runs at once; no game stops there."""


class Step(NamedTuple):
    """A step: one row of ``STEPS``.

    Attributes:
        number: the constant of this module.
        name: the name in positions and views.
        kind: ``END``, ``DECISION``, ``OPEN_DECISION``, ``CHANCE`` or ``AUTOMATIC``.
        source: the source of a chance step: the ``deck`` or the ``players``.
        until: when a step that draws from the deck ends: ``hands full`` or ``count`` (of pending
            cards).
    """

    number: int
    name: str
    kind: str
    source: str = ""
    until: str = ""


STEPS: Final = (
    Step(0, "over", END),
    Step(1, "act", DECISION),
    Step(2, "exchange", OPEN_DECISION),
    Step(3, "terror", OPEN_DECISION),
    Step(4, "revealed", OPEN_DECISION),
    Step(5, "mocker", OPEN_DECISION),
    Step(6, "executioner", OPEN_DECISION),
    Step(7, "scavenger", OPEN_DECISION),
    Step(8, "devourer", OPEN_DECISION),
    Step(9, "toss", CHANCE, source="players"),
    Step(10, "deal", CHANCE, source="deck", until="hands full"),
    Step(11, "draw", CHANCE, source="deck", until="count"),
    Step(12, "reveal", CHANCE, source="deck", until="count"),
    Step(13, "singer", AUTOMATIC),
    Step(14, "weeper", AUTOMATIC),
)

STEP_NAMES: Final = tuple([step.name for step in STEPS])


def is_decision(step: i64) -> bool:
    """Return whether a seat decides."""
    return ACT <= step <= DEVOURER


def is_ability_decision(step: i64) -> bool:
    """N6 Return whether a step is the decision of an ability."""
    return REVEALED <= step <= DEVOURER


def needs_target(step: i64) -> bool:
    """N6.4, N6.5, N6.6 Return whether a step chooses a creature as the target of an ability."""
    return EXECUTIONER <= step <= DEVOURER


def is_chance(step: i64) -> bool:
    """Return whether chance decides."""
    return TOSS <= step <= REVEAL


def draws_from_deck(step: i64) -> bool:
    """Return whether cards are drawn from the deck."""
    return DEAL <= step <= REVEAL


def draws_pending_cards(step: i64) -> bool:
    """Return whether ``pending_count`` cards are drawn from the deck."""
    return step == DRAW or step == REVEAL
