"""A face-down deck with partial knowledge of its order."""

from typing import Final

from librt.random import Random
from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

HIDDEN: Final[i64] = 255
"""Placeholder for a hidden card; no game has a kind with this number."""


class Deck:
    """A face-down deck: a known top, a multiset of unknown cards and a known bottom.

    Cards are small integers, their *kinds*. Cards that no seat has seen are not ordered until they
    are drawn: drawing one is a chance outcome, and shuffling moves all cards to the multiset. This
    keeps the state free of hidden order, so that equal information means equal states. A card at a
    known position carries the bit mask of the seats that have seen it there (bit 0 is seat 0).

    Attributes:
        unknown: the number of unknown cards of each kind.
        unknown_size: the number of unknown cards.
        top: the known cards on top; the last one is drawn next.
        top_seen: for each card of ``top`` the seats that have seen it.
        bottom: the known cards at the bottom; the last one is the lowest.
        bottom_seen: for each card of ``bottom`` the seats that have seen it.

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
        """Copy the contents of another deck into this one."""
        self.unknown = other.unknown[:]
        self.unknown_size = other.unknown_size
        self.top = other.top[:]
        self.top_seen = other.top_seen[:]
        self.bottom = other.bottom[:]
        self.bottom_seen = other.bottom_seen[:]

    def size(self) -> i64:
        """Return the number of cards in the deck."""
        return self.unknown_size + len(self.top) + len(self.bottom)

    def count(self, kind: i64) -> i64:
        """Return the number of cards of one kind anywhere in the deck."""
        count = i64(self.unknown[kind])
        for card in self.top:
            if i64(card) == kind:
                count += 1
        for card in self.bottom:
            if i64(card) == kind:
                count += 1
        return count

    def next_is_known(self) -> bool:
        """Return whether the next card is known, on top or as the first of a known bottom."""
        return len(self.top) > 0 or (self.unknown_size == 0 and len(self.bottom) > 0)

    def draw_known(self) -> tuple[i64, i64]:
        """Remove the next card, which must be known; return it and the seats that saw it."""
        if len(self.top) > 0:
            self.top_seen, seen = pop(self.top_seen)
            self.top, card = pop(self.top)
        else:
            self.bottom_seen, seen = pop(self.bottom_seen, 0)
            self.bottom, card = pop(self.bottom, 0)
        return i64(card), i64(seen)

    def lowest_is_known(self) -> bool:
        """Return whether the lowest card is known, at the bottom or as the last of a known top."""
        return len(self.bottom) > 0 or (self.unknown_size == 0 and len(self.top) > 0)

    def draw_lowest_known(self) -> tuple[i64, i64]:
        """Remove the lowest card, which must be known; return it and the seats that saw it."""
        if len(self.bottom) > 0:
            self.bottom_seen, seen = pop(self.bottom_seen)
            self.bottom, card = pop(self.bottom)
        else:
            self.top_seen, seen = pop(self.top_seen, 0)
            self.top, card = pop(self.top, 0)
        return i64(card), i64(seen)

    def draw_unknown(self, kind: i64) -> None:
        """Remove an unknown card of a kind: the chance outcome of a draw."""
        self.unknown[kind] -= 1
        self.unknown_size -= 1

    def has_unknown(self, kind: i64) -> bool:
        """Return whether an unknown card of a kind is left; any number is allowed."""
        return 0 <= kind < len(self.unknown) and self.unknown[kind] > 0

    def kind_at(self, index: i64) -> i64:
        """Return the kind of the unknown card at an index, as if they were sorted by kind."""
        kind: i64 = 0
        for count in self.unknown:
            index -= i64(count)
            if index < 0:
                break
            kind += 1
        return kind

    def put_on_top(self, kind: i64, seen: i64) -> None:
        """Put a card on top, at a position known to the seats ``seen``."""
        self.top = append(self.top, u8(kind))
        self.top_seen = append(self.top_seen, u8(seen))

    def put_at_bottom(self, kind: i64, seen: i64) -> None:
        """Put a card at the bottom, at a position known to the seats ``seen``."""
        self.bottom = append(self.bottom, u8(kind))
        self.bottom_seen = append(self.bottom_seen, u8(seen))

    def shuffle(self) -> None:
        """Shuffle the deck: all positions become unknown."""
        while len(self.top) > 0:
            card, _seen = self.draw_known()
            self.add(card, 1)
        while len(self.bottom) > 0:
            card, _seen = self.draw_lowest_known()
            self.add(card, 1)

    def take_all(self, kind: i64) -> i64:
        """Remove all cards of a kind from a shuffled deck; return their number."""
        count = i64(self.unknown[kind])
        self.add(kind, -count)
        return count

    def add(self, kind: i64, count: i64) -> None:
        """Add cards to the unknown ones. The caller shuffles first."""
        self.unknown[kind] = u8(i64(self.unknown[kind]) + count)
        self.unknown_size += count

    def hide_unseen(self, seat: i64) -> None:
        """Make the cards that a seat has not seen unknown, leaving ``HIDDEN`` in their positions.

        ``fill_hidden`` completes the resampling.
        """
        bit: i64 = 1 << seat
        index: i64
        for index in range(i64(len(self.top))):
            if i64(self.top_seen[index]) & bit == 0:
                self.add(i64(self.top[index]), 1)
                self.top[index] = u8(HIDDEN)
        for index in range(i64(len(self.bottom))):
            if i64(self.bottom_seen[index]) & bit == 0:
                self.add(i64(self.bottom[index]), 1)
                self.bottom[index] = u8(HIDDEN)

    def fill_hidden(self, rng: Random) -> None:
        """Replace each ``HIDDEN`` by a random unknown card."""
        index: i64
        for index in range(i64(len(self.top))):
            if i64(self.top[index]) == HIDDEN:
                self.top[index] = u8(self.draw_random(rng))
        for index in range(i64(len(self.bottom))):
            if i64(self.bottom[index]) == HIDDEN:
                self.bottom[index] = u8(self.draw_random(rng))

    def draw_random(self, rng: Random) -> i64:
        """Remove a random unknown card and return its kind."""
        kind = self.kind_at(rng.randrange(self.unknown_size))
        self.draw_unknown(kind)
        return kind
