"""How a game asks: for an outcome of chance, or for a decision."""

from collections.abc import Generator, Iterable
from typing import NamedTuple, TypeVar

CHANCE = -1

T = TypeVar("T")


class Question(NamedTuple):
    """What the game waits for: chance or the decision of a seat; about what; the answers."""

    seat: int
    step: str
    answers: list[str]


class Over(Exception):
    """The game has ended."""


Asking = Generator[Question, str, T]
Game = Asking[None]


def chance(step: str, outcomes: Iterable[str]) -> Asking[str]:
    """Ask which outcome comes; each is as likely as it is named often."""
    outcome = yield Question(CHANCE, step, sorted(outcomes))
    return outcome


def ask(seat: int, step: str, answers: Iterable[str]) -> Asking[str]:
    """Ask a player, even if there is no choice: who is not asked tells something of the hand."""
    answer = yield Question(seat, step, sorted(set(answers)))
    return answer


def choose(seat: int, step: str, answers: Iterable[str]) -> Asking[str]:
    """Ask a player, unless there is no choice: everybody sees that there is none."""
    different = set(answers)
    if len(different) == 1:
        return different.pop()
    return (yield from ask(seat, step, different))
