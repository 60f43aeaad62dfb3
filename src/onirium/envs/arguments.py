"""The common arguments of all environments, in addition to the options of the game."""

from collections.abc import Sequence
from typing import Final

OBSERVATION_FORMS: Final = ("flat", "named")
"""One array for the whole observation, or a named array for each part."""

ILLEGAL_ACTION_MODES: Final = ("lose", "raise")
"""An illegal action ends the episode, or raises an error and changes nothing."""

RENDER_MODES: Final = ("ansi", "human", "rgb_array")
"""``render()`` returns the board as text or pixels, or every step prints it."""


def validate_choice(choices: Sequence[str], name: str, value: str) -> str:
    """Return the value of an argument if it is valid.

    Raises:
        ValueError: if it is none of the choices.

    >>> validate_choice(ILLEGAL_ACTION_MODES, "illegal", "ignore")
    Traceback (most recent call last):
    ValueError: illegal: 'ignore' is none of lose, raise
    """
    if value not in choices:
        raise ValueError(f"{name}: {value!r} is none of {', '.join(choices)}")
    return value
