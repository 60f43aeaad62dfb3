"""Answers to numbered choices: one number, or several where the choices go together."""

from collections.abc import Sequence
from typing import Final

from onirium.core.game import IllegalAction, State
from onirium.core.view import ActionInfo
from onirium.i18n.catalog import Words
from onirium.tables.combined_actions import order_actions

ENOUGH: Final = 2
"""So many choices that go together show by an example that several numbers can be typed."""


def possible(choices: Sequence[ActionInfo], words: Words) -> str:
    """Return which numbers can be answered, what Enter means, and whether several can be typed.

    >>> draw, put, lay = (Choice(action, "", "", combines=action > 0) for action in range(3))
    >>> possible([draw], Words("en")), possible([draw, put, lay], Words("en"))
    ('1', '1-3 (several at once: 2 3)')
    """
    numbers = "1" if len(choices) == 1 else f"1-{len(choices)}"
    usual = usual_number(choices)
    remarks = [f"Enter: {usual}"] if usual else []
    together = combining(choices)[:ENOUGH]
    if len(together) == ENOUGH:
        remarks.append(words.text("answer.several", numbers=" ".join(together)))
    return f"{numbers} ({'; '.join(remarks)})" if remarks else numbers


def usual_number(choices: Sequence[ActionInfo]) -> str:
    """Return the number of the usual choice, if there is one."""
    return next((str(number) for number, choice in _numbered(choices) if choice.usual), "")


def combining(choices: Sequence[ActionInfo]) -> list[str]:
    """Return the numbers of the choices that can be made together with others."""
    return [str(number) for number, choice in _numbered(choices) if choice.combines]


def chosen(answer: str, choices: Sequence[ActionInfo]) -> list[ActionInfo]:
    """Return the choices whose numbers are typed; none if that is no answer to these choices."""
    typed = answer.replace(",", " ").split()
    found = {str(number): choice for number, choice in _numbered(choices)}
    if not set(typed) <= set(found) or (len(typed) > 1 and not combining(choices)):
        return []
    return [found[number] for number in typed]


def actions_of(together: Sequence[ActionInfo], state: State) -> list[int]:
    """Return the actions that make some choices at once, in order; none if they do not go together.

    Args:
        together: the choices, one or several.
        state: where they are to be made; it stays as it is.
    """
    if len(together) > 1 and not all(choice.combines for choice in together):
        return []
    try:
        return order_actions([choice.action for choice in together], state)
    except IllegalAction:
        return []


def _numbered(choices: Sequence[ActionInfo]) -> list[tuple[int, ActionInfo]]:
    return list(enumerate(choices, start=1))
