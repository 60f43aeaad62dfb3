"""WebSocket connections, with limits against floods and clients that do not read."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from http import HTTPStatus
from struct import Struct
from typing import Any, Final, TypeAlias

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from onirium.web.middleware.rate_limit import TokenBucket
from onirium.web.ops.asgi_extensions import IMMEDIATE_READ, IMMEDIATE_WRITE
from onirium.web.ops.connections import CountedConnection, WriteTimeout

MessageHandler: TypeAlias = Callable[[bytes], "asyncio.Task[None]"]

MAX_CONTROL_FRAMES: Final = 20
"""Pings, pongs and continuations of a WebSocket in ten seconds; five times as many close it.

Browsers do not split the short messages of our client. A continuation may be empty, so that no
limit on the size of messages ends a message of millions of them.
"""

MAX_WAITING_MESSAGES: Final = 150
"""Messages of a WebSocket that may wait for the one before; more than its rate limits permit."""

MAX_BYTES_AFTER_CLOSE: Final = 65_536
"""Bytes that a client may send after the close frame of the server."""

_LIMITED_OPCODES: Final = frozenset((Opcode.PING, Opcode.PONG, Opcode.CONT))

_FINAL_TEXT: Final = 0x80 | Opcode.TEXT
_MAX_SHORT_SIZE: Final = 125
_MAX_MEDIUM_SIZE: Final = 0xFFFF
_SHORT_HEADER: Final = Struct("!BB")
_MEDIUM_HEADER: Final = Struct("!BBH")
_LONG_HEADER: Final = Struct("!BBQ")


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


class WebSocketProtocol(WriteTimeout, CountedConnection, WebSocketsSansIOProtocol):
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
            self._abort_timer = self.abort_later()

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
