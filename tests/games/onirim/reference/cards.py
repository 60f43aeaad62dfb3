"""O1 The components; cards are represented by their names."""

from collections.abc import Collection

COLOURS = ("red", "blue", "green", "brown")
SUNS = {"red": 9, "blue": 8, "green": 7, "brown": 6}
PREMONITIONS = tuple(
    f"{name} premonition" for name in (*COLOURS, "pair", "rainbow", "three", "five")
)
GOALS = tuple(f"{colour} goal" for colour in COLOURS for _ in range(2))

SIDES = {
    "red tower 3": ("sun moon", "moon"),
    "red tower 4": ("sun", "moon"),
    "red tower 5": ("", "moon"),
    "blue tower 3": ("moon", "sun moon"),
    "blue tower 4": ("moon", "moon"),
    "blue tower 5": ("moon", ""),
    "green tower 3": ("sun", "sun moon"),
    "green tower 4": ("sun", "sun"),
    "green tower 5": ("sun", ""),
    "brown tower 3": ("sun moon", "sun"),
    "brown tower 4": ("moon", "sun"),
    "brown tower 5": ("", "sun"),
}
"""O1.3 The towers, with the symbols of their left and right sides."""


def the_box(expansions: Collection[str] = ()) -> list[str]:
    """O1.1, O9.1, O10.1 Return the cards of the initial deck."""
    cards = ["nightmare"] * 10
    for colour in COLOURS:
        cards += [f"{colour} sun"] * SUNS[colour]
        cards += [f"{colour} moon"] * 4 + [f"{colour} key"] * 3 + [f"{colour} door"] * 2
    if "towers" in expansions:
        cards += SIDES
    if "premonitions" in expansions:
        cards += ["happy dream"] * 4
    return cards


def colour_of(card: str) -> str:
    return card.split(maxsplit=1)[0]


def symbol_of(card: str) -> str:
    return card.split()[1]


def is_room(card: str) -> bool:
    return card.endswith((" sun", " moon", " key"))


def is_key(card: str) -> bool:
    return card.endswith(" key")


def is_tower(card: str) -> bool:
    return card in SIDES


def is_labyrinth_card(card: str) -> bool:
    """O1.2."""
    return is_room(card) or is_tower(card)
