"""A network that breaks: it stands between clients and a server, and dice say what happens."""

import asyncio
import re
import threading
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from random import Random

BROKEN = (OSError, EOFError)

BAD_GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"

CUT, MUTE, LATE, STALL, REFUSED = "cut", "mute", "late", "stall", "refused"
SOCKETS = (CUT, MUTE, LATE, STALL, REFUSED, REFUSED)
"""What happens to a socket after a while: it is cut at once; before that, no answers come; or what
the client says comes late, twice, and when it has long been somewhere else; or nothing gets
through, and then all of it comes. Or it is refused."""

LOST, UNHEARD, TWICE = "lost", "unheard", "twice"
REQUESTS = (LOST, UNHEARD, TWICE, "", "", "")
"""What happens to a request: it is lost; its answer is lost; it comes twice; nothing."""

MOMENT = 0.6
"""So many seconds at most pass between one thing and the next that befalls a socket."""

AGAIN = 0.1
"""Of so many messages through a socket two copies arrive."""


class Gate:
    """One direction of a connection: open, or what comes waits.

    Attributes:
        used: whether anything has come through.
    """

    def __init__(self, writer: StreamWriter) -> None:
        self.used = asyncio.Event()
        self._writer = writer
        self._waiting: list[bytes] = []
        self._is_open = True

    def put(self, part: bytes) -> None:
        """Let something through, now or later."""
        if not self._is_open:
            self._waiting.append(part)
        elif not self._writer.is_closing():
            self._writer.write(part)
            self.used.set()

    def shut(self) -> None:
        """Let nothing through for the time being."""
        self._is_open = False

    def release(self, copies: int = 1) -> None:
        """Let everything through that has waited."""
        self._is_open = True
        waiting, self._waiting = self._waiting, []
        for part in waiting:
            self.put(part * copies)


class Wires:
    """The network.

    Attributes:
        port: where clients find the server.
        calm: whether connections that begin now stay whole.
        cuts: how often what was broken off.
    """

    def __init__(
        self,
        server: int,
        dice: Random,
        *,
        sockets: tuple[str, ...] = SOCKETS,
        requests: tuple[str, ...] = REQUESTS,
    ) -> None:
        """Lead to a port of this computer; what happens to sockets and requests is said."""
        self.port = 0
        self.calm = False
        self.cuts: Counter[str] = Counter()
        self._server = server
        self._dice = dice
        self._sockets = sockets
        self._requests = requests
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def up(self) -> AsyncIterator["Wires"]:
        """Be there for a while."""
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks)

    def _connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: StreamReader, writer: StreamWriter) -> None:
        with closing(writer), suppress(*BROKEN, asyncio.CancelledError):
            head = await reader.readuntil(b"\r\n\r\n")
            # The server is to be found by the name that clients know.
            head = head.replace(b":%d\r\n" % self.port, b":%d\r\n" % self._server)
            if b"upgrade: websocket" not in head.lower():
                await self._request(head, reader, writer)
            else:
                await self._socket(head, reader, writer)

    async def _request(self, head: bytes, reader: StreamReader, writer: StreamWriter) -> None:
        # Pages and pictures come through: only what is said of tables is at stake.
        fate = "" if self.calm or b" /api/" not in head else self._dice.choice(self._requests)
        length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
        body = await reader.readexactly(int(length[1]) if length else 0)
        head = re.sub(rb"\r\nconnection:[^\r]*", b"", head, flags=re.IGNORECASE)
        head = head[:-2] + b"connection: close\r\n\r\n"
        answer = b"" if fate == LOST else await self._exchange(head + body)
        if fate == TWICE:
            await self._exchange(head + body)
        if fate in {LOST, UNHEARD}:
            self.cuts[fate] += 1
        else:
            writer.write(answer)

    async def _exchange(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server)
        with closing(writer):
            writer.write(request)
            return await reader.read(-1)

    async def _socket(self, head: bytes, reader: StreamReader, writer: StreamWriter) -> None:
        fate = "" if self.calm else self._dice.choice(self._sockets)
        if fate == REFUSED:
            self.cuts[fate] += 1
            writer.write(BAD_GATEWAY)
            return
        above, below = await asyncio.open_connection("127.0.0.1", self._server)
        below.write(head)
        up, down = Gate(below), Gate(writer)
        parts = [
            asyncio.create_task(self._carry(up, lambda: _frame(reader), self._copies)),
            asyncio.create_task(self._carry(down, lambda: _some(above), lambda: 1)),
        ]
        if fate:
            parts.append(asyncio.create_task(self._break(fate, up, down, writer, parts[0])))
        try:
            await asyncio.wait(parts[2:] or parts, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for part in parts:
                part.cancel()
            below.transport.abort()
            writer.transport.abort()
            await asyncio.gather(*parts, return_exceptions=True)

    def _copies(self) -> int:
        return 2 if not self.calm and self._dice.random() < AGAIN else 1

    async def _carry(
        self, gate: Gate, part: Callable[[], Awaitable[bytes]], copies: Callable[[], int]
    ) -> None:
        with suppress(*BROKEN):
            while True:
                gate.put(await part() * copies())

    async def _break(
        self, fate: str, up: Gate, down: Gate, client: StreamWriter, said: "asyncio.Task[None]"
    ) -> None:
        """Let happen to a socket what is to happen to it, but not before it was of use."""
        await down.used.wait()
        await self._while()
        if fate == MUTE:
            down.shut()
            await self._while()
        elif fate == LATE:
            up.shut()
            await self._while()
            client.transport.abort()
            await self._while()
            up.release(copies=2)
            await self._while()
        elif fate == STALL:
            up.shut()
            down.shut()
            # However long the client waits: it is the one to give up.
            await asyncio.wait([said], timeout=20 * MOMENT)
            up.release()
            down.release()
            await self._while()
        self.cuts[fate] += 1

    async def _while(self) -> None:
        await asyncio.sleep(self._dice.uniform(0, MOMENT))


@contextmanager
def wired(wires: Wires) -> Iterator[Wires]:
    """Let a network be there for those who do not wait for it."""
    ready, over = threading.Event(), threading.Event()

    async def be_there() -> None:
        async with wires.up():
            ready.set()
            await asyncio.to_thread(over.wait)

    thread = threading.Thread(target=asyncio.run, args=[be_there()])
    thread.start()
    ready.wait()
    try:
        yield wires
    finally:
        over.set()
        thread.join()


async def _some(reader: StreamReader) -> bytes:
    part = await reader.read(65_536)
    if not part:
        raise EOFError
    return part


async def _frame(reader: StreamReader) -> bytes:
    """Return what a client sends, frame by frame: only whole ones can be repeated."""
    head = await reader.readexactly(2)
    length = head[1] & 0x7F
    more = await reader.readexactly({126: 2, 127: 8}.get(length, 0))
    return head + more + await reader.readexactly((int.from_bytes(more) if more else length) + 4)
