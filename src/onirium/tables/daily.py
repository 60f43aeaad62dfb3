"""The deal of the day, the same for everybody; and proof that no deal was changed later."""

import datetime as dt
import hashlib

from onirium.core.chance import derive_key
from onirium.games.registry import load


def today() -> dt.date:
    """Return the day that it is in UTC: a day is the same one for everybody."""
    return dt.datetime.now(dt.UTC).date()


def daily_seed(game: str, date: dt.date) -> int:
    """Return the seed of the deal of a day.

    Args:
        game: the name of the game; the version of its rules counts as well, since the same cards
            are another game by other rules.
        date: the day.

    Raises:
        OptionError: if there is no such game.

    >>> day = dt.date(2026, 11, 21)
    >>> daily_seed("onirim", day) == daily_seed("onirim", day)
    True
    """
    return derive_key(0, f"daily {game} {load(game).rules_version} {date.isoformat()}")


def seed_commitment(seed: int) -> str:
    """Return what is shown of a seed before a game: whoever sees the seed later can check it.

    >>> commitment(1)[:16]
    '6b86b273ff34fce1'
    """
    return hashlib.sha256(str(seed).encode()).hexdigest()
