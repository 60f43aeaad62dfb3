"""Cards of Onirim in words: one, several in order, a pile, what a tower or a Premonition says."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from onirium.games.onirim.components import COLOURS, LOWEST_TOWER
from onirium.games.onirim.expansions.towers.components import (
    LEFT_SIDES,
    MOON,
    RIGHT_SIDES,
    SUN,
    SUN_AND_MOON,
)
from onirium.games.onirim.view import HIDDEN
from onirium.i18n.catalog import Words

SYMBOLS_OF_SIDE: Final = {SUN: ("sun",), MOON: ("moon",), SUN_AND_MOON: ("sun", "moon")}


def colour_of(card: str) -> str:
    """Return the colour of a card that has one.

    >>> colour_of("red tower 3")
    'red'
    """
    return card.partition(" ")[0]


def is_tower(card: str) -> bool:
    """Tell whether a card is a tower."""
    return " tower " in card


def named(card: str, words: Words) -> str:
    """Return the name of a card."""
    return words.text(f"card.{card}")


def listed(cards: Sequence[str], words: Words) -> str:
    """Name cards in order, towers with their sides; hidden ones side by side are counted.

    >>> listed(["red sun", "?", "?"], Words("en", "onirim"))
    'red sun, 2 × hidden card'
    """
    names: list[str] = []
    for card, alike in groupby(cards):
        number = len(list(alike))
        names += [_times(card, number, words)] if card == HIDDEN else [_shown(card, words)] * number
    return ", ".join(names)


def piled(cards: Mapping[str, int], words: Words) -> str:
    """Name the cards of a pile, each kind once."""
    return ", ".join(_times(card, number, words) for card, number in cards.items())


def sides(tower: str, words: Words) -> str:
    """O1.3 Return the left and the right side of a tower.

    >>> sides("red tower 3", Words("en", "onirim"))
    'sun+moon|moon'
    """
    colour, _, number = tower.split()
    place = int(number) - int(LOWEST_TOWER)
    colour_place = COLOURS.index(colour)
    return "|".join(
        _side(sides_of_all[colour_place][place], words)
        for sides_of_all in (LEFT_SIDES, RIGHT_SIDES)
    )


def premonition(card: str, words: Words) -> str:
    """O10.6 Return the condition and the penalty of a Premonition."""
    return words.text(f"premonition.{colour_of(card)}")


def _side(side: int, words: Words) -> str:
    symbols = SYMBOLS_OF_SIDE.get(side, ("blank",))
    return "+".join(words.text(f"symbol.{symbol}") for symbol in symbols)


def _shown(card: str, words: Words) -> str:
    if not is_tower(card):
        return named(card, words)
    # So long a name should not be broken between two lines.
    return f"{named(card, words)} ({sides(card, words)})".replace(" ", "\N{NO-BREAK SPACE}")


def _times(card: str, number: int, words: Words) -> str:
    return named(card, words) if number == 1 else f"{number} × {named(card, words)}"
