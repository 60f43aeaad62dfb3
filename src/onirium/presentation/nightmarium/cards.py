"""Cards of Nightmarium as text: single cards, lists, and hands or piles by legion."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from onirium.games.nightmarium.components import LEGIONS
from onirium.i18n.catalog import Words
from onirium.presentation.card_names import display_name, with_count


def legion_of(card: str) -> str:
    """Return the legion of a card.

    >>> legion_of("necronaut head/torso weeper")
    'necronaut'
    """
    return card.partition(" ")[0]


def ability_of(card: str) -> str:
    """Return the ability of a card, or an empty string.

    >>> ability_of("necronaut head/torso weeper"), ability_of("necronaut legs")
    ('weeper', '')
    """
    return "".join(card.split()[2:])


def describe_card(_card: str, _words: Words) -> str:
    """Return nothing: the name of a card contains all that its picture shows."""
    return ""


def list_cards(cards: Iterable[str], words: Words) -> str:
    r"""Return the names of cards, with counts for equal ones.

    >>> list_cards(["chimerid legs", "chimerid legs", "chimerid torso"], Words("en", "nightmarium"))
    '2\xa0×\xa0Chimerid legs, Chimerid torso'
    """
    return ", ".join(
        with_count(display_name(card, words), count) for card, count in Counter(cards).items()
    )


def list_by_legion(cards: Sequence[str], words: Words) -> Iterator[str]:
    """Yield the cards of a hand, a line for each legion.

    >>> words = Words("en", "nightmarium")
    >>> list(list_by_legion(["necronaut legs", "necronaut head weeper"], words))
    ['Necronauts: legs, head (Weeper)']
    """
    for legion in LEGIONS:
        shape_counts = Counter(_shape(card, words) for card in cards if legion_of(card) == legion)
        if shape_counts:
            shapes = ", ".join(with_count(shape, count) for shape, count in shape_counts.items())
            yield f"{words.text(f'legions.{legion}')}: {shapes}"


def count_legions(pile: Mapping[str, int], words: Words) -> str:
    """Return the number of cards of each legion in a pile.

    >>> count_legions({"chimerid head": 2, "chimerid legs": 1}, Words("en", "nightmarium"))
    'Chimeridae 3'
    """
    counts = Counter[str]()
    for card, count in pile.items():
        counts[legion_of(card)] += count
    return ", ".join(
        f"{words.text(f'legions.{legion}')} {counts[legion]}"
        for legion in LEGIONS
        if counts[legion]
    )


def abilities_of(cards: Iterable[str], words: Words) -> str:
    """Return the names of the abilities of cards, in order."""
    return ", ".join(words.text(f"ability.{name}") for name in map(ability_of, cards) if name)


def _shape(card: str, words: Words) -> str:
    """Return the parts and the ability of a card, without its legion."""
    parts = "/".join(words.text(f"part.{part}") for part in card.split()[1].split("/"))
    ability = abilities_of([card], words)
    return f"{parts} ({ability})" if ability else parts
