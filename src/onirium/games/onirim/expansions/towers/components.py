"""O1.3 The sides of the towers: a sun, a moon, both or nothing."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

NO_SYMBOL: Final = 0
SUN: Final = 1
MOON: Final = 2
SUN_AND_MOON: Final = 3

LEFT_SIDES: Final = (
    (SUN_AND_MOON, SUN, NO_SYMBOL),
    (MOON, MOON, MOON),
    (SUN, SUN, SUN),
    (SUN_AND_MOON, MOON, NO_SYMBOL),
)
"""O1.3 The left sides of each colour's towers 3, 4 and 5."""

RIGHT_SIDES: Final = (
    (MOON, MOON, MOON),
    (SUN_AND_MOON, MOON, NO_SYMBOL),
    (SUN_AND_MOON, SUN, NO_SYMBOL),
    (SUN, SUN, SUN),
)
"""O1.3 The right sides of each colour's towers 3, 4 and 5."""

FORMATION_SIZE: Final[i64] = 4
"""O9.2 The number of adjacent towers of different colours in a complete row."""

LEFT: Final = vec[u8](bytes(side for colour in LEFT_SIDES for side in colour))
RIGHT: Final = vec[u8](bytes(side for colour in RIGHT_SIDES for side in colour))


def can_touch(left: i64, right: i64) -> bool:
    """O9.3 Return whether a tower can stand left of another: equal symbols must not touch.

    >>> sum(can_touch(left, right) for left in range(12) for right in range(12) if left != right)
    70
    """
    return RIGHT[left] & LEFT[right] == 0
