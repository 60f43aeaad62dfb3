"""HTTP connections, with limits against slow and malformed requests."""

import asyncio
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from onirium.web.middleware.security import has_chunks
from onirium.web.ops.connections import CountedConnection, WriteTimeout

REQUEST_TIMEOUT_S: Final = 30.0
"""Time in which a request must arrive completely, body included."""

MAX_CONNECTIONS: Final = 10_000
"""Simultaneous connections, WebSockets included."""

_EMPTY_BODY: Final = b"Connection: close\r\nContent-Length: 0\r\n\r\n"
_SERVICE_UNAVAILABLE: Final = b"HTTP/1.1 503 Service Unavailable\r\n" + _EMPTY_BODY
_TOO_MANY_REQUESTS: Final = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\n" + _EMPTY_BODY
_REQUEST_TIMEOUT: Final = b"HTTP/1.1 408 Request Timeout\r\n" + _EMPTY_BODY


class HttpProtocol(WriteTimeout, CountedConnection, H11Protocol):
    """HTTP/1.1 with a timeout for each request and limits on connections."""

    _request_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeout of the first request.

        If there are too many connections, answer 503, or 429 if they have the same address.

        Args:
            transport: the transport of the new connection.
        """
        super().connection_made(transport)
        # Any unsent byte starts the timeout: a few would keep the connection open for good.
        transport.set_write_buffer_limits(high=0)
        self._start_timer()
        if not self.count_opened():
            self._close_with(_TOO_MANY_REQUESTS)
        elif len(self.connections) > MAX_CONNECTIONS:
            self._close_with(_SERVICE_UNAVAILABLE)

    def data_received(self, data: bytes) -> None:
        """Handle received bytes; the timer runs while a request is incomplete."""
        super().data_received(data)
        if self in self.connections and self.conn.their_state in {h11.IDLE, h11.SEND_BODY}:
            self._start_timer()
        else:
            self._cancel_timer()

    def discards_input(self) -> bool:
        """Return whether nothing more is parsed: after closing, an upgrade, or a chunked request.

        A chunk of one byte takes as long as thousands of bytes; the application answers 411.
        """
        is_open = self in self.connections and not super().discards_input()
        is_body = self.conn.their_state is h11.SEND_BODY
        return not is_open or (is_body and has_chunks(self.headers))

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout."""
        self._cancel_timer()
        self.count_closed()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Pass the connection on to the other protocol, which counts it itself."""
        super().handle_websocket_upgrade(event)
        self.count_closed()

    def _should_upgrade(self) -> bool:
        # Requests to upgrade to another protocol are served as plain HTTP.
        return self.scope["method"] == "GET" and self._get_upgrade() == b"websocket"

    def _start_timer(self) -> None:
        if self._request_timer is None:
            self._request_timer = self.loop.call_later(
                REQUEST_TIMEOUT_S, self._close_with, _REQUEST_TIMEOUT
            )

    def _close_with(self, response: bytes) -> None:
        self.transport.write(response)
        self.transport.close()

    def _cancel_timer(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None
