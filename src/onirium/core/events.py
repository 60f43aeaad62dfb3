"""What happened in a game, and who may know it.

A pile has a name, such as ``hand``. Where a game has several piles of one name, each has a number
as well, such as ``creature 2.3``.
"""

from typing import Final

from mypy_extensions import i64

EVERYONE: Final[i64] = 255
"""The audience of an event whose cards all may know, as a bit mask of seats."""


SPECTATOR: Final[i64] = 7
"""The seat of those who only watch: they are part of everyone, and of no other audience."""


def split_pile_name(pile: str) -> tuple[str, str]:
    """Return the name of a pile, and its number if there are several of that name.

    >>> split_pile_name("creature 2.3"), split_pile_name("hand")
    (('creature', '2.3'), ('hand', ''))
    """
    name, _, number = pile.rpartition(" ")
    return (name, number) if number[:1].isdecimal() else (pile, "")


class Event:
    """One thing that happened: everybody learns of it, only the audience learns which cards.

    Attributes:
        kind: what happened, a code of the game.
        seat: who did it or to whom it happened.
        cards: the cards concerned; ``None`` in place of a card that the reader may not know.
        source: the pile they came from, or empty.
        target: the pile they went to, or empty.
        audience: the seats that may know the cards, as a bit mask.

    >>> look = Event("look", 0, (7,), "deck", "looked", audience=0b01)
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

    def seen_by(self, seat: int) -> "Event":
        """Return the event as a seat learns of it; seats are counted from 0."""
        if self.audience >> seat & 1:
            return self
        unknown: tuple[int | None, ...] = (None,) * len(self.cards)
        return Event(self.kind, self.seat, unknown, self.source, self.target, self.audience)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"Event{self._key()}"

    def _key(self) -> tuple[str, int, tuple[int | None, ...], str, str, int]:
        return (self.kind, self.seat, self.cards, self.source, self.target, self.audience)
