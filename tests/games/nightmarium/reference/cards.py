"""N1 The 108 cards, each a separate object."""

from collections.abc import Iterable

LEGIONS = ("necronaut", "homunculus", "insektoid", "chimerid")
PARTS = ("head", "torso", "legs", "head/torso", "torso/legs", "head/torso/legs")
LETTERS = {
    "S": "singer",
    "W": "weeper",
    "M": "mocker",
    "X": "executioner",
    "C": "scavenger",
    "D": "devourer",
    "-": "",
}
ABILITIES = tuple(LETTERS.values())

NECRONAUTS = """
    HC T- L-  H- HTW L-  HC TC LC  HTD TLW LW  H- TLC L-  HC HTC LC  HC TC TLC  H- TC LC  HD T- L-
"""
HOMUNCULI = """
    HD HTM L-  HM TM L-  HTW T- L-  H- TLM L-  HD HTD LD  HM TLD LM  HW TW L-  HW TLW L-  H- TD LW
"""
INSEKTOIDS = """
    HS TS LS  HM HTLM LM  HW HTLW LW  HS HTLS L-  H- TS L-  H- T- L-  HS HTLS LS  HS TS LS  H- T- L-
"""
CHIMERIDAE = """
    HX HTX LX  H- T- L-  HM TM LM  HD TD LD  HX TX LX  H- T- L-  HX TX LX  HX TLX LX  HX TX LX
"""
PRINTED = (NECRONAUTS, HOMUNCULI, INSEKTOIDS, CHIMERIDAE)
"""N1.3 The cards 1 to 108, monster by monster."""


class Card:
    """N1.2 A printed card; another one may look the same.

    Attributes:
        number: its printed number.
        legion: its legion.
        parts: its possible parts, as in its name.
        ability: its ability, or an empty string.
        name: how players call it, and every card that looks the same.
    """

    def __init__(self, number: int, legion: str, token: str) -> None:
        self.number = number
        self.legion = legion
        self.parts = "/".join(
            part for part in ("head", "torso", "legs") if part[0].upper() in token
        )
        self.ability = LETTERS[token[-1]]
        self.name = f"{legion} {self.parts} {self.ability}".rstrip()

    def can_be(self, part: str) -> bool:
        return part in self.parts.split("/")

    def rank(self) -> tuple[int, int, int]:
        """Return the sort key: legion, then parts, then ability."""
        return (
            LEGIONS.index(self.legion),
            PARTS.index(self.parts),
            ABILITIES.index(self.ability),
        )


def the_box() -> list[Card]:
    """N1.3 Return the 108 cards."""
    tokens = [
        (legion, token)
        for legion, printed in zip(LEGIONS, PRINTED, strict=True)
        for token in printed.split()
    ]
    return [Card(number, legion, token) for number, (legion, token) in enumerate(tokens, 1)]


def names(cards: Iterable[Card]) -> list[str]:
    return [card.name for card in cards]


def in_order(cards: Iterable[Card]) -> list[Card]:
    return sorted(cards, key=Card.rank)
