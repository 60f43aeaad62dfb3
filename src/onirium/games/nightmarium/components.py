"""N1 The components: 108 cards, and the kinds into which equal cards fall."""

from itertools import product
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

LEGIONS: Final = ("necronaut", "homunculus", "insektoid", "chimerid")
PARTS: Final = ("legs", "torso", "head")
"""N4.1 The parts of a creature, from the bottom up."""
ABILITIES: Final = ("singer", "weeper", "mocker", "executioner", "scavenger", "devourer")

PRINTED: Final = {
    "necronaut": (
        *("HC", "T-", "L-", "H-", "HTW", "L-", "HC", "TC", "LC"),
        *("HTD", "TLW", "LW", "H-", "TLC", "L-", "HC", "HTC", "LC"),
        *("HC", "TC", "TLC", "H-", "TC", "LC", "HD", "T-", "L-"),
    ),
    "homunculus": (
        *("HD", "HTM", "L-", "HM", "TM", "L-", "HTW", "T-", "L-"),
        *("H-", "TLM", "L-", "HD", "HTD", "LD", "HM", "TLD", "LM"),
        *("HW", "TW", "L-", "HW", "TLW", "L-", "H-", "TD", "LW"),
    ),
    "insektoid": (
        *("HS", "TS", "LS", "HM", "HTLM", "LM", "HW", "HTLW", "LW"),
        *("HS", "HTLS", "L-", "H-", "TS", "L-", "H-", "T-", "L-"),
        *("HS", "HTLS", "LS", "HS", "TS", "LS", "H-", "T-", "L-"),
    ),
    "chimerid": (
        *("HX", "HTX", "LX", "H-", "T-", "L-", "HM", "TM", "LM"),
        *("HD", "TD", "LD", "HX", "TX", "LX", "H-", "T-", "L-"),
        *("HX", "TX", "LX", "HX", "TLX", "LX", "HX", "TX", "LX"),
    ),
}
"""N1.3 The cards 1 to 108 in printed order, three for each drawn monster: the letters of the parts
that a card can form, then that of its ability."""

ABILITY_LETTERS: Final = "SWMXCD-"
"""N1.2 The last letter of a printed card: an ability, or ``-`` for none."""
PART_LETTERS: Final = ("H", "T", "L", "HT", "TL", "HTL")
"""N1.2 The other letters: each set of parts that a card can have."""

SHAPES: Final = tuple(parts + ability for parts, ability in product(PART_LETTERS, ABILITY_LETTERS))

CARDS: Final = tuple(
    (legion, shape)
    for legion in LEGIONS
    for shape in sorted(set(PRINTED[legion]), key=SHAPES.index)
)
"""The kinds of card, each a legion and a shape; cards of one kind are equal in play."""

KIND_COUNT: Final[i64] = 58
LEGION_COUNT: Final[i64] = 4
CREATURE_HEIGHT: Final[i64] = 3
"""N4.1 The number of cards of a complete creature."""

HAND_SIZE: Final[i64] = 5
ACTIONS_PER_TURN: Final[i64] = 2
CARDS_PER_DRAW: Final[i64] = 2
"""N3.4 The number of exchanged cards for each card drawn."""
REVEAL_SIZE: Final[i64] = 2
WEEPER_SIZE: Final[i64] = 2
MAX_TERROR_DISCARDS: Final[i64] = 2
"""N5.2 The cards that a victim without a card of the legion discards."""

MAX_SEATS: Final[i64] = 5
MAX_CREATURES: Final[i64] = 7
MAX_COMPLETIONS: Final[i64] = 100
MAX_TURNS: Final[i64] = 1000

NO_ABILITY: Final[i64] = 6


def deck_composition() -> list[int]:
    """N1.3 Return the number of cards of each kind.

    >>> len(deck_composition()), sum(deck_composition())
    (58, 108)
    """
    return [PRINTED[legion].count(shape) for legion, shape in CARDS]


def _parts(shape: str) -> int:
    """Return the heights at which a card fits as a bit mask: legs 0, torso 1, head 2."""
    return sum(1 << height for height, part in enumerate(PARTS) if part[0].upper() in shape[:-1])


LEGION_OF: Final = vec[i64]([LEGIONS.index(legion) for legion, _ in CARDS])
PARTS_OF: Final = vec[i64]([_parts(shape) for _, shape in CARDS])
ABILITY_OF: Final = vec[i64]([ABILITY_LETTERS.index(shape[-1]) for _, shape in CARDS])


def fits(kind: i64, height: i64) -> bool:
    """N4.1 Return whether a card can be placed on a creature of a height."""
    return PARTS_OF[kind] >> height & 1 == 1


def _name(legion: str, shape: str) -> str:
    parts = "/".join(part for part in reversed(PARTS) if part[0].upper() in shape[:-1])
    ability = ABILITY_LETTERS.index(shape[-1])
    return " ".join([legion, parts, *ABILITIES[ability : ability + 1]])


NAMES: Final = tuple(_name(legion, shape) for legion, shape in CARDS)


def card_name(card: int) -> str:
    """Return the name of a kind of card in notation and positions.

    Raises:
        ValueError: if there is no such kind.

    >>> card_name(0), card_name(2), card_name(42)
    ('necronaut head scavenger', 'necronaut head', 'insektoid head/torso/legs weeper')
    """
    if not 0 <= card < KIND_COUNT:
        raise ValueError(f"there is no card {card}")
    return NAMES[card]
