"""A face-down deck, as far as anybody knows it."""

from typing import Final

from librt.random import Random
from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

HIDDEN: Final[i64] = 255
"""Stands for a card that is not known; no game has a kind of this number."""


class Deck:
    """A face-down deck: its known top, the multiset of unknown cards, its known bottom.

    Cards are small integers, their *kinds*. What nobody has seen has no place yet: drawing from
    the unknown part is chance, and shuffling is forgetting. Every card with a known place carries
    the set of seats that have seen it there, as a bit mask (bit 0 is seat 0).

    Attributes:
        unknown: how many unknown cards there are of each kind.
        unknown_size: how many unknown cards there are.
        top: the known cards on top; the last one is the next to be drawn.
        top_seen: who has seen each card of ``top``.
        bottom: the known cards at the bottom; the last one is the lowest.
        bottom_seen: who has seen each card of ``bottom``.

    >>> deck = Deck(vec[u8](bytes([2, 0, 1])))
    >>> deck.put_on_top(1, seen=0b01)
    >>> deck.size(), deck.next_is_known(), deck.draw_known()
    (4, True, (1, 1))
    >>> deck.draw_unknown(2)
    >>> deck.size(), list(deck.unknown)
    (2, [2, 0, 0])
    """

    def __init__(self, unknown: vec[u8]) -> None:
        self.unknown = unknown
        self.unknown_size: i64 = 0
        self.top = vec[u8]()
        self.top_seen = vec[u8]()
        self.bottom = vec[u8]()
        self.bottom_seen = vec[u8]()
        for count in unknown:
            self.unknown_size += i64(count)

    def copy_from(self, other: "Deck") -> None:
        """Become equal to another deck."""
        self.unknown = other.unknown[:]
        self.unknown_size = other.unknown_size
        self.top = other.top[:]
        self.top_seen = other.top_seen[:]
        self.bottom = other.bottom[:]
        self.bottom_seen = other.bottom_seen[:]

    def size(self) -> i64:
        """Count the cards of the deck."""
        return self.unknown_size + len(self.top) + len(self.bottom)

    def count(self, kind: i64) -> i64:
        """Count the cards of one kind, wherever in the deck they are."""
        found = i64(self.unknown[kind])
        for card in self.top:
            if i64(card) == kind:
                found += 1
        for card in self.bottom:
            if i64(card) == kind:
                found += 1
        return found

    def next_is_known(self) -> bool:
        """Tell whether the next card needs no chance: known, or the first of a known bottom."""
        return len(self.top) > 0 or (self.unknown_size == 0 and len(self.bottom) > 0)

    def draw_known(self) -> tuple[i64, i64]:
        """Take the next card of a deck whose next card is known; tell also who has seen it."""
        if len(self.top) > 0:
            self.top_seen, seen = pop(self.top_seen)
            self.top, card = pop(self.top)
        else:
            self.bottom_seen, seen = pop(self.bottom_seen, 0)
            self.bottom, card = pop(self.bottom, 0)
        return i64(card), i64(seen)

    def lowest_is_known(self) -> bool:
        """Tell whether the lowest card is known: at the bottom, or the last of a known top."""
        return len(self.bottom) > 0 or (self.unknown_size == 0 and len(self.top) > 0)

    def draw_lowest_known(self) -> tuple[i64, i64]:
        """Take the lowest card of a deck whose lowest card is known; tell also who has seen it."""
        if len(self.bottom) > 0:
            self.bottom_seen, seen = pop(self.bottom_seen)
            self.bottom, card = pop(self.bottom)
        else:
            self.top_seen, seen = pop(self.top_seen, 0)
            self.top, card = pop(self.top, 0)
        return i64(card), i64(seen)

    def draw_unknown(self, kind: i64) -> None:
        """Take an unknown card, of which chance has said the kind."""
        self.unknown[kind] -= 1
        self.unknown_size -= 1

    def kind_at(self, point: i64) -> i64:
        """Find the kind of the unknown card number ``point``, counting kind after kind."""
        kind: i64 = 0
        for count in self.unknown:
            point -= i64(count)
            if point < 0:
                break
            kind += 1
        return kind

    def put_on_top(self, kind: i64, seen: i64) -> None:
        """Lay a card on the deck, its place known to the seats ``seen``."""
        self.top = append(self.top, u8(kind))
        self.top_seen = append(self.top_seen, u8(seen))

    def put_at_bottom(self, kind: i64, seen: i64) -> None:
        """Lay a card under the deck, its place known to the seats ``seen``."""
        self.bottom = append(self.bottom, u8(kind))
        self.bottom_seen = append(self.bottom_seen, u8(seen))

    def shuffle(self) -> None:
        """Forget every place."""
        while len(self.top) > 0:
            card, _seen = self.draw_known()
            self.add(card, 1)
        while len(self.bottom) > 0:
            card, _seen = self.draw_lowest_known()
            self.add(card, 1)

    def take_all(self, kind: i64) -> i64:
        """Take every card of a kind out of a shuffled deck, and tell how many there were."""
        count = i64(self.unknown[kind])
        self.add(kind, -count)
        return count

    def add(self, kind: i64, count: i64) -> None:
        """Add cards to the unknown ones; the caller shuffles."""
        self.unknown[kind] = u8(i64(self.unknown[kind]) + count)
        self.unknown_size += count

    def hide_unseen(self, seat: i64) -> None:
        """Put what a seat has not seen among the unknown cards, leaving ``HIDDEN`` in its place."""
        bit: i64 = 1 << seat
        place: i64
        for place in range(i64(len(self.top))):
            if i64(self.top_seen[place]) & bit == 0:
                self.add(i64(self.top[place]), 1)
                self.top[place] = u8(HIDDEN)
        for place in range(i64(len(self.bottom))):
            if i64(self.bottom_seen[place]) & bit == 0:
                self.add(i64(self.bottom[place]), 1)
                self.bottom[place] = u8(HIDDEN)

    def fill_hidden(self, random: Random) -> None:
        """Fill each concealed place with an unknown card at random."""
        place: i64
        for place in range(i64(len(self.top))):
            if i64(self.top[place]) == HIDDEN:
                self.top[place] = u8(self.draw_random(random))
        for place in range(i64(len(self.bottom))):
            if i64(self.bottom[place]) == HIDDEN:
                self.bottom[place] = u8(self.draw_random(random))

    def draw_random(self, random: Random) -> i64:
        """Take an unknown card at random, and tell its kind."""
        kind = self.kind_at(random.randrange(self.unknown_size))
        self.draw_unknown(kind)
        return kind
