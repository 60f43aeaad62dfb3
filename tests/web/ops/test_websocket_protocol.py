"""The WebSocket protocol with clients that read slowly, on all event loops."""

import asyncio
import logging
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import pytest
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from onirium.web.config.settings import Settings
from onirium.web.middleware.server_time import ServerTime
from onirium.web.ops.asgi_extensions import IMMEDIATE_WRITE
from onirium.web.ops.websocket_protocol import MAX_WAITING_MESSAGES, WebSocketProtocol, text_frame
from onirium.web.server import Server
from tests.support.event_loops import run_async
from tests.support.live_server import TIMEOUT_S
from tests.support.raw_websocket import HANDSHAKE, encode_frame

pytestmark = pytest.mark.usefixtures("each_event_loop")

UNREAD: Final = b"x" * 2**24
"""More than the buffers of both sockets hold."""

CYCLES: Final = 50
"""Cycles of the event loop in which a server that reads would have read."""


class Connection:
    """A connection of a client to an application.

    Attributes:
        protocol: the server's end.
        writer: writes to the server.
    """

    def __init__(
        self, protocol: WebSocketProtocol, reader: StreamReader, writer: StreamWriter
    ) -> None:
        self.protocol = protocol
        self.writer = writer
        self._reader = reader

    def send(self, text: str) -> None:
        """Send a text message."""
        self.writer.write(encode_frame(Opcode.TEXT, text.encode()))

    async def read_handshake(self) -> None:
        """Read the answer to the handshake, and nothing after it."""
        assert b" 101 " in await self._reader.readuntil(b"\r\n\r\n")

    async def read_all(self) -> None:
        """Read until the server closes the connection."""
        while await self._reader.read(2**16):
            pass


@asynccontextmanager
async def connect(app: ASGIApp) -> AsyncIterator[Connection]:
    """Open a WebSocket to an application."""
    loop = asyncio.get_running_loop()
    config = Server(app, Settings(), ServerTime(1.0)).config
    protocols: list[WebSocketProtocol] = []

    def make_protocol() -> WebSocketProtocol:
        protocols.append(WebSocketProtocol(config, ServerState(), {}, loop))
        return protocols[0]

    server = await loop.create_server(make_protocol, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    reader, writer = await asyncio.open_connection(host, port)
    try:
        writer.write(HANDSHAKE.format(path="/", host=f"{host}:{port}", headers="").encode())
        async with asyncio.timeout(TIMEOUT_S):
            yield Connection(await first(protocols), reader, writer)
    finally:
        writer.transport.abort()
        server.close()
        await asyncio.gather(*(task for each in protocols for task in each.tasks))


async def first(protocols: list[WebSocketProtocol]) -> WebSocketProtocol:
    """Wait for the server's end of the connection."""
    await cycle_until(lambda: bool(protocols))
    return protocols[0]


async def cycle_until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110, the cycles of this event loop are needed
        await asyncio.sleep(0)


async def accept(scope: Scope, receive: Receive, send: Send) -> Callable[[bytes], bool]:
    """Accept a connection; return the function that writes at once."""
    await receive()
    await send({"type": "websocket.accept"})
    write: Callable[[bytes], bool] = scope["extensions"][IMMEDIATE_WRITE]["write"]
    return write


@pytest.mark.parametrize("size", [0, 125, 126, 2**16 - 1, 2**16])
def test_frame_of_a_message_is_that_of_the_standard(size: int) -> None:
    payload = b"x" * size
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


@run_async
async def test_receiving_reads_nothing_while_the_client_does_not_read() -> None:
    may_write, may_receive = asyncio.Event(), asyncio.Event()
    received: list[Any] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        write = await accept(scope, receive, send)
        await may_write.wait()
        assert write(UNREAD)
        await may_receive.wait()
        while (message := await receive())["type"] == "websocket.receive":
            received.append(message["bytes"])

    async with connect(app) as connection:
        await connection.read_handshake()
        connection.send("one")
        await cycle_until(lambda: not connection.protocol.queue.empty())
        may_write.set()
        await cycle_until(lambda: not connection.protocol.writable.is_set())
        connection.send("two")
        may_receive.set()
        for _ in range(CYCLES):
            await asyncio.sleep(0)
        assert received == [b"one"], "the queue was empty, but the client has to read first"
        reading = asyncio.create_task(connection.read_all())
        await cycle_until(lambda: len(received) > 1)
        assert received == [b"one", b"two"]
        connection.writer.write(encode_frame(Opcode.CLOSE, b"\x03\xe8"))
        await reading


@run_async
async def test_sending_after_a_timeout_of_pings_is_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    may_write = asyncio.Event()
    outcomes: list[Exception] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        write = await accept(scope, receive, send)
        await may_write.wait()
        assert write(UNREAD)
        try:
            await send({"type": "websocket.send", "text": "waits until the client reads"})
        except Exception as error:
            outcomes.append(error)
            raise

    with caplog.at_level(logging.ERROR):
        async with connect(app) as connection:
            await connection.read_handshake()
            may_write.set()
            await cycle_until(lambda: not connection.protocol.writable.is_set())
            connection.protocol.keepalive_timeout()
            await connection.read_all()
            assert [type(outcome) for outcome in outcomes] == [ClientDisconnected]
    assert not caplog.records


@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.PING])
@pytest.mark.parametrize("is_accepted", [False, True])
@run_async
async def test_flood_before_the_application_reads_closes_the_connection(
    caplog: pytest.LogCaptureFixture, opcode: Opcode, *, is_accepted: bool
) -> None:
    may_end = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if is_accepted:
            await accept(scope, receive, send)
        await may_end.wait()

    with caplog.at_level(logging.WARNING):
        async with connect(app) as connection:
            if is_accepted:
                await connection.read_handshake()
            connection.writer.write(encode_frame(opcode) * 10_000)
            try:
                with suppress(ConnectionError):
                    await connection.read_all()
            finally:
                may_end.set()
            queue = connection.protocol.queue
            events = [queue.get_nowait()["type"] for _ in range(queue.qsize())]
            assert events.count("websocket.receive") <= MAX_WAITING_MESSAGES
            assert events[-1] == "websocket.disconnect"
    assert not [record for record in caplog.records if record.name == "asyncio"]
