"""Decides which of several servers runs the bots of a table."""

import time
from typing import Final

BOT_LEASE_S: Final = 6.0
"""The server that committed the latest event alone runs the bots of the table for this long."""

PRESENCE_REPLY_S: Final = 0.5
"""Time for other servers to report that they have the table open too."""


class BotLease:
    """The time during which this server leaves the bots of a table to another server.

    Without a lease, each server with the table open would compute every bot decision.
    """

    def __init__(self) -> None:
        self._opened = 0.0
        self._expires = 0.0

    def await_presence(self) -> None:
        """Leave the bots to others until their servers can have reported the table open."""
        self._opened = time.monotonic()
        self._expires = self._opened + PRESENCE_REPLY_S

    def on_presence(self) -> None:
        """Leave the bots to a server that reports the table open while this one opens it."""
        if time.monotonic() < self._opened + PRESENCE_REPLY_S:
            self.leave_to_others()

    def leave_to_others(self) -> None:
        """Leave the bots to the server that committed the latest event."""
        self._expires = time.monotonic() + BOT_LEASE_S

    def reclaim(self) -> None:
        """Run the bots here: this server has committed the latest event."""
        self._expires = 0.0

    def is_held_elsewhere(self) -> bool:
        """Return whether another server runs the bots at present."""
        return time.monotonic() < self._expires
