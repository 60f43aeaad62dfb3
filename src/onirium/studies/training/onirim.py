"""What the networks of Onirim learn from: every set of expansions, with and without variants."""

from itertools import chain, combinations
from typing import Any, Final

from onirium.studies.training.curriculum import ALONE, Curriculum, Lesson, Stage

EXPANSIONS: Final = ("book", "towers", "premonitions")

VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "book": {"variants": ["lost-steps"]},
    "towers": {"variants": ["stone-upon-stone"]},
    "premonitions": {"premonitions": 6},
}
"""The harder side of each expansion."""

SETS: Final = tuple(
    list(chosen)
    for chosen in chain.from_iterable(
        combinations(EXPANSIONS, size) for size in range(1, len(EXPANSIONS) + 1)
    )
)


def _lessons(table: dict[str, Any], games: int) -> tuple[Lesson, ...]:
    """Return all sets of expansions, and each expansion's variant more seldom."""
    lessons = [Lesson({**table, "expansions": chosen}, games) for chosen in SETS]
    harder = [
        Lesson({**table, "expansions": [expansion], **variant}, games // 3)
        for expansion, variant in VARIANTS.items()
    ]
    return (*lessons, *harder)


def _stages(*, free: int, last: int, trust: float) -> tuple[Stage, ...]:
    """Return a course that leaves the teacher behind, and then takes less and less at random.

    Args:
        free: for how many rounds the network plays by itself before it takes still less at random.
        last: for how many rounds it does so then.
        trust: how large a part of what came after a decision is believed.
    """
    return (
        Stage(rounds=3, teacher="greedy", caution=ALONE, trust=trust),
        Stage(rounds=17, teacher="greedy", caution=0.1, trust=trust),
        Stage(rounds=free, explore=0.01, trust=trust),
        Stage(rounds=last, explore=0.004, trust=trust),
    )


TOGETHER: Final[dict[str, Any]] = {"seats": 2, "mode": "together", "table": "open"}
RACE: Final[dict[str, Any]] = {"seats": 2, "mode": "race", "table": "open"}
"""Two players learn at an open table: a network judges worlds in which nothing is hidden."""


CURRICULA: Final = (
    Curriculum(
        game="onirim",
        network="alone",
        lessons=(Lesson({}, 8000),),
        units=72,
        averaged=1000,
        stages=_stages(free=40, last=60, trust=0.9),
    ),
    Curriculum(
        game="onirim",
        network="expanded",
        lessons=_lessons({}, 1000),
        units=72,
        averaged=1000,
        stages=_stages(free=40, last=60, trust=0.95),
    ),
    Curriculum(
        game="onirim",
        network="together",
        lessons=(Lesson(TOGETHER, 8000),),
        units=72,
        averaged=1000,
        stages=_stages(free=20, last=20, trust=0.9),
    ),
    Curriculum(
        game="onirim",
        network="together-expanded",
        lessons=_lessons(TOGETHER, 900),
        units=72,
        averaged=1000,
        stages=(
            Stage(rounds=3, teacher="greedy", caution=ALONE, trust=0.95),
            Stage(rounds=17, teacher="greedy", caution=0.1, trust=0.95),
            Stage(rounds=3, explore=0.01, trust=0.95),
            Stage(rounds=77, thought=20, share=0.2, passes=4, explore=0.01, trust=0.95, rate=0.3),
        ),
    ),
    Curriculum(
        game="onirim",
        network="race",
        lessons=(Lesson(RACE, 4000), *_lessons(RACE, 450)),
        stages=(
            Stage(rounds=4, teacher="greedy", caution=ALONE, trust=0.95),
            Stage(rounds=26, teacher="greedy", caution=0.1, trust=0.95),
        ),
    ),
)
