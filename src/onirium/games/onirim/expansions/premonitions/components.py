"""O10.6 The Premonitions by their number, and how much their penalties ask for."""

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
"""Those below are named after the colour of which both doors must be found."""

THREE_DOOR_COUNT: Final[i64] = 3
FIVE_DOOR_COUNT: Final[i64] = 5
BLUE_KEY_COUNT: Final[i64] = 2
THREE_UNVEIL_COUNT: Final[i64] = 1
FIVE_UNVEIL_COUNT: Final[i64] = 2

DREAM_SIZE: Final[i64] = 7
"""O10.3 So many cards does a Happy Dream reveal."""
