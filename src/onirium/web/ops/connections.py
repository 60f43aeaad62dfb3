"""Limits that HTTP and WebSocket connections share: number, processor time, unread output."""

import asyncio
from time import thread_time
from typing import Any, Final, cast

import uvicorn

from onirium.web.middleware.rate_limit import (
    ConnectionLimiter,
    address_key,
    client_address,
    unmap_address,
)
from onirium.web.middleware.server_time import ServerTime

WRITE_TIMEOUT_S: Final = 30.0
"""Time in which a client must read enough for writing to resume."""

MAX_PARSED_BYTES: Final = 4096
"""Bytes that are parsed at once; the rest is discarded if they close the connection."""


class ServerConfig(uvicorn.Config):
    """The configuration of a server, with limits on what each address uses.

    Args:
        connections: limits the open connections.
        server_time: limits the time of the event loop.
    """

    def __init__(
        self,
        connections: ConnectionLimiter,
        server_time: ServerTime,
        *arguments: Any,
        **keywords: Any,
    ) -> None:
        super().__init__(*arguments, **keywords)
        self.connections = connections
        self.server_time = server_time


class WriteTimeout(asyncio.Protocol):
    """Mixin that aborts a connection whose client stops reading."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _write_timer: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Start the timeout."""
        super().pause_writing()
        self._write_timer = self.abort_later()

    def resume_writing(self) -> None:
        """Cancel the timeout."""
        # After an upgrade, this protocol may be resumed although its predecessor was paused.
        if self._write_timer is not None:
            self._write_timer.cancel()
        super().resume_writing()

    def abort_later(self) -> asyncio.TimerHandle:
        """Return the timer that aborts the connection."""
        return self.loop.call_later(WRITE_TIMEOUT_S, self.transport.abort)


class CountedConnection(asyncio.Protocol):
    """Mixin that counts the open connections of each address, and the time of parsing.

    Attributes:
        client: address and port of the peer.
    """

    config: uvicorn.Config
    client: tuple[str, int] | None
    loop: asyncio.AbstractEventLoop
    scope: Any = None
    transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Name an IPv4 peer of an IPv6 socket by its IPv4 address, as the settings name proxies."""
        super().connection_made(transport)
        if self.client is not None:
            self.client = unmap_address(self.client[0]), self.client[1]

    def count_opened(self) -> bool:
        """Count the connection; return whether it is within the limit of its address."""
        return self._limiter.open(self._address)

    def count_closed(self) -> None:
        """Release the connection."""
        self._limiter.close(self._address)

    def data_received(self, data: bytes) -> None:
        """Parse received bytes; charge the time to the address that sent them."""
        started_at = thread_time()
        for start in range(0, len(data), MAX_PARSED_BYTES):
            if not self.discards_input():
                super().data_received(data[start : start + MAX_PARSED_BYTES])
        # Later, because the application replaces the address of a proxy in the scope.
        self.loop.call_soon(self._charge, thread_time() - started_at)

    def discards_input(self) -> bool:
        """Return whether nothing more is parsed."""
        return self.transport.is_closing()

    def _charge(self, seconds: float) -> None:
        address = client_address(self.scope) if self.scope else self._address
        cast("ServerConfig", self.config).server_time.charge(address_key(address), seconds)

    @property
    def _limiter(self) -> ConnectionLimiter:
        return cast("ServerConfig", self.config).connections

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""
