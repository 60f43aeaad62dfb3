"""The daily deal: one seed per game and date for all users of a server."""

import datetime as dt
import hashlib
from typing import NamedTuple

from onirium.core.chance import derive_key
from onirium.games.registry import load
from onirium.tables.setup import SALT_BYTES


class DailyDeal(NamedTuple):
    """The deal of a game on a day.

    Attributes:
        seed: the seed of its tables.
        salt: the salt of the commitment to the seed.
    """

    seed: int
    salt: str


def today() -> dt.date:
    """Return the current date in UTC, so that a deal changes for all users at the same time."""
    return dt.datetime.now(dt.UTC).date()


def is_current(date: str) -> bool:
    """Return whether the deal of a date is still played; False for an empty date.

    >>> is_current(today().isoformat()), is_current("2026-11-21"), is_current("")
    (True, False, False)
    """
    return bool(date) and date >= today().isoformat()


def daily_deal(secret: str, game: str) -> DailyDeal:
    """Return the deal of a game on a day.

    Args:
        secret: the secret of the day, in hexadecimal digits.
        game: the name of the game; the version of its rules is part of the seed, because the same
            cards are another deal under other rules.

    Raises:
        OptionError: if there is no such game.

    >>> daily_deal("00ff", "onirim") == daily_deal("00ff", "onirim")
    True
    """
    name = f"daily {game} {load(game).rules_version}"
    salt = hashlib.blake2b(f"{secret} salt {name}".encode(), digest_size=SALT_BYTES).hexdigest()
    return DailyDeal(derive_key(int(secret, 16), name), salt)
