"""A TCP proxy between clients and a server that injects random network faults."""

import asyncio
import re
import threading
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from random import Random

CONNECTION_ERRORS = (OSError, EOFError)

BAD_GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"

CUT, MUTE, LATE, STALL, REFUSED = "cut", "mute", "late", "stall", "refused"
SOCKET_FAULTS = (CUT, MUTE, LATE, STALL, REFUSED, REFUSED)
"""The faults of a socket, some time after it was first used.

CUT aborts it; MUTE drops the server's messages before that; LATE delivers the client's messages
late, twice and after the client has disconnected; STALL holds back everything, then delivers it;
REFUSED rejects the handshake.
"""

REQUEST_LOST, RESPONSE_LOST, REQUEST_TWICE = "lost", "unheard", "twice"
REQUEST_FAULTS = (REQUEST_LOST, RESPONSE_LOST, REQUEST_TWICE, "", "", "")
"""The faults of an API request: the request is lost, its response is lost, it is sent twice."""

MAX_DELAY_S = 0.6
"""Maximum time between two stages of a socket fault."""

DUPLICATE_SHARE = 0.1
"""The share of client messages on sockets that are delivered twice."""


class Gate:
    """One direction of a connection; while it is shut, data waits.

    Attributes:
        used: set once data has passed.
    """

    def __init__(self, writer: StreamWriter) -> None:
        self.used = asyncio.Event()
        self._writer = writer
        self._waiting: list[bytes] = []
        self._is_open = True

    def put(self, data: bytes) -> None:
        """Forward data, or keep it while the gate is shut."""
        if not self._is_open:
            self._waiting.append(data)
        elif not self._writer.is_closing():
            self._writer.write(data)
            self.used.set()

    def shut(self) -> None:
        """Hold back data from now on."""
        self._is_open = False

    def release(self, copies: int = 1) -> None:
        """Open the gate and forward the data that has waited."""
        self._is_open = True
        waiting, self._waiting = self._waiting, []
        for data in waiting:
            self.put(data * copies)


class FaultyProxy:
    """The proxy.

    Attributes:
        port: the port for clients.
        calm: whether new connections get no faults.
        faults: the number of injected faults of each kind.
    """

    def __init__(
        self,
        server_port: int,
        rng: Random,
        *,
        sockets: tuple[str, ...] = SOCKET_FAULTS,
        requests: tuple[str, ...] = REQUEST_FAULTS,
    ) -> None:
        """Create a proxy to a local port, with faults drawn from these lists."""
        self.port = 0
        self.calm = False
        self.faults: Counter[str] = Counter()
        self._server_port = server_port
        self._rng = rng
        self._sockets = sockets
        self._requests = requests
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def run(self) -> AsyncIterator["FaultyProxy"]:
        """Accept connections for the duration of the context."""
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks)

    def _accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        with closing(writer), suppress(*CONNECTION_ERRORS, asyncio.CancelledError):
            head = await reader.readuntil(b"\r\n\r\n")
            # The server accepts requests for its own Host and Origin only.
            head = head.replace(b":%d\r\n" % self.port, b":%d\r\n" % self._server_port)
            if b"upgrade: websocket" not in head.lower():
                await self._forward_request(head, reader, writer)
            else:
                await self._forward_socket(head, reader, writer)

    async def _forward_request(
        self, head: bytes, reader: StreamReader, writer: StreamWriter
    ) -> None:
        # Pages and static files get no faults; only the API is under test.
        is_exempt = self.calm or b" /api/" not in head
        fault = "" if is_exempt else self._rng.choice(self._requests)
        length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
        body = await reader.readexactly(int(length[1]) if length else 0)
        head = re.sub(rb"\r\nconnection:[^\r]*", b"", head, flags=re.IGNORECASE)
        head = head[:-2] + b"connection: close\r\n\r\n"
        response = b"" if fault == REQUEST_LOST else await self._exchange(head + body)
        if fault == REQUEST_TWICE:
            await self._exchange(head + body)
        if fault in {REQUEST_LOST, RESPONSE_LOST}:
            self.faults[fault] += 1
        else:
            writer.write(response)

    async def _exchange(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server_port)
        with closing(writer):
            writer.write(request)
            return await reader.read(-1)

    async def _forward_socket(
        self, head: bytes, reader: StreamReader, writer: StreamWriter
    ) -> None:
        fault = "" if self.calm else self._rng.choice(self._sockets)
        if fault == REFUSED:
            self.faults[fault] += 1
            writer.write(BAD_GATEWAY)
            return
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", self._server_port)
        server_writer.write(head)
        up, down = Gate(server_writer), Gate(writer)
        tasks = [
            asyncio.create_task(self._copy(up, lambda: _read_frame(reader), self._copy_count)),
            asyncio.create_task(self._copy(down, lambda: _read_some(server_reader), lambda: 1)),
        ]
        if fault:
            tasks.append(asyncio.create_task(self._inject(fault, up, down, writer, tasks[0])))
        try:
            await asyncio.wait(tasks[2:] or tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            server_writer.transport.abort()
            writer.transport.abort()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _copy_count(self) -> int:
        return 2 if not self.calm and self._rng.random() < DUPLICATE_SHARE else 1

    async def _copy(
        self, gate: Gate, read: Callable[[], Awaitable[bytes]], copies: Callable[[], int]
    ) -> None:
        with suppress(*CONNECTION_ERRORS):
            while True:
                gate.put(await read() * copies())

    async def _inject(
        self, fault: str, up: Gate, down: Gate, client: StreamWriter, sending: "asyncio.Task[None]"
    ) -> None:
        """Inject a fault into a socket after it has been used; then the caller closes it."""
        await down.used.wait()
        await self._delay()
        if fault == MUTE:
            down.shut()
            await self._delay()
        elif fault == LATE:
            up.shut()
            await self._delay()
            client.transport.abort()
            await self._delay()
            up.release(copies=2)
            await self._delay()
        elif fault == STALL:
            up.shut()
            down.shut()
            # The client must give up first, however long its timeout is.
            await asyncio.wait([sending], timeout=20 * MAX_DELAY_S)
            up.release()
            down.release()
            await self._delay()
        self.faults[fault] += 1

    async def _delay(self) -> None:
        await asyncio.sleep(self._rng.uniform(0, MAX_DELAY_S))


@contextmanager
def run_in_thread(proxy: FaultyProxy) -> Iterator[FaultyProxy]:
    """Run a proxy in a thread, for synchronous tests."""
    ready, finished = threading.Event(), threading.Event()

    async def run() -> None:
        async with proxy.run():
            ready.set()
            await asyncio.to_thread(finished.wait)

    thread = threading.Thread(target=asyncio.run, args=[run()])
    thread.start()
    ready.wait()
    try:
        yield proxy
    finally:
        finished.set()
        thread.join()


async def _read_some(reader: StreamReader) -> bytes:
    data = await reader.read(65_536)
    if not data:
        raise EOFError
    return data


async def _read_frame(reader: StreamReader) -> bytes:
    """Return the next WebSocket frame of a client; only whole frames can be duplicated."""
    head = await reader.readexactly(2)
    length = head[1] & 0x7F
    extended = await reader.readexactly({126: 2, 127: 8}.get(length, 0))
    # The mask has four bytes.
    rest = (int.from_bytes(extended) if extended else length) + 4
    return head + extended + await reader.readexactly(rest)
