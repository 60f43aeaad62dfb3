"""O10.6 The numbers of the Premonitions, and the parameters of their conditions and penalties."""

from typing import Final

from mypy_extensions import i64

RED: Final[i64] = 0
BLUE: Final[i64] = 1
GREEN: Final[i64] = 2
BROWN: Final[i64] = 3
PAIR: Final[i64] = 4
RAINBOW: Final[i64] = 5
THREE: Final[i64] = 6
FIVE: Final[i64] = 7

COLOUR_PREMONITION_COUNT: Final[i64] = 4
"""Premonitions below this number strike when both doors of their colour are found."""

THREE_DOOR_COUNT: Final[i64] = 3
FIVE_DOOR_COUNT: Final[i64] = 5
BLUE_KEY_COUNT: Final[i64] = 2
THREE_UNVEIL_COUNT: Final[i64] = 1
FIVE_UNVEIL_COUNT: Final[i64] = 2

DREAM_SIZE: Final[i64] = 7
"""O10.3 The number of cards that a Happy Dream reveals."""
