"""Caches replies that the event log does not contain, so that a retry gets the same reply."""

from typing import Final

from onirium.tables.errors import CommandRejected
from onirium.web.live.protocol.messages import Invitation

MAX_CACHED_REPLIES: Final = 500
"""Replies cached for each table; the oldest is dropped first."""


class ReplyCache:
    """Rejections, and invitations with their secrets, by idempotency key.

    A network may deliver a command twice, or so late that the client has already sent a copy. A
    command that was rejected once must not succeed later only because the table has changed.
    """

    def __init__(self) -> None:
        self._replies: dict[str, Invitation | CommandRejected] = {}

    def __len__(self) -> int:
        return len(self._replies)

    def put(self, key: str, reply: Invitation | CommandRejected) -> None:
        """Cache the reply to a command; a retry without a key cannot be recognized."""
        if key:
            self._replies[key] = _detached(reply) if isinstance(reply, CommandRejected) else reply
            if len(self._replies) > MAX_CACHED_REPLIES:
                del self._replies[next(iter(self._replies))]

    def get(self, key: str) -> Invitation | None:
        """Return the reply to an earlier command with this key, if one is cached.

        Raises:
            CommandRejected: if that command was rejected.
        """
        reply = self._replies.get(key)
        if isinstance(reply, CommandRejected):
            raise _detached(reply)
        return reply


def _detached(rejection: CommandRejected) -> CommandRejected:
    """Return a copy without traceback, which would keep the frames of the call alive."""
    return CommandRejected(rejection.code, **rejection.values)
