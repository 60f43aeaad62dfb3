"""N4 Creatures as pictures: head on top, then torso and legs, and what is still missing."""

from collections.abc import Sequence
from typing import Final

from onirium.games.nightmarium.components import ABILITIES, LEGIONS
from onirium.games.nightmarium.view import CreatureView
from onirium.i18n.catalog import Words
from onirium.presentation.nightmarium.cards import ability_of, legion_of
from onirium.terminal.console import Picture, PictureRow

OUTLINES: Final = {"head": ("(", ")"), "torso": ("[", "]"), "legs": ("/", "\\")}
"""The parts from the top, and the signs on either side of each."""

SIZES: Final = ("", "short.")
"""Which words for abilities the sizes of a picture take, the largest first."""


def pictures(creatures: Sequence[CreatureView], acting: str, words: Words) -> list[PictureRow]:
    r"""Draw creatures in every size: for each its number, and a line for each part.

    Args:
        creatures: the creatures of a player.
        acting: the number of the creature whose abilities are being played.
        words: the words of the game.

    >>> beast = CreatureView("2.1", "necronaut legs weeper", "insektoid torso", "")
    >>> [[large], _] = pictures([beast], "2.1", Words("en", "nightmarium"))
    >>> print("\n".join(large))
          > 2.1 <
    (.......head.......)
    [Insek             ]
    /Necro  Weeper     \
    """
    return [
        [brush.creature(creature, acting) for creature in creatures] for brush in brushes(words)
    ]


def brushes(words: Words) -> list["Brush"]:
    """Return what draws in each size, the largest first."""
    return [Brush(size, words) for size in SIZES]


class Brush:
    """Draws in one size: it knows how wide the columns of a picture are."""

    def __init__(self, size: str, words: Words) -> None:
        self._words = words
        self._legions = {name: words.text(f"short.legion.{name}") for name in LEGIONS}
        self._abilities = {name: words.text(f"{size}ability.{name}") for name in ABILITIES}
        self._left = max(map(len, self._legions.values()))
        self._right = max(map(len, self._abilities.values()))

    def card(self, card: str) -> str:
        """Return a card as it stands in a picture: in columns its legion and its ability."""
        legion = self._legions[legion_of(card)]
        ability = self._abilities.get(ability_of(card), "")
        return f"{legion:<{self._left}} {ability:<{self._right}}"

    def creature(self, creature: CreatureView, acting: str) -> Picture:
        """Draw a creature, its number marked if its abilities are being played."""
        cards = {"head": creature.head, "torso": creature.torso, "legs": creature.legs}
        parts = [self._part(part, card) for part, card in cards.items()]
        title = f"> {creature.number} <" if creature.number == acting else creature.number
        return [f"{title:^{len(parts[0])}}", *parts]

    def _part(self, part: str, card: str) -> str:
        """Draw a part, dotted if it is still missing."""
        left, right = OUTLINES[part]
        if card:
            return f"{left}{self.card(card)}{right}"
        return f"{left}{self._words.text(f'part.{part}'):.^{self._left + self._right + 1}}{right}"
