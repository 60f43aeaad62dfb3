"""The daily deal: one seed per game and date for all users, and its commitment."""

import datetime as dt
import hashlib

from onirium.core.chance import derive_key
from onirium.games.registry import load


def today() -> dt.date:
    """Return the current date in UTC, so that a deal changes for all users at the same time."""
    return dt.datetime.now(dt.UTC).date()


def daily_seed(game: str, date: dt.date) -> int:
    """Return the seed of a daily deal.

    Args:
        game: the name of the game; the version of its rules is part of the seed, because the same
            cards are another deal under other rules.
        date: the date.

    Raises:
        OptionError: if there is no such game.

    >>> day = dt.date(2026, 11, 21)
    >>> daily_seed("onirim", day) == daily_seed("onirim", day)
    True
    """
    return derive_key(0, f"daily {game} {load(game).rules_version} {date.isoformat()}")


def seed_commitment(seed: int) -> str:
    """Return the SHA-256 commitment to a seed.

    It is shown before the game; afterwards the seed is revealed, and anyone can check that the deal
    was not changed.

    >>> seed_commitment(1)[:16]
    '6b86b273ff34fce1'
    """
    return hashlib.sha256(str(seed).encode()).hexdigest()
