"""N8 The hands of all players, and what everybody knows of the cards in them."""

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from onirium.games.nightmarium.components import MAX_SEATS

_NO_CARDS: Final = vec[u8](bytes(MAX_SEATS))

KNOWN: Final[i64] = 255
"""Stands in place of a deck for a card that everybody has seen on its way into the hand."""


class Hands:
    """All hands, one behind the other, the cards of each in ascending order.

    N8.3 Of each card it is kept from which deck it was drawn, since everybody can count that: 0 is
    the present deck, 1 the youngest of the former ones, and so on.

    Attributes:
        cards: the cards, hand by hand.
        decks: the deck from which each card came, or ``KNOWN``.
        sizes: the number of cards in each hand.

    >>> hands = Hands(2)
    >>> hands.put(1, 7, 0), hands.put(0, 9, 0), hands.put(1, 3, KNOWN)
    (None, None, None)
    >>> list(hands.cards), list(hands.decks), list(hands.sizes)
    ([9, 3, 7], [0, 255, 0], [1, 2])
    """

    def __init__(self, seats: i64) -> None:
        self.cards = vec[u8]()
        self.decks = vec[u8]()
        self.sizes = _NO_CARDS[:seats]

    def copy_from(self, other: "Hands") -> None:
        """Become equal to other hands."""
        self.cards = other.cards[:]
        self.decks = other.decks[:]
        self.sizes = other.sizes[:]

    def begin(self, seat: i64) -> i64:
        """Return the place of the first card of a hand."""
        place: i64 = 0
        other: i64
        for other in range(seat):
            place += i64(self.sizes[other])
        return place

    def end(self, seat: i64) -> i64:
        """Return the place behind the last card of a hand."""
        return self.begin(seat) + i64(self.sizes[seat])

    def put(self, seat: i64, card: i64, deck: i64) -> None:
        """Put a card into a hand."""
        begin = self.begin(seat)
        end = begin + i64(self.sizes[seat])
        cards = append(self.cards, u8(card))
        decks = append(self.decks, u8(deck))
        place: i64 = len(cards) - 1
        while place > end or (place > begin and _is_above(cards, decks, place - 1, card, deck)):
            cards[place] = cards[place - 1]
            decks[place] = decks[place - 1]
            place -= 1
        cards[place] = u8(card)
        decks[place] = u8(deck)
        self.cards = cards
        self.decks = decks
        self.sizes[seat] += 1

    def take(self, seat: i64, card: i64) -> None:
        """Take a card out of a hand that holds it.

        N8.1 Of equal cards the one that everybody has seen leaves first, then the oldest.
        """
        place = self.end(seat) - 1
        while i64(self.cards[place]) != card:
            place -= 1
        self.cards, _card = pop(self.cards, place)
        self.decks, _deck = pop(self.decks, place)
        self.sizes[seat] -= 1

    def mark_previous_deck(self) -> None:
        """N8.3 The deck is made anew: what was drawn until now came from one before.

        Decks of which no hand holds a card any more are left out of the count.
        """
        labels = sorted({int(deck) for deck in self.decks if i64(deck) != KNOWN})
        ages = {label: age for age, label in enumerate(labels, start=1)}
        ages[int(KNOWN)] = int(KNOWN)
        self.decks = vec[u8](bytes([ages[int(deck)] for deck in self.decks]))


def _is_above(cards: vec[u8], decks: vec[u8], place: i64, card: i64, deck: i64) -> bool:
    """Tell whether the card at a place belongs behind another card."""
    if i64(cards[place]) != card:
        return i64(cards[place]) > card
    return i64(decks[place]) > deck
