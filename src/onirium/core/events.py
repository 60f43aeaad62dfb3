"""Game events and their audiences.

An event names the piles between which cards move. A pile has a name, such as ``hand``; if a game
has more than one pile of a name, a number follows it, such as ``creature 2.3``.
"""

from operator import index
from typing import Final, SupportsIndex

from mypy_extensions import i64

EVERYONE: Final[i64] = 255
"""The audience of a public event, as a bit mask of seats."""

SPECTATOR: Final[i64] = 7
"""The seat of spectators, who belong to the audience of public events only."""


def split_pile_name(pile: str) -> tuple[str, str]:
    """Return the name of a pile and its number, or an empty string if it has none.

    >>> split_pile_name("creature 2.3"), split_pile_name("hand")
    (('creature', '2.3'), ('hand', ''))
    """
    name, _, number = pile.rpartition(" ")
    return (name, number) if number[:1].isdecimal() else (pile, "")


class Event:
    """One event of a game. Every seat learns of the event; only its audience sees the cards.

    Attributes:
        kind: the kind of event, a code of the game.
        seat: the seat that acts or is affected.
        cards: the cards; ``None`` for a card hidden from the viewer.
        source: the pile that the cards leave, or empty.
        target: the pile that the cards enter, or empty.
        audience: the seats that see the cards, as a bit mask.

    >>> look = Event("look", 0, (7,), "deck", "peeked", audience=0b01)
    >>> look.seen_by(0).cards, look.seen_by(1).cards
    ((7,), (None,))
    """

    def __init__(
        self,
        kind: str,
        seat: int,
        cards: tuple[int | None, ...] = (),
        source: str = "",
        target: str = "",
        audience: int = EVERYONE,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.cards = cards
        self.source = source
        self.target = target
        self.audience = audience

    def seen_by(self, seat: SupportsIndex) -> "Event":
        """Return the event as a seat sees it, with hidden cards replaced by ``None``."""
        if self.audience >> index(seat) & 1:
            return self
        hidden: tuple[int | None, ...] = (None,) * len(self.cards)
        return Event(self.kind, self.seat, hidden, self.source, self.target, self.audience)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Event{self._key()}"

    def __reduce__(self) -> tuple[object, ...]:
        return (Event, self._key())

    def _key(self) -> tuple[str, int, tuple[int | None, ...], str, str, int]:
        return (self.kind, self.seat, self.cards, self.source, self.target, self.audience)
