"""How much somebody may ask for in a while."""

from typing import Final

import msgspec

WINDOW: Final = 10.0
"""The limits are numbers for so many seconds."""

PATIENCE: Final = 5
"""Whoever asks for so many times the limit is shown out."""


class Limits(msgspec.Struct, frozen=True):
    """What a visitor may do at a table in ten seconds, and with how many windows at once.

    Attributes:
        actions: messages of any kind but phrases.
        phrases: phrases said.
        sockets: windows in which the same table is open.
    """

    actions: int = 20
    phrases: int = 10
    sockets: int = 8


class Pace:
    """Counts what one visitor asks for: so many at once, and as many again in ten seconds."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._left = float(limit)
        self._since = 0.0

    def allows(self, now: float) -> bool:
        """Count one thing more, at a time in seconds; tell whether that is not too much.

        >>> pace = Pace(2)
        >>> [pace.allows(now) for now in (0.0, 0.0, 0.0, 5.0)]
        [True, True, False, False]
        """
        gained = (now - self._since) * self._limit / WINDOW
        self._left = min(self._left + gained, float(self._limit)) - 1
        self._since = now
        return self._left >= 0

    def is_exhausted(self) -> bool:
        """Tell whether far too much was asked for."""
        return self._left < -self._limit * PATIENCE
