"""O1.4, O8.5 The prices of the three spells, on both sides of the spell card."""

from typing import Final

from mypy_extensions import i64

PROPHECY_PRICE: Final[i64] = 5
PLANNING_PRICE: Final[i64] = 7
PUNISHMENT_PRICE: Final[i64] = 10

HARD_PROPHECY_PRICE: Final[i64] = 6
HARD_PLANNING_PRICE: Final[i64] = 9
HARD_PUNISHMENT_PRICE: Final[i64] = 12

LOOK_BELOW_SIZE: Final[i64] = 5
