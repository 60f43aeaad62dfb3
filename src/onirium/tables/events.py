"""What can happen at a table. A table is its setup and its entries: nothing else is kept."""

from typing import TypeAlias

import msgspec


class Entry(msgspec.Struct, frozen=True, tag_field="kind", tag=str.lower):
    """Something that happened at a table; applied in order, entries make the table."""


class Moved(Entry, frozen=True):
    """A seat has decided.

    Attributes:
        seat: who decided; -1 at the beginning of the game.
        steps: the decisions, then what chance brought and computer players chose, in notation.
    """

    seat: int
    steps: list[str]


class Rewound(Entry, frozen=True):
    """A seat has taken back what it decided: the game stands where it had ``to`` actions."""

    seat: int
    to: int


class Asked(Entry, frozen=True):
    """A seat asks the others whether it may take back to where the game had ``to`` actions."""

    seat: int
    to: int


class Answered(Entry, frozen=True):
    """A seat agrees to the takeback that is asked for, or does not; the last to agree grants it."""

    seat: int
    yes: bool


class Resigned(Entry, frozen=True):
    """A seat has given up, which ends the game for all."""

    seat: int


class Sat(Entry, frozen=True):
    """Somebody has taken a seat.

    Attributes:
        seat: which seat.
        who: who plays it now, ``human`` or a computer player.
        holder: whose seat it is, also while a computer player plays it.
        steps: what came because of it, in notation: a computer player decides at once.
    """

    seat: int
    who: str
    holder: str
    steps: list[str] = []


class Hinted(Entry, frozen=True):
    """A seat was told what its choices promise; the game does not count then."""

    seat: int


class Invited(Entry, frozen=True):
    """A seat is free for whoever knows a secret, of which this is the hash."""

    seat: int
    secret: str


class Linked(Entry, frozen=True):
    """The host has switched the links to the table on or off; off, the secrets are void."""

    on: bool


class Said(Entry, frozen=True):
    """A seat has said one of the ready-made phrases."""

    seat: int
    phrase: str


class Followed(Entry, frozen=True):
    """The same people play again, at another table."""

    table: str


AnyEntry: TypeAlias = (
    Moved
    | Rewound
    | Asked
    | Answered
    | Resigned
    | Sat
    | Hinted
    | Invited
    | Linked
    | Said
    | Followed
)
