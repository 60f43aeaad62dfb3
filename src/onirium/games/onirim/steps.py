"""The steps of Onirim: one table of all steps that can be pending.

Each step has a number, on which observations and trained networks depend. The numbers are ordered
so that every predicate below is a range: compiled code tests a range in two comparisons, whereas a
lookup in ``STEPS`` would go through Python objects. ``tests/games/test_steps.py`` checks numbers
and predicates against the table.
"""

from typing import Final, NamedTuple

from mypy_extensions import i64

OVER: Final[i64] = 0
PLAY: Final[i64] = 1
SEARCH: Final[i64] = 2
UNLOCK: Final[i64] = 3
APPEASE: Final[i64] = 4
EXCHANGE: Final[i64] = 5
CAST: Final[i64] = 6
TOPPLE: Final[i64] = 7
FORETELL: Final[i64] = 8
ARRANGE: Final[i64] = 9
TAKE: Final[i64] = 10
DRAFT: Final[i64] = 11
PAY: Final[i64] = 12
SWAP: Final[i64] = 13
LIFT: Final[i64] = 14
SINK: Final[i64] = 15
STRIKE: Final[i64] = 16
KEYS: Final[i64] = 17
GIVE_UP: Final[i64] = 18
DREAM: Final[i64] = 19
SORT: Final[i64] = 20
FETCH: Final[i64] = 21
DEAL: Final[i64] = 22
DRAW: Final[i64] = 23
LOOK: Final[i64] = 24
REVEAL: Final[i64] = 25
DRAW_ONE: Final[i64] = 26
LAY_OPEN: Final[i64] = 27
LOOK_BELOW: Final[i64] = 28
LAY_GOALS: Final[i64] = 29
UNVEIL: Final[i64] = 30
TOSS: Final[i64] = 31
SHUFFLE: Final[i64] = 32
SETTLE: Final[i64] = 33
BANISH: Final[i64] = 34
MEET: Final[i64] = 35

STEP_COUNT: Final[i64] = 36
STEP_BITS: Final[i64] = 6
"""The width of one step on the step stack."""
STEP_MASK: Final[i64] = 63

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
        source: the source of a chance step: the ``top`` or ``bottom`` of the deck, the ``goals``,
            the ``premonitions`` or the ``players``.
        until: when a step that draws from the top ends: ``hand full``, ``count`` (of pending
            cards), ``one`` card, or ``draft full``.
    """

    number: int
    name: str
    kind: str
    source: str = ""
    until: str = ""


STEPS: Final = (
    Step(0, "over", END),
    Step(1, "play", DECISION),
    Step(2, "search", DECISION),
    Step(3, "unlock", DECISION),
    Step(4, "appease", DECISION),
    Step(5, "exchange", DECISION),
    Step(6, "cast", DECISION),
    Step(7, "topple", DECISION),
    Step(8, "foretell", OPEN_DECISION),
    Step(9, "arrange", OPEN_DECISION),
    Step(10, "take", OPEN_DECISION),
    Step(11, "draft", OPEN_DECISION),
    Step(12, "pay", OPEN_DECISION),
    Step(13, "swap", OPEN_DECISION),
    Step(14, "lift", OPEN_DECISION),
    Step(15, "sink", OPEN_DECISION),
    Step(16, "strike", OPEN_DECISION),
    Step(17, "keys", OPEN_DECISION),
    Step(18, "give up", OPEN_DECISION),
    Step(19, "dream", OPEN_DECISION),
    Step(20, "sort", OPEN_DECISION),
    Step(21, "fetch", OPEN_DECISION),
    Step(22, "deal", CHANCE, "top", "hand full"),
    Step(23, "draw", CHANCE, "top", "hand full"),
    Step(24, "look", CHANCE, "top", "count"),
    Step(25, "reveal", CHANCE, "top", "count"),
    Step(26, "draw one", CHANCE, "top", "one"),
    Step(27, "lay open", CHANCE, "top", "draft full"),
    Step(28, "look below", CHANCE, "bottom"),
    Step(29, "lay goals", CHANCE, "goals"),
    Step(30, "unveil", CHANCE, "premonitions"),
    Step(31, "toss", CHANCE, "players"),
    Step(32, "shuffle", AUTOMATIC),
    Step(33, "settle", AUTOMATIC),
    Step(34, "banish", AUTOMATIC),
    Step(35, "meet", AUTOMATIC),
)

STEP_NAMES: Final = tuple([step.name for step in STEPS])


def is_decision(step: i64) -> bool:
    """Return whether a seat decides."""
    return PLAY <= step <= FETCH


def is_always_asked(step: i64) -> bool:
    """Return whether a decision is put to the player even if only one action is legal."""
    return PLAY <= step <= TOPPLE


def is_chance(step: i64) -> bool:
    """Return whether chance decides."""
    return DEAL <= step <= TOSS


def draws_from_deck(step: i64) -> bool:
    """Return whether cards of the deck are drawn, from the top or from the bottom."""
    return DEAL <= step <= LOOK_BELOW


def draws_from_top(step: i64) -> bool:
    """Return whether cards are drawn from the top of the deck."""
    return DEAL <= step <= LAY_OPEN


def fills_hand(step: i64) -> bool:
    """Return whether cards are drawn until the hand is full."""
    return step == DEAL or step == DRAW


def draws_pending_cards(step: i64) -> bool:
    """Return whether ``pending_count`` cards are drawn from the top of the deck."""
    return step == LOOK or step == REVEAL


def is_automatic(step: i64) -> bool:
    """Return whether a step runs at once, so that no game stops there."""
    return step >= SHUFFLE
