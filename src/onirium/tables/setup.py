"""How a table is laid: the game, the seats, whose they are, and what settles its chance."""

from typing import Any, Final, Literal

import msgspec

NOBODY: Final = -1
"""Stands for no seat."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """How a table was laid.

    Attributes:
        game: the name of the game.
        options: its options.
        seats: who plays each seat, ``human`` or a computer player.
        holders: whose each seat is, as a hashed token; empty for a seat that nobody holds.
        host: who laid the table, as a hashed token.
        seed: what settles chance and the dice of computer players.
        sort: a table like any other, the ranked try at the deal of a day, or a lesson.
        date: the day of the deal, else empty.
        begun: when, in UTC.
        script: what comes in a lesson, in notation; when it is used up, the game goes on freely.
        opening: what has been played already where the game begins, in notation.
        practice: whether the game does not count, from the beginning.
    """

    game: str
    options: dict[str, Any]
    seats: list[str]
    holders: list[str]
    host: str
    seed: int
    sort: Literal["table", "daily", "lesson"] = "table"
    date: str = ""
    begun: str = ""
    script: list[str] = []
    opening: list[str] = []
    practice: bool = False


class Seat(msgspec.Struct):
    """A seat of a table.

    Attributes:
        who: who plays it, ``human`` or a computer player.
        holder: whose it is, as a hashed token, also while a computer player plays it.
        invitation: the hash of the secret that lets somebody take it, or empty.
    """

    who: str
    holder: str
    invitation: str = ""
