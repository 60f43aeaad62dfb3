"""Connections as strangers make them: half-open, endless, garbled, or never read from."""

import asyncio
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

TIME_TO_ASK: Final = 30.0
"""So many seconds a request may take until it is there as a whole, its body included."""

TIME_TO_READ: Final = 30.0
"""So many seconds a browser may leave unread what it is sent."""

MOST_CONNECTIONS: Final = 10_000
"""No more are open at once, sockets of tables included."""

_END: Final = b"Connection: close\r\nContent-Length: 0\r\n\r\n"
_FULL: Final = b"HTTP/1.1 503 Service Unavailable\r\n" + _END
_LATE: Final = b"HTTP/1.1 408 Request Timeout\r\n" + _END


class _Impatient(asyncio.Protocol):
    """A connection that is given up when nothing is read from it for long."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """Wait until what was sent is read, but not for ever."""
        super().pause_writing()
        self._unread = self.loop.call_later(TIME_TO_READ, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on sending."""
        # Paused may have been the protocol that this one came after.
        if self._unread is not None:
            self._unread.cancel()
        super().resume_writing()


class Requests(_Impatient, H11Protocol):
    """A connection on which requests come, each of them in good time."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._overdue: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, unless there are too many connections."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > MOST_CONNECTIONS:
            self._hang_up(_FULL)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        if self in self.connections and self.conn.their_state in {h11.IDLE, h11.SEND_BODY}:
            self._wait()
        else:
            self._end_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._end_waiting()
        super().connection_lost(exc)

    def _should_upgrade(self) -> bool:
        # Whatever else somebody would like to speak, they are answered as if they had not said so.
        return self.scope["method"] == "GET" and self._get_upgrade() == b"websocket"

    def _wait(self) -> None:
        if self._overdue is None:
            self._overdue = self.loop.call_later(TIME_TO_ASK, self._hang_up, _LATE)

    def _hang_up(self, last: bytes) -> None:
        self.transport.write(last)
        self.transport.close()

    def _end_waiting(self) -> None:
        if self._overdue is not None:
            self._overdue.cancel()
            self._overdue = None


class Socket(_Impatient, WebSocketsSansIOProtocol):
    """A connection on which messages come, whatever they are: they are answered further inside."""

    def data_received(self, data: bytes) -> None:
        """Take messages, or a part of one."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.transport.is_closing():
            # Headers that are good enough for a request may be too long for a handshake.
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()

    def handle_text(self, event: Frame) -> None:
        """Take the beginning of a text as it is: it may be none."""
        self.handle_bytes(event)
