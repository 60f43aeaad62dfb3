"""What the networks of Nightmarium learn from: every number of players, with every goal."""

from typing import Any, Final

from onirium.players.curriculum import Curriculum, Lesson


def _lessons(seats: int, base: int, games: int) -> tuple[Lesson, ...]:
    """Return all goals, the usual one more often, and that also against rules of thumb."""
    return (
        Lesson({"seats": seats}, base),
        Lesson({"seats": seats}, base // 3, rivals="greedy"),
        Lesson({"seats": seats, "creatures": 6}, games),
        Lesson({"seats": seats, "creatures": 7}, games),
    )


def _curriculum(network: str, lessons: tuple[Lesson, ...], rounds: int) -> Curriculum:
    """Return how a network learns.

    Luck is great: to believe results alone would take far more games. At first they must be
    believed, since nothing is known; and rules of thumb alone do not show what is bad.
    """
    taught: dict[str, Any] = {"taught": 3, "taught_explore": 0.12, "taught_trust": 1.0}
    own: dict[str, Any] = {"explore": 0.01, "trust": 0.75, "rate": 0.003}
    return Curriculum(
        game="nightmarium", network=network, lessons=lessons, rounds=rounds, **taught, **own
    )


CURRICULA: Final = (
    _curriculum("two", _lessons(2, 3600, 600), 43),
    _curriculum(
        "several", (*_lessons(3, 375, 75), *_lessons(4, 600, 75), *_lessons(5, 225, 75)), 27
    ),
)
