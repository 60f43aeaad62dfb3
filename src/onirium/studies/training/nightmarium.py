"""What the networks of Nightmarium learn from: every number of players, with every goal."""

from typing import Final

from onirium.studies.training.curriculum import ALONE, Curriculum, Lesson, Stage


def _lessons(seats: int, base: int, games: int) -> tuple[Lesson, ...]:
    """Return all goals, the usual one more often, and that also against rules of thumb."""
    return (
        Lesson({"seats": seats}, base),
        Lesson({"seats": seats}, base // 3, rivals="greedy"),
        Lesson({"seats": seats, "creatures": 6}, games),
        Lesson({"seats": seats, "creatures": 7}, games),
    )


def _stages(rounds: int) -> tuple[Stage, ...]:
    """Return how a network learns.

    Luck is great: to believe results alone would take far more games. At first they must be
    believed, since nothing is known; and rules of thumb alone do not show what is bad.
    """
    return (
        Stage(rounds=3, teacher="greedy", caution=ALONE, explore=0.12, trust=1.0),
        Stage(rounds=8, teacher="greedy", caution=0.05, explore=0.01, trust=0.75),
        Stage(rounds=rounds, explore=0.01, trust=0.75),
    )


CURRICULA: Final = (
    Curriculum(
        game="nightmarium",
        network="two",
        units=72,
        lessons=_lessons(2, 3600, 600),
        stages=_stages(129),
    ),
    Curriculum(
        game="nightmarium",
        network="several",
        lessons=(*_lessons(3, 300, 60), *_lessons(4, 480, 30), *_lessons(5, 180, 15)),
        stages=_stages(59),
    ),
)
