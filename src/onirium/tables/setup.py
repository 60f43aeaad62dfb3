"""How a table is laid: the game, the seats, whose they are, and what settles its chance."""

from typing import Any, Final, Literal

import msgspec

NO_SEAT: Final = -1
"""Stands for no seat."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """How a table was laid.

    Attributes:
        game: the name of the game.
        options: its options.
        occupants: who plays each seat, ``human`` or a computer player.
        owner_ids: whose each seat is, as a hashed token; empty for a seat that nobody holds.
        host_id: who laid the table, as a hashed token.
        seed: what settles chance and the dice of computer players.
        kind: a table like any other, the ranked try at the deal of a day, or a lesson.
        date: the day of the deal, else empty.
        created_at: when, in UTC.
        script: what comes in a lesson, in notation; when it is used up, the game goes on freely.
        opening: what has been played already where the game begins, in notation.
        unranked: whether the game does not count, from the beginning.
    """

    game: str
    options: dict[str, Any]
    occupants: list[str]
    owner_ids: list[str]
    host_id: str
    seed: int
    kind: Literal["table", "daily", "lesson"] = "table"
    date: str = ""
    created_at: str = ""
    script: list[str] = []
    opening: list[str] = []
    unranked: bool = False


class Seat(msgspec.Struct):
    """A seat of a table.

    Attributes:
        occupant: who plays it, ``human`` or a computer player.
        owner_id: whose it is, as a hashed token, also while a computer player plays it.
        invitation_hash: the hash of the secret that lets somebody take it, or empty.
    """

    occupant: str
    owner_id: str
    invitation_hash: str = ""
