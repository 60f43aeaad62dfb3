"""The common arguments of all environments, in addition to the options of the game."""

from collections.abc import Sequence
from typing import Final

OBSERVATION_FORMS: Final = ("flat", "one_hot", "named")
"""One array for the whole observation, with card identities as numbers or as one-hot vectors, or a
named array for each part."""

ILLEGAL_ACTION_MODES: Final = ("lose", "raise")
"""An illegal action ends the episode, or raises an error and changes nothing."""

RENDER_MODES: Final = ("ansi", "human", "rgb_array")
"""``render()`` returns the board as text or pixels, or every step prints it."""


def validate_max_cycles(value: int | None) -> int:
    """Return the number of decisions after which a game is truncated, or 0 for no limit.

    Raises:
        ValueError: if it is less than 1.
    """
    if value is not None and value < 1:
        raise ValueError(f"max_cycles: {value} is less than 1")
    return value or 0


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
