"""The common arguments of all environments, in addition to the options of the game."""

from collections.abc import Mapping, Sequence
from operator import index
from typing import Final, SupportsIndex

from onirium.core.game import Game
from onirium.core.spelling import suggest
from onirium.games.registry import load
from onirium.games.registry import options as options_of

OBSERVATION_FORMS: Final = ("flat", "one_hot", "named")
"""One array for the whole observation, with card identities as numbers or as one-hot vectors, or a
named array for each part."""

ILLEGAL_ACTION_MODES: Final = ("lose", "raise")
"""An illegal action ends the episode, or raises an error and changes nothing."""

RENDER_MODES: Final = ("ansi", "human", "rgb_array")
"""``render()`` returns the board as text or pixels, or every step prints it."""


def load_game(name: str, options: Mapping[str, object]) -> Game:
    """Return the game of an environment, whose options are further keyword arguments.

    Raises:
        OptionError: if the game or a value does not exist, or options cannot be combined.
        TypeError: if an option does not exist, with Python's text for unknown arguments: TorchRL
            tries its own argument ``frameskip``, and expects this text from environments without.
    """
    known = [option.name for option in options_of(name)]
    for option in options:
        if option not in known:
            raise TypeError(
                f"the environment of {name} got an unexpected keyword argument {option!r}; "
                f"{suggest(option, known, 'options')}"
            )
    return load(name, **options)


def validate_max_cycles(value: SupportsIndex | None) -> int:
    """Return the number of decisions after which a game is truncated, or 0 for no limit.

    Raises:
        ValueError: if it is not an integer of at least 1.
    """
    return 0 if value is None else validate_count("max_cycles", value)


def validate_count(name: str, value: SupportsIndex) -> int:
    """Return the value of an argument that counts something.

    Raises:
        ValueError: if it is not an integer of at least 1.
    """
    if not isinstance(value, SupportsIndex) or index(value) < 1:
        raise ValueError(f"{name}: {value!r} is not an integer of at least 1")
    return index(value)


def validate_choice(choices: Sequence[str], name: str, value: str) -> str:
    """Return the value of an argument if it is valid.

    Raises:
        ValueError: if it is not one of the choices.

    >>> validate_choice(ILLEGAL_ACTION_MODES, "illegal", "ignore")
    Traceback (most recent call last):
    ValueError: illegal: 'ignore' is not one of lose, raise
    """
    if value not in choices:
        raise ValueError(f"{name}: {value!r} is not one of {', '.join(choices)}")
    return value
