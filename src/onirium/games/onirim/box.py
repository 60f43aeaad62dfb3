"""O1 What is in the box: every kind of card, and how many there are of it."""

from typing import Final

from mypy_extensions import i64

COLOURS: Final = ("red", "blue", "green", "brown")
SYMBOLS: Final = ("sun", "moon", "key")

COLOUR_COUNT: Final[i64] = 4
SYMBOL_COUNT: Final[i64] = 3
KEY: Final[i64] = 2

ROOMS: Final[i64] = 12
"""O1.2 The kinds below are rooms, colour by colour and in each sun, moon, key."""
FIRST_DOOR: Final[i64] = 12
NIGHTMARE: Final[i64] = 16
KINDS: Final[i64] = 17

HAND_SIZE: Final[i64] = 5
SET_SIZE: Final[i64] = 3
PROPHECY_SIZE: Final[i64] = 5
REVEAL_SIZE: Final[i64] = 5
DOORS_TO_WIN: Final[i64] = 8

COUNTS: Final = (
    (9, 4, 3),
    (8, 4, 3),
    (7, 4, 3),
    (6, 4, 3),
)
"""O1.1 The suns, moons and keys of each colour."""
DOORS_OF_EACH_COLOUR: Final = 2
NIGHTMARES: Final = 10


def box() -> list[int]:
    """O1.1 Return how many cards of each kind the box holds.

    >>> sum(box()), sum(box()[:12])
    (76, 58)
    """
    rooms = [count for colour in COUNTS for count in colour]
    return [*rooms, *[DOORS_OF_EACH_COLOUR] * len(COLOURS), NIGHTMARES]


def card_name(kind: int) -> str:
    """Return the name of a kind of card, as notation and positions write it.

    >>> card_name(0), card_name(5), card_name(13), card_name(16)
    ('red sun', 'blue key', 'blue door', 'nightmare')
    """
    if kind < ROOMS:
        return f"{COLOURS[kind // SYMBOL_COUNT]} {SYMBOLS[kind % SYMBOL_COUNT]}"
    if kind < NIGHTMARE:
        return f"{COLOURS[kind - FIRST_DOOR]} door"
    return "nightmare"
