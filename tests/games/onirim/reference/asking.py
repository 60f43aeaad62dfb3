"""The questions of a game: a chance outcome or a decision."""

from collections.abc import Generator, Iterable
from typing import NamedTuple, TypeVar

from tests.games.onirim.reference.table import Hidden, Table

CHANCE = -1

T = TypeVar("T")


class Question(NamedTuple):
    """A question: the seat to decide, or chance, with the possible answers."""

    seat: int
    answers: list[str]


class Over(Exception):
    """The game has ended."""


Asking = Generator[Question, str, T]
Game = Asking[None]


def chance(outcomes: Iterable[str]) -> Asking[str]:
    """Ask for a chance outcome; an outcome listed more often is more likely."""
    outcome = yield Question(CHANCE, sorted(outcomes))
    return outcome


def ask(table: Table, answers: Iterable[str]) -> Asking[str]:
    """Ask the mover."""
    answer = yield Question(table.mover, sorted(set(answers)))
    return answer


def choose(table: Table, answers: Iterable[str]) -> Asking[str]:
    """Ask the mover, unless there is no choice."""
    different = set(answers)
    if len(different) == 1:
        return different.pop()
    return (yield from ask(table, different))


def choose_in_secret(table: Table, answers: Iterable[str]) -> Asking[str]:
    """Ask; with one player only if there is a choice. A partner must not learn whether there is."""
    asking = ask if len(table.seats) > 1 else choose
    return (yield from asking(table, answers))


def next_card(table: Table) -> Asking[Hidden]:
    """O12.2 Draw the next card of the deck, by chance if no seat knows it."""
    if table.top:
        return table.top.pop(0)
    if table.others:
        return (yield from unknown_card(table))
    return table.bottom.pop(0)


def lowest_card(table: Table) -> Asking[Hidden]:
    """O8.5, O12.2 Draw the lowest card of the deck, by chance if no seat knows it."""
    if table.bottom:
        return table.bottom.pop()
    if table.others:
        return (yield from unknown_card(table))
    return table.top.pop()


def unknown_card(table: Table) -> Asking[Hidden]:
    card = yield from chance(table.others)
    table.others.remove(card)
    return Hidden(card, set())
