"""What can be said when an environment is made, beside the options of its game."""

from collections.abc import Sequence
from typing import Final

OBSERVATIONS: Final = ("flat", "named")
"""An observation is one array, or each of its parts has a name."""

ILLEGAL: Final = ("lose", "raise")
"""An illegal action ends the episode, or is an error and changes nothing."""

RENDER_MODES: Final = ("ansi", "human")
"""The table is returned as text, or printed after every step."""


def validate_choice(choices: Sequence[str], name: str, given: str) -> str:
    """Return what was given for an argument.

    Raises:
        ValueError: if it is none of the choices.

    >>> validate_choice(ILLEGAL, "illegal", "ignore")
    Traceback (most recent call last):
    ValueError: illegal: 'ignore' is none of lose, raise
    """
    if given not in choices:
        raise ValueError(f"{name}: {given!r} is none of {', '.join(choices)}")
    return given
