"""N8 The hands of all players, with the public knowledge about each card."""

from typing import Final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from onirium.games.nightmarium.components import MAX_SEATS

_NO_CARDS: Final = vec[u8](bytes(MAX_SEATS))

KNOWN: Final[i64] = 255
"""The label of a card that all players saw enter the hand; it replaces the deck."""


class Hands:
    """All hands in one sequence, each sorted by card.

    N8.3 Each card is labelled with the deck of its origin, which is public: 0 is the present deck,
    1 the previous one, and so on.

    Attributes:
        cards: the cards, hand by hand.
        decks: the deck of each card, or ``KNOWN``.
        sizes: the number of cards in each hand.

    >>> hands = Hands(2)
    >>> hands.add(1, 7, 0), hands.add(0, 9, 0), hands.add(1, 3, KNOWN)
    (None, None, None)
    >>> list(hands.cards), list(hands.decks), list(hands.sizes)
    ([9, 3, 7], [0, 255, 0], [1, 2])
    """

    def __init__(self, seats: i64) -> None:
        self.cards = vec[u8]()
        self.decks = vec[u8]()
        self.sizes = _NO_CARDS[:seats]

    def copy_from(self, other: "Hands") -> None:
        """Copy other hands into these."""
        self.cards = other.cards[:]
        self.decks = other.decks[:]
        self.sizes = other.sizes[:]

    def begin(self, seat: i64) -> i64:
        """Return the index of the first card of a hand."""
        index: i64 = 0
        other: i64
        for other in range(seat):
            index += i64(self.sizes[other])
        return index

    def end(self, seat: i64) -> i64:
        """Return the index after the last card of a hand."""
        return self.begin(seat) + i64(self.sizes[seat])

    def add(self, seat: i64, card: i64, deck: i64) -> None:
        """Add a card to a hand."""
        begin = self.begin(seat)
        end = begin + i64(self.sizes[seat])
        cards = append(self.cards, u8(card))
        decks = append(self.decks, u8(deck))
        index: i64 = len(cards) - 1
        while index > end or (index > begin and _sorts_after(cards, decks, index - 1, card, deck)):
            cards[index] = cards[index - 1]
            decks[index] = decks[index - 1]
            index -= 1
        cards[index] = u8(card)
        decks[index] = u8(deck)
        self.cards = cards
        self.decks = decks
        self.sizes[seat] += 1

    def remove(self, seat: i64, card: i64) -> None:
        """Remove a card from a hand that holds it.

        N8.1 Of equal cards a publicly known one leaves first, then the one of the oldest deck.
        """
        index = self.end(seat) - 1
        while i64(self.cards[index]) != card:
            index -= 1
        self.cards, _card = pop(self.cards, index)
        self.decks, _deck = pop(self.decks, index)
        self.sizes[seat] -= 1

    def mark_previous_deck(self) -> None:
        """N8.3 Age the labels of all cards by one deck, after a reshuffle.

        Decks without a card in any hand are skipped, so that the labels stay consecutive.
        """
        labels = sorted({int(deck) for deck in self.decks if i64(deck) != KNOWN})
        ages = {label: age for age, label in enumerate(labels, start=1)}
        ages[int(KNOWN)] = int(KNOWN)
        self.decks = vec[u8](bytes([ages[int(deck)] for deck in self.decks]))


def _sorts_after(cards: vec[u8], decks: vec[u8], index: i64, card: i64, deck: i64) -> bool:
    """Return whether the card at an index sorts after another card."""
    if i64(cards[index]) != card:
        return i64(cards[index]) > card
    return i64(decks[index]) > deck
