"""N4 Creatures as pictures: head, torso and legs, with placeholders for missing parts."""

from collections.abc import Sequence
from typing import Final

from onirium.games.nightmarium.components import ABILITIES, LEGIONS
from onirium.games.nightmarium.view import CreatureView
from onirium.i18n.catalog import Words
from onirium.presentation.nightmarium.cards import ability_of, legion_of
from onirium.terminal.console import Picture, PictureRow

OUTLINES: Final = {"head": ("(", ")"), "torso": ("[", "]"), "legs": ("/", "\\")}
"""The parts from the top, and the characters left and right of each."""

SIZES: Final = ("", "short.")
"""Prefixes of the catalogue keys of abilities for each size, the largest first."""


def pictures(creatures: Sequence[CreatureView], acting: str, words: Words) -> list[PictureRow]:
    r"""Return creatures as pictures in every size, with their numbers above.

    Args:
        creatures: the creatures of a player.
        acting: the number of the creature whose abilities are being played.
        words: the texts of the game.

    >>> beast = CreatureView("2.1", "necronaut legs weeper", "insektoid torso", "")
    >>> [[large], _] = pictures([beast], "2.1", Words("en", "nightmarium"))
    >>> print("\n".join(large))
          > 2.1 <
    (.......head.......)
    [Insek             ]
    /Necro  Weeper     \
    """
    return [
        [painter.creature(creature, acting) for creature in creatures]
        for painter in painters(words)
    ]


def painters(words: Words) -> list["CreaturePainter"]:
    """Return a painter for each size, the largest first."""
    return [CreaturePainter(size, words) for size in SIZES]


class CreaturePainter:
    """Draws creatures in one size, with fixed column widths."""

    def __init__(self, size: str, words: Words) -> None:
        self._words = words
        self._legions = {name: words.text(f"short.legion.{name}") for name in LEGIONS}
        self._abilities = {name: words.text(f"{size}ability.{name}") for name in ABILITIES}
        self._left = max(map(len, self._legions.values()))
        self._right = max(map(len, self._abilities.values()))

    def card(self, card: str) -> str:
        """Return the line of a card: its legion and its ability, in columns."""
        legion = self._legions[legion_of(card)]
        ability = self._abilities.get(ability_of(card), "")
        return f"{legion:<{self._left}} {ability:<{self._right}}"

    def creature(self, creature: CreatureView, acting: str) -> Picture:
        """Return the picture of a creature; the number of the acting one is marked."""
        cards = {"head": creature.head, "torso": creature.torso, "legs": creature.legs}
        parts = [self._part(part, card) for part, card in cards.items()]
        title = f"> {creature.number} <" if creature.number == acting else creature.number
        return [f"{title:^{len(parts[0])}}", *parts]

    def _part(self, part: str, card: str) -> str:
        """Return the line of a part, dotted if it is missing."""
        left, right = OUTLINES[part]
        if card:
            return f"{left}{self.card(card)}{right}"
        return f"{left}{self._words.text(f'part.{part}'):.^{self._left + self._right + 1}}{right}"
