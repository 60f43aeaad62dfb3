"""Questions of a game: for a chance outcome or a decision."""

from collections.abc import Generator, Iterable
from typing import NamedTuple, TypeVar

CHANCE = -1

T = TypeVar("T")


class Question(NamedTuple):
    """A pending question: the deciding seat or chance, the step, and the possible answers."""

    seat: int
    step: str
    answers: list[str]


class Over(Exception):
    """The game has ended."""


Asking = Generator[Question, str, T]
Game = Asking[None]


def chance(step: str, outcomes: Iterable[str]) -> Asking[str]:
    """Ask for a chance outcome; repeated outcomes are proportionally more likely."""
    outcome = yield Question(CHANCE, step, sorted(outcomes))
    return outcome


def ask(seat: int, step: str, answers: Iterable[str]) -> Asking[str]:
    """Ask a player even without a choice: skipping the question would reveal the hand."""
    answer = yield Question(seat, step, sorted(set(answers)))
    return answer


def choose(seat: int, step: str, answers: Iterable[str]) -> Asking[str]:
    """Ask a player unless there is no choice, which is public here."""
    different = set(answers)
    if len(different) == 1:
        return different.pop()
    return (yield from ask(seat, step, different))
