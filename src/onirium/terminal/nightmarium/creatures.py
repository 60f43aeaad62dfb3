"""N4 Creatures as pictures: head, torso and legs, with placeholders for missing parts."""

from collections.abc import Sequence
from typing import Final

from onirium.games.nightmarium.components import ABILITIES, LEGIONS
from onirium.games.nightmarium.view import CreatureView
from onirium.i18n.catalog import Words
from onirium.presentation.nightmarium.cards import ability_of, legion_of
from onirium.terminal.console import Gallery, Picture

OUTLINES: Final = {"head": ("(", ")"), "torso": ("[", "]"), "legs": ("/", "\\")}
"""The parts from the top, and the characters left and right of each."""

SIZES: Final = ("", "short.")
"""Prefixes of the catalogue keys of abilities for each size, the largest first."""


def pictures(creatures: Sequence[CreatureView], acting: str, words: Words) -> Gallery:
    r"""Return creatures as pictures in every size with their numbers above, and in one line.

    Args:
        creatures: the creatures of a player.
        acting: the number of the creature whose abilities are being played.
        words: the texts of the game.

    >>> beast = CreatureView("2.1", "necronaut legs weeper", "insektoid torso", "")
    >>> gallery = pictures([beast], "2.1", Words("en", "nightmarium"))
    >>> for line in gallery.sizes[0][0]:
    ...     print(line.rstrip())
          > 2.1 <
    (.......head.......)
    [Insek             ]
    /Necro  Weeper     \
    >>> print(gallery.summary.replace("\N{NO-BREAK SPACE}", " "))
    > 2.1 < [Insek] /Necro Weeper\
    """
    sizes = painters(words)
    return Gallery(
        [[painter.creature(creature, acting) for creature in creatures] for painter in sizes],
        "  ".join(sizes[-1].line(creature, acting) for creature in creatures),
    )


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
        parts = [self._part(part, card) for part, card in _cards(creature).items()]
        return [f"{_title(creature, acting):^{len(parts[0])}}", *parts]

    def line(self, creature: CreatureView, acting: str) -> str:
        """Return a creature as one line that is not wrapped, without its missing parts."""
        parts = [
            OUTLINES[part][0] + " ".join(self.card(card).split()) + OUTLINES[part][1]
            for part, card in _cards(creature).items()
            if card
        ]
        return " ".join([_title(creature, acting), *parts]).replace(" ", "\N{NO-BREAK SPACE}")

    def _part(self, part: str, card: str) -> str:
        """Return the line of a part, dotted if it is missing."""
        left, right = OUTLINES[part]
        if card:
            return f"{left}{self.card(card)}{right}"
        return f"{left}{self._words.text(f'part.{part}'):.^{self._left + self._right + 1}}{right}"


def _cards(creature: CreatureView) -> dict[str, str]:
    """Return the card of each part, from the top; an empty string if it is missing."""
    return {"head": creature.head, "torso": creature.torso, "legs": creature.legs}


def _title(creature: CreatureView, acting: str) -> str:
    return f"> {creature.number} <" if creature.number == acting else creature.number
