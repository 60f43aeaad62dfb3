"""Admission of commands: size, rate limit and decoding, before anything is executed."""

import time
from typing import Final

from onirium.tables.errors import CommandRejected
from onirium.web.live.clients import Client
from onirium.web.live.protocol.commands import (
    MAX_MESSAGE_BYTES,
    AnyCommand,
    MalformedMessage,
    SendPhrase,
    decode_command,
)
from onirium.web.live.reply_cache import ReplyCache
from onirium.web.middleware.rate_limit import RateLimiter, RateLimits

INTAKE_BYTES: Final = 500
BUCKET_BYTES: Final = 300
REPLY_BYTES: Final = 5_000
"""Measured with invitations, the longest replies, and rounded up."""


class CommandIntake:
    """Decodes the messages of clients at one table, or rejects them.

    It outlives the session of its table: a client that reconnects alone is subject to the same rate
    limit, and receives the same reply to the same command.

    Args:
        limits: the rate limits of a user.

    Attributes:
        replies: the replies that the event log does not contain.
    """

    def __init__(self, limits: RateLimits) -> None:
        self._rate_limiter = RateLimiter(limits)
        self.replies = ReplyCache()

    def estimate_size_bytes(self) -> int:
        """Return the estimated size."""
        bucket_bytes = len(self._rate_limiter) * BUCKET_BYTES
        return INTAKE_BYTES + bucket_bytes + len(self.replies) * REPLY_BYTES

    def decode(self, client: Client, message: str | bytes) -> AnyCommand:
        """Decode a message; malformed ones count towards the rate limit, too.

        Raises:
            CommandRejected: as ``message_too_large``, ``malformed`` or ``rate_limited``.
        """
        size = len(message.encode()) if isinstance(message, str) else len(message)
        if size > MAX_MESSAGE_BYTES:
            self.check_rate(client)
            raise CommandRejected("message_too_large", most=MAX_MESSAGE_BYTES)
        try:
            command = decode_command(message)
        except MalformedMessage as error:
            self.check_rate(client)
            raise CommandRejected("malformed", reason=str(error)) from None
        self.check_rate(client, is_phrase=isinstance(command, SendPhrase))
        return command

    def check_rate(self, client: Client, *, is_phrase: bool = False) -> None:
        """Count a message towards the rate limit of its sender.

        Raises:
            CommandRejected: as ``rate_limited``, if the limit is exceeded.
        """
        if not self._rate_limiter.allow(_rate_key(client), time.monotonic(), is_phrase=is_phrase):
            raise CommandRejected("rate_limited")

    def is_flooded_by(self, client: Client) -> bool:
        """Return whether a client exceeds its rate limit so far that it has to be disconnected."""
        return self._rate_limiter.is_flooded_by(_rate_key(client))

    def forget(self, client: Client) -> None:
        """Release the rate limit of an anonymous client; that of a user outlives the client."""
        self._rate_limiter.reset(_anonymous_key(client))


def _rate_key(client: Client) -> str:
    """Return the key of a rate limit: the user, or the client if it has no cookie."""
    return client.viewer.user_id or _anonymous_key(client)


def _anonymous_key(client: Client) -> str:
    return str(id(client))
