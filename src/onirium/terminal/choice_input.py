"""Parses the input of a player: the number of a choice, or of several that can be combined.

Choices can be combined if their order does not matter to the player, such as cards that are put
down in one turn; the rules apply them one after the other.
"""

from collections.abc import Sequence
from typing import Final

from onirium.core.game import IllegalAction, State
from onirium.core.view import ActionInfo
from onirium.i18n.catalog import Words
from onirium.tables.combined_actions import order_actions

EXAMPLE_LENGTH: Final = 2
"""Number of choices in the example of a combination."""


def describe_input(choices: Sequence[ActionInfo], words: Words) -> str:
    """Return the accepted numbers, the default, and an example of a combination.

    >>> draw, put, lay = (ActionInfo(action, "", "", combines=action > 0) for action in range(3))
    >>> describe_input([draw], Words("en")), describe_input([draw, put, lay], Words("en"))
    ('1 (Enter: 1)', '1-3 (several at once: 2 3)')
    """
    numbers = "1" if len(choices) == 1 else f"1-{len(choices)}"
    default = default_number(choices)
    notes = [f"Enter: {default}"] if default else []
    example = combinable_numbers(choices)[:EXAMPLE_LENGTH]
    if len(example) == EXAMPLE_LENGTH:
        notes.append(words.text("answer.several", numbers=" ".join(example)))
    return f"{numbers} ({'; '.join(notes)})" if notes else numbers


def default_number(choices: Sequence[ActionInfo]) -> str:
    """Return the number that Enter selects: the usual or the only choice; else an empty string."""
    if len(choices) == 1:
        return "1"
    return next((str(number) for number, choice in _numbered(choices) if choice.usual), "")


def combinable_numbers(choices: Sequence[ActionInfo]) -> list[str]:
    """Return the numbers of the choices that can be combined with others."""
    return [str(number) for number, choice in _numbered(choices) if choice.combines]


def parse_choices(text: str, choices: Sequence[ActionInfo]) -> list[ActionInfo]:
    """Return the choices that an input selects, or an empty list if it is invalid.

    An unknown number makes it invalid, and so do several numbers if no choice can be combined.

    Args:
        text: numbers separated by spaces or commas.
        choices: the choices, numbered from 1.
    """
    numbers = text.replace(",", " ").split()
    by_number = {str(number): choice for number, choice in _numbered(choices)}
    if not set(numbers) <= set(by_number) or (len(numbers) > 1 and not combinable_numbers(choices)):
        return []
    return [by_number[number] for number in numbers]


def combined_actions(choices: Sequence[ActionInfo], state: State) -> list[int]:
    """Return the actions of choices in a legal order, or an empty list if there is none.

    Args:
        choices: one choice, or several to combine.
        state: the state before these actions; it is not modified.
    """
    if len(choices) > 1 and not all(choice.combines for choice in choices):
        return []
    try:
        return order_actions([choice.action for choice in choices], state)
    except IllegalAction:
        return []


def _numbered(choices: Sequence[ActionInfo]) -> list[tuple[int, ActionInfo]]:
    """Return the choices with the numbers on screen, which begin with 1."""
    return list(enumerate(choices, start=1))
