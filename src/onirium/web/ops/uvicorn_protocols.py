"""Uvicorn protocol classes with timeouts against slow, half-open and malformed connections."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from http import HTTPStatus
from struct import Struct
from time import thread_time
from typing import Any, Final, TypeAlias, cast

import h11
import uvicorn
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from onirium.web.middleware.rate_limit import (
    ConnectionLimiter,
    TokenBucket,
    address_key,
    client_address,
    unmap_address,
)
from onirium.web.middleware.security import has_chunks
from onirium.web.middleware.server_time import ServerTime
from onirium.web.ops.asgi_extensions import IMMEDIATE_READ, IMMEDIATE_WRITE

MessageHandler: TypeAlias = Callable[[bytes], "asyncio.Task[None]"]

REQUEST_TIMEOUT_S: Final = 30.0
"""Time in which a request must arrive completely, body included."""

WRITE_TIMEOUT_S: Final = 30.0
"""Time in which a client must read enough for writing to resume."""

MAX_CONTROL_FRAMES: Final = 20
"""Pings, pongs and continuations of a WebSocket in ten seconds; five times as many close it.

Browsers do not split the short messages of our client. A continuation may be empty, so that no
limit on the size of messages ends a message of millions of them.
"""

MAX_WAITING_MESSAGES: Final = 150
"""Messages of a WebSocket that may wait for the one before; more than its rate limits permit."""

MAX_BYTES_AFTER_CLOSE: Final = 65_536
"""Bytes that a client may send after the close frame of the server."""

MAX_PARSED_BYTES: Final = 4096
"""Bytes that are parsed at once; the rest is discarded if they close the connection."""

MAX_CONNECTIONS: Final = 10_000
"""Simultaneous connections, WebSockets included."""

_LIMITED_OPCODES: Final = frozenset((Opcode.PING, Opcode.PONG, Opcode.CONT))

_FINAL_TEXT: Final = 0x80 | Opcode.TEXT
_MAX_SHORT_SIZE: Final = 125
_MAX_MEDIUM_SIZE: Final = 0xFFFF
_SHORT_HEADER: Final = Struct("!BB")
_MEDIUM_HEADER: Final = Struct("!BBH")
_LONG_HEADER: Final = Struct("!BBQ")

_EMPTY_BODY: Final = b"Connection: close\r\nContent-Length: 0\r\n\r\n"
_SERVICE_UNAVAILABLE: Final = b"HTTP/1.1 503 Service Unavailable\r\n" + _EMPTY_BODY
_TOO_MANY_REQUESTS: Final = b"HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\n" + _EMPTY_BODY
_REQUEST_TIMEOUT: Final = b"HTTP/1.1 408 Request Timeout\r\n" + _EMPTY_BODY


def text_frame(payload: bytes) -> bytes:
    """Return a text message as a WebSocket frame (RFC 6455, 5.2).

    The frames of a server are not masked, so that the payload is copied as it is.
    """
    size = len(payload)
    if size <= _MAX_SHORT_SIZE:
        header = _SHORT_HEADER.pack(_FINAL_TEXT, size)
    elif size <= _MAX_MEDIUM_SIZE:
        header = _MEDIUM_HEADER.pack(_FINAL_TEXT, _MAX_SHORT_SIZE + 1, size)
    else:
        header = _LONG_HEADER.pack(_FINAL_TEXT, _MAX_SHORT_SIZE + 2, size)
    return header + payload


class _WriteTimeout(asyncio.Protocol):
    """Mixin that aborts a connection whose client stops reading."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _write_timer: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Start the timeout."""
        super().pause_writing()
        self._write_timer = self.loop.call_later(WRITE_TIMEOUT_S, self.transport.abort)

    def resume_writing(self) -> None:
        """Cancel the timeout."""
        # After an upgrade, this protocol may be resumed although its predecessor was paused.
        if self._write_timer is not None:
            self._write_timer.cancel()
        super().resume_writing()


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


class _CountedConnection(asyncio.Protocol):
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


class HttpProtocol(_WriteTimeout, _CountedConnection, H11Protocol):
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


class WebSocketProtocol(_WriteTimeout, _CountedConnection, WebSocketsSansIOProtocol):
    """WebSocket connections; text frames that are not UTF-8 are left to the application.

    Nothing is read from a client that does not read itself: the answers to its pings would need
    memory without limit.
    """

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self._control_frames = TokenBucket(MAX_CONTROL_FRAMES)
        self._bytes_after_close = 0
        self._handler: MessageHandler | None = None
        self._handling: asyncio.Task[None] | None = None
        self._backlog: deque[bytes] = deque()
        self._abort_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection.

        Args:
            transport: the transport that the HTTP request has opened.
        """
        super().connection_made(transport)
        self.transport.set_write_buffer_limits()
        self.count_opened()

    def pause_writing(self) -> None:
        """Stop reading and start the timeout."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Read again, unless the application has not received the previous message yet."""
        super().resume_writing()
        if not self.read_paused and not self._backlog:
            self.transport.resume_reading()

    def handle_connect(self, event: Request) -> None:
        """Start the application, which may write messages without waiting."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"] |= {
                IMMEDIATE_WRITE: {"write": self.write_text},
                IMMEDIATE_READ: {"handle_messages": self.handle_messages},
            }

    def handle_messages(self, handler: MessageHandler | None) -> None:
        """Pass the next messages to a handler, one after the other, instead of the ASGI queue.

        The queue takes two tasks and two system calls more for each message.
        """
        self._handler = handler
        if handler is None and self._backlog:
            self._backlog.clear()
            self._read_again()

    def write_text(self, payload: bytes) -> bool:
        """Write a text message at once.

        The ASGI call takes a task and several layers for each message, which dominates when a
        message is sent to hundreds of clients.

        Returns:
            Whether it was written; if not, the client reads slowly or the connection is closing.
        """
        # A transport that is closing raises RuntimeError in uvloop.
        is_closing = self.close_sent or self.transport.is_closing()
        if is_closing or not self.writable.is_set() or self.conn.state is not State.OPEN:
            return False
        self.transport.write(text_frame(payload))
        return True

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next message for the application."""
        message = await super().receive()
        if not self.writable.is_set():
            # The superclass reads again as soon as its queue is empty.
            self.transport.pause_reading()
        return message

    def data_received(self, data: bytes) -> None:
        """Handle received bytes; answer a failed handshake before closing."""
        if self.close_sent:
            self._bytes_after_close += len(data)
            if self._bytes_after_close > MAX_BYTES_AFTER_CLOSE:
                self.transport.abort()
                return
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            # The HTTP parser accepts longer headers than the handshake does.
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message of the application.

        Raises:
            ClientDisconnected: if the protocol itself has closed the connection meanwhile, for
                example because the client answers no pings.
        """
        await self.writable.wait()
        if self.close_sent and message["type"] == "websocket.send":
            # The superclass would report an error of the application.
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            # The handshake is rejected; the superclass would log an error for each.
            self.handshake_complete = True

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Start a timeout once the application has finished: closing waits for unsent data."""
        super().on_task_complete(task)
        if not self.disconnected:
            self._abort_timer = self.loop.call_later(WRITE_TIMEOUT_S, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout."""
        if self._abort_timer is not None:
            self._abort_timer.cancel()
        self.count_closed()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Handle received frames; close the connection if too many of them carry no message."""
        now = time.monotonic()
        for event in self.conn.events:
            if isinstance(event, Frame) and event.opcode in _LIMITED_OPCODES:
                self._control_frames.take(now)
        if self._control_frames.is_flooded():
            self.conn.events.clear()
            self.conn.writes.clear()
            self._close_flooded()
        else:
            super().handle_events()

    def handle_text(self, event: Frame) -> None:
        """Handle the first frame of a text message without decoding it."""
        self.handle_bytes(event)

    def send_receive_event_to_app(self) -> None:
        """Pass a complete message to the application."""
        if self._handler is None:
            self._queue_message()
        elif not self.close_sent:
            self._backlog.append(b"".join(self.frames))
            if self._handling is None:
                self._handle_next(self._handler)
            elif len(self._backlog) > MAX_WAITING_MESSAGES:
                self._close_flooded()
            else:
                self.transport.pause_reading()

    def _queue_message(self) -> None:
        """Queue a message for the application, which has not opened the table yet."""
        if self.queue.qsize() < MAX_WAITING_MESSAGES:
            super().send_receive_event_to_app()
        elif not self.transport.is_closing():
            self._close_flooded()

    def _handle_next(self, handler: MessageHandler) -> None:
        self._handling = handler(self._backlog.popleft())
        self._handling.add_done_callback(self._on_handled)

    def _on_handled(self, _: "asyncio.Task[None]") -> None:
        self._handling = None
        if self._backlog and self._handler is not None:
            self._handle_next(self._handler)
            if not self._backlog:
                self._read_again()

    def _read_again(self) -> None:
        if self.writable.is_set() and not self.transport.is_closing():
            self.transport.resume_reading()

    def _close_flooded(self) -> None:
        """Close the connection without waiting for the close frame of the client."""
        if self.conn.state is State.CONNECTING:
            # There is no close frame before the handshake.
            self.transport.abort()
            return
        self.conn.fail(CloseCode.POLICY_VIOLATION)
        self.handle_parser_exception()
