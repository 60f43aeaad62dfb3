"""A WebSocket client that sends arbitrary frames and reads only on request."""

import socket
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Final

from websockets.frames import Opcode

HANDSHAKE: Final = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{headers}"
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)

BUFFER_BYTES: Final = 65_536

TIMEOUT_S: Final = 60.0


def encode_frame(opcode: Opcode, payload: bytes = b"") -> bytes:
    """Return a frame of a client, whose mask is zero."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else b"\xfe" + struct.pack("!H", size)
    return bytes([0x80 | opcode]) + length + bytes(4) + payload


class RawWebSocket:
    """A connection after the handshake."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._stream = connection.makefile("rb")
        assert b" 101 " in self._stream.readline()
        while self._stream.readline() != b"\r\n":
            pass

    def send(self, data: bytes) -> None:
        """Send bytes."""
        self._connection.sendall(data)

    def reset(self) -> None:
        """Close the connection with a reset, as if the client had crashed."""
        linger = struct.pack("ii", 1, 0)
        self._connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self._stream.close()
        self._connection.close()

    def send_until_blocked(self, data: bytes, max_bytes: int, timeout_s: float) -> int:
        """Send the same bytes again and again; return the number of bytes.

        Args:
            data: the bytes.
            max_bytes: number of bytes after which it ends.
            timeout_s: it also ends when the server has read nothing for this time.

        Raises:
            OSError: if the server closes the connection.
        """
        sent = 0
        self._connection.settimeout(timeout_s)
        with suppress(TimeoutError):
            while sent < max_bytes:
                sent += self._connection.send(data[sent % len(data) :])
        self._connection.settimeout(TIMEOUT_S)
        return sent

    def receive(self) -> tuple[int, bytes]:
        """Return the opcode and the payload of the next frame.

        Raises:
            EOFError: if the server has closed the connection.
        """
        head = self._stream.read(2)
        if len(head) < 2:
            raise EOFError
        size = head[1]
        if size >= 126:
            size = int.from_bytes(self._stream.read(2 if size == 126 else 8), "big")
        return head[0] & 0x0F, self._stream.read(size)

    def receive_close_code(self) -> int:
        """Skip all messages until the close frame; return its code."""
        while True:
            opcode, payload = self.receive()
            if opcode == Opcode.CLOSE:
                return int.from_bytes(payload[:2], "big")


@contextmanager
def connect_raw(
    host: str, path: str, headers: Mapping[str, str], buffer_bytes: int = BUFFER_BYTES
) -> Iterator[RawWebSocket]:
    """Connect to a server.

    Args:
        host: host and port.
        path: path of the WebSocket.
        headers: further headers of the handshake.
        buffer_bytes: requested size of the buffers of the socket.
    """
    address, _, port = host.partition(":")
    with socket.socket() as connection:
        for option in (socket.SO_RCVBUF, socket.SO_SNDBUF):
            connection.setsockopt(socket.SOL_SOCKET, option, buffer_bytes)
        connection.settimeout(TIMEOUT_S)
        connection.connect((address, int(port)))
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        connection.sendall(HANDSHAKE.format(path=path, host=host, headers=lines).encode())
        yield RawWebSocket(connection)
