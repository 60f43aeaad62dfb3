"""How much somebody may ask for in a while."""

from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

import msgspec

WINDOW: Final = 10.0
"""The limits are numbers for so many seconds."""

PATIENCE: Final = 5
"""Whoever asks for so many times the limit is shown out."""

MOST_COUNTED: Final = 10_000
"""So many addresses are counted at once, or visitors at a table; beyond them all begin anew."""

HERE: Final = "here"
"""This computer, by whatever address."""

IPV4: Final = 4

HOUSEHOLD: Final = 64
"""So many bits of a long address are the same for a household."""


class Limits(msgspec.Struct, frozen=True):
    """What a visitor may do at a table in ten seconds, and with how many windows at once.

    Attributes:
        actions: messages of any kind but phrases.
        phrases: phrases said.
        sockets: windows in which the same table is open.
        requests: requests from one address, whatever they are but for assets.
        windows: windows from one address, whatever is open in them.
    """

    actions: int = 20
    phrases: int = 10
    sockets: int = 8
    requests: int = 300
    windows: int = 200


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


class Paces:
    """Counts what each visitor of a table asks for; phrases are counted by themselves."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._paces: dict[tuple[str, bool], Pace] = {}

    def allow(self, who: str, now: float, *, phrase: bool) -> bool:
        """Count a message, at a time in seconds; tell whether that is not too much."""
        if len(self._paces) >= MOST_COUNTED:
            self._paces.clear()
        limit = self._limits.phrases if phrase else self._limits.actions
        return self._paces.setdefault((who, phrase), Pace(limit)).allows(now)

    def are_exhausted(self, who: str) -> bool:
        """Tell whether somebody asks for far too much."""
        return any(pace.is_exhausted() for (by, _), pace in self._paces.items() if by == who)

    def forget(self, who: str) -> None:
        """Count anew what somebody asks for."""
        for phrase in (False, True):
            self._paces.pop((who, phrase), None)


class Crowd:
    """Counts what comes from each address: behind one there may be a household or a school.

    This computer itself is not counted: a reverse proxy may stand here that does not say for whom
    it asks.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._paces: dict[str, Pace] = {}
        self._windows: dict[str, int] = {}

    def allows_request(self, address: str, now: float) -> bool:
        """Count a request, at a time in seconds; tell whether that is not too much."""
        place = _place(address)
        if place == HERE:
            return True
        if len(self._paces) >= MOST_COUNTED:
            self._paces.clear()
        return self._paces.setdefault(place, Pace(self._limits.requests)).allows(now)

    @contextmanager
    def window(self, address: str) -> Iterator[bool]:
        """Count a window as long as it is open; tell whether there are not too many."""
        place = _place(address)
        self._windows[place] = self._windows.get(place, 0) + 1
        try:
            yield place == HERE or self._windows[place] <= self._limits.windows
        finally:
            self._windows[place] -= 1
            if not self._windows[place]:
                del self._windows[place]


def _place(address: str) -> str:
    """Return what counts as one: of long addresses a single household has billions.

    >>> _place("192.0.2.7"), _place("2001:db8::7:1"), _place("::1"), _place("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', 'here', '192.0.2.7')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    if found.is_loopback:
        return HERE
    return str(found if found.version == IPV4 else ip_network((found, HOUSEHOLD), strict=False))
