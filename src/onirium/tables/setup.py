"""The setup of a table: game, occupants, owners and seed."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, Literal

import msgspec

from onirium.core.chance import KEY_BITS

NO_SEAT: Final = -1
"""Placeholder for no seat."""

SALT_BYTES: Final = 16
"""Length of the salt of a commitment to the seed; see ``tables.commitment``."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """The initial configuration of a table; stored as JSON, so its fields are a file format.

    Attributes:
        game: the name of the game.
        options: its options.
        rules: the version of the rules.
        occupants: the occupant of each seat, ``human`` or the name of a bot.
        owner_ids: the owner of each seat, as a hashed token; empty for a seat without an owner.
        host_id: the creator of the table, as a hashed token.
        seed: the seed of chance and of the bots.
        salt: the salt of the commitment to the seed; empty in tables created before salts existed.
        kind: an ordinary table, the ranked attempt at a daily deal, or a tutorial.
        date: the date of the daily deal, also if it is played again or continued; else empty.
        created_at: time of creation, in UTC.
        script: the predetermined actions of a tutorial, in notation; then the game is free.
        opening: the actions already taken where the game begins, in notation.
        unranked: whether the game does not count, from its beginning.
        links_enabled: whether links to the table work at its beginning.
    """

    game: str
    options: dict[str, object]
    rules: int = 1
    occupants: list[str]
    owner_ids: list[str]
    host_id: str
    seed: int
    salt: str = ""
    kind: Literal["table", "daily", "tutorial"] = "table"
    date: str = ""
    created_at: str = ""
    script: list[str] = []
    opening: list[str] = []
    unranked: bool = False
    links_enabled: bool = True


def new_setup(
    game: str,
    options: Mapping[str, object],
    rules: int,
    occupants: Sequence[str],
    owner_ids: Sequence[str],
    host_id: str,
    *,
    links_enabled: bool = True,
) -> Setup:
    """Return the setup of an ordinary table with a random seed, created now.

    The arguments are those of ``Setup``.
    """
    return Setup(
        game=game,
        options=dict(options),
        rules=rules,
        occupants=list(occupants),
        owner_ids=list(owner_ids),
        host_id=host_id,
        seed=secrets.randbits(KEY_BITS),
        salt=secrets.token_hex(SALT_BYTES),
        created_at=utc_now(),
        links_enabled=links_enabled,
    )


def utc_now() -> str:
    """Return the time of creation of a table, in UTC and to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Seat(msgspec.Struct):
    """A seat of a table.

    Attributes:
        occupant: ``human`` or the name of a bot.
        owner_id: the owner, as a hashed token, also while a bot plays.
        invitation_hash: the hash of the secret that lets a user take the seat, or empty.
    """

    occupant: str
    owner_id: str
    invitation_hash: str = ""
