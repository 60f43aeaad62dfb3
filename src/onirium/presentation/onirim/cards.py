"""Cards of Onirim as text: single cards, lists, piles, towers and Premonitions."""

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
from onirium.presentation.card_names import display_name, with_count

SYMBOLS_OF_SIDE: Final = {SUN: ("sun",), MOON: ("moon",), SUN_AND_MOON: ("sun", "moon")}


def colour_of(card: str) -> str:
    """Return the colour of a card that has one.

    >>> colour_of("red tower 3")
    'red'
    """
    return card.partition(" ")[0]


def is_tower(card: str) -> bool:
    """Return whether a card is a tower."""
    return " tower " in card


def is_premonition(card: str) -> bool:
    """Return whether a card is a Premonition."""
    return card.endswith(" premonition")


def list_cards(cards: Sequence[str], words: Words) -> str:
    r"""Return the names of cards in order: towers with their sides, runs of hidden cards counted.

    >>> list_cards(["red sun", "?", "?"], Words("en", "onirim"))
    'red sun, 2\xa0×\xa0hidden card'
    """
    names: list[str] = []
    for card, run in groupby(cards):
        number = len(list(run))
        names += (
            [with_count(display_name(card, words), number)]
            if card == HIDDEN
            else [_tower_or_name(card, words)] * number
        )
    return ", ".join(names)


def list_pile(cards: Mapping[str, int], words: Words) -> str:
    """Return the names of the cards of a pile, with counts."""
    return ", ".join(
        with_count(display_name(card, words), number) for card, number in cards.items()
    )


def sides_of(tower: str, words: Words) -> tuple[str, str]:
    """O1.3 Return the left and the right side of a tower.

    >>> sides_of("red tower 3", Words("en", "onirim"))
    ('sun+moon', 'moon')
    """
    colour, _, number = tower.split()
    tower_index = int(number) - int(LOWEST_TOWER)
    colour_index = COLOURS.index(colour)
    return (
        _side(LEFT_SIDES[colour_index][tower_index], words),
        _side(RIGHT_SIDES[colour_index][tower_index], words),
    )


def describe_card(card: str, words: Words) -> str:
    """O1.3 Return the sides of a tower, or an empty string for another card.

    >>> describe_card("red tower 3", Words("en", "onirim"))
    'left sun+moon, right moon'
    """
    if not is_tower(card):
        return ""
    left, right = sides_of(card, words)
    return words.text("note.sides", left=left, right=right)


def describe_premonition(card: str, words: Words) -> str:
    """O10.6 Return the condition and the penalty of a Premonition."""
    return words.text(f"premonition.{colour_of(card)}")


def _side(side: int, words: Words) -> str:
    symbols = SYMBOLS_OF_SIDE.get(side, ("blank",))
    return "+".join(words.text(f"symbol.{symbol}") for symbol in symbols)


def _tower_or_name(card: str, words: Words) -> str:
    if not is_tower(card):
        return display_name(card, words)
    # Non-breaking spaces keep the long name on one line.
    sides = "|".join(sides_of(card, words))
    return f"{display_name(card, words)} ({sides})".replace(" ", "\N{NO-BREAK SPACE}")
