"""What the networks of Onirim learn from: every set of expansions, with and without variants."""

from itertools import chain, combinations
from typing import Any, Final

from onirium.players.curriculum import Curriculum, Lesson

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


def _lessons() -> tuple[Lesson, ...]:
    """Return all sets of expansions, and each expansion's variant more seldom."""
    lessons = [Lesson({"expansions": chosen}, 1000) for chosen in SETS]
    harder = [
        Lesson({"expansions": [expansion], **variant}, 333)
        for expansion, variant in VARIANTS.items()
    ]
    return (*lessons, *harder)


CURRICULA: Final = (
    Curriculum(
        game="onirim", network="alone", lessons=(Lesson({}, 8000),), taught=3, rounds=40, rate=0.003
    ),
    Curriculum(
        game="onirim",
        network="expanded",
        lessons=_lessons(),
        taught=4,
        taught_trust=0.95,
        rounds=60,
        trust=0.95,
        rate=0.003,
    ),
)
