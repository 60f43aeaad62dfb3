"""O1 The components: all kinds of cards and the number of cards of each."""

from typing import Final, NamedTuple

from mypy_extensions import i64

COLOURS: Final = ("red", "blue", "green", "brown")
SYMBOLS: Final = ("sun", "moon", "key")

COLOUR_COUNT: Final[i64] = 4
SYMBOL_COUNT: Final[i64] = 3
KEY: Final[i64] = 2

ROOM_KIND_COUNT: Final[i64] = 12
"""O1.2 Kinds below this number are rooms, by colour and then sun, moon, key."""
FIRST_DOOR: Final[i64] = 12
NIGHTMARE: Final[i64] = 16
HAPPY_DREAM: Final[i64] = 17
FIRST_TOWER: Final[i64] = 18
"""O1.3 Kinds from this number on are towers, by colour and then by number."""
KIND_COUNT: Final[i64] = 30
"""O1.2 The number of kinds that the deck can contain; Premonitions and goals follow."""
FIRST_PREMONITION: Final[i64] = 30
FIRST_GOAL: Final[i64] = 38
CARD_COUNT: Final[i64] = 42

HAND_SIZE: Final[i64] = 5
SET_SIZE: Final[i64] = 3
PROPHECY_SIZE: Final[i64] = 5
REVEAL_SIZE: Final[i64] = 5

DRAFT_SIZE: Final[i64] = 8
"""O7.1 The number of labyrinth cards dealt face up for the draft of two players."""
PERSONAL_SIZE: Final[i64] = 3
SHARED_SIZE: Final[i64] = 2

ROOM_COUNTS: Final = (
    (9, 4, 3),
    (8, 4, 3),
    (7, 4, 3),
    (6, 4, 3),
)
"""O1.1 The number of suns, moons and keys of each colour."""
DOORS_PER_COLOUR: Final = 2
NIGHTMARE_COUNT: Final = 10


class ReducedBox(NamedTuple):
    """A box with fewer cards, for study: the same number of them in each colour.

    Attributes:
        colours: the number of colours.
        rooms: the number of suns, moons and keys of each colour.
        doors: the number of doors of each colour.
        nightmares: the number of Nightmares.
    """

    colours: int
    rooms: tuple[int, int, int]
    doors: int
    nightmares: int


REDUCED_BOXES: Final = (
    ReducedBox(1, (3, 2, 1), 1, 1),
    ReducedBox(1, (3, 2, 2), 1, 1),
    ReducedBox(1, (4, 2, 1), 1, 1),
    ReducedBox(1, (4, 3, 1), 1, 2),
    ReducedBox(2, (2, 1, 1), 1, 1),
    ReducedBox(1, (5, 3, 1), 2, 2),
    ReducedBox(2, (3, 1, 1), 1, 1),
    ReducedBox(1, (5, 3, 2), 2, 2),
    ReducedBox(1, (6, 4, 1), 2, 2),
    ReducedBox(2, (4, 2, 0), 1, 2),
)
"""The reduced boxes, from 8 to 16 cards; solving one takes at most a million positions."""

TOWER_COUNT: Final[i64] = 12
TOWERS_PER_COLOUR: Final[i64] = 3
LOWEST_TOWER: Final[i64] = 3
"""O1.3 The number of the first tower of each colour; the other two follow."""

GOAL_COUNT: Final[i64] = 8
"""O1.4 The number of goal cards, two of each colour."""

PREMONITIONS: Final = ("red", "blue", "green", "brown", "pair", "rainbow", "three", "five")
PREMONITION_COUNT: Final[i64] = 8
HAPPY_DREAM_COUNT: Final = 4


def deck_composition(*, towers: bool = False, happy_dreams: bool = False) -> list[int]:
    """O1.1, O1.3, O1.5 Return the number of cards of each kind in the deck.

    >>> sum(deck_composition()), sum(deck_composition()[:12])
    (76, 58)
    >>> sum(deck_composition(towers=True, happy_dreams=True))
    92
    """
    rooms = [count for colour in ROOM_COUNTS for count in colour]
    dreams = [NIGHTMARE_COUNT, HAPPY_DREAM_COUNT * happy_dreams]
    return [*rooms, *[DOORS_PER_COLOUR] * len(COLOURS), *dreams, *[int(towers)] * int(TOWER_COUNT)]


def reduced_composition(box: ReducedBox) -> list[int]:
    """Return the number of cards of each kind in the deck of a reduced box.

    >>> sum(reduced_composition(ReducedBox(2, (3, 2, 1), 1, 2)))
    16
    """
    absent = len(COLOURS) - box.colours
    rooms = [*box.rooms * box.colours, *[0] * len(box.rooms) * absent]
    doors = [*[box.doors] * box.colours, *[0] * absent]
    return [*rooms, *doors, box.nightmares, 0, *[0] * int(TOWER_COUNT)]


def is_labyrinth(kind: i64) -> bool:
    """O1.2 Return whether a card is a labyrinth card (room or tower); hands have no others."""
    return kind < ROOM_KIND_COUNT or kind >= FIRST_TOWER


def card_name(card: int) -> str:
    """Return the name of a card in notation and positions.

    Raises:
        ValueError: if there is no such card.

    >>> card_name(0), card_name(13), card_name(16), card_name(20), card_name(34), card_name(41)
    ('red sun', 'blue door', 'nightmare', 'red tower 5', 'pair premonition', 'brown goal')
    """
    if not 0 <= card < CARD_COUNT:
        raise ValueError(f"there is no card {card}")
    if card < ROOM_KIND_COUNT:
        return f"{COLOURS[card // SYMBOL_COUNT]} {SYMBOLS[card % SYMBOL_COUNT]}"
    if card < NIGHTMARE:
        return f"{COLOURS[card - FIRST_DOOR]} door"
    if card < FIRST_TOWER:
        return "nightmare" if card == NIGHTMARE else "happy dream"
    if card < FIRST_PREMONITION:
        tower = card - FIRST_TOWER
        number = LOWEST_TOWER + tower % TOWERS_PER_COLOUR
        return f"{COLOURS[tower // TOWERS_PER_COLOUR]} tower {number}"
    if card < FIRST_GOAL:
        return f"{PREMONITIONS[card - FIRST_PREMONITION]} premonition"
    return f"{COLOURS[card - FIRST_GOAL]} goal"
