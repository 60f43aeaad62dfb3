"""Measures how soon everybody at a table learns of a move while many tables play at once.

    python benchmarks/load.py TABLES MOVES SECONDS

lays so many tables of Nightmarium with four people each, all of whom are there through a socket of
their own, and lets them make so many moves a second in all, by chance at moments of their own.
A move is counted from sending it until the last of the four sockets has brought it. Prints one
JSON object. 500, 500 and 30 if nothing is said.

The games are played beforehand, so that the clients need not understand what they are sent: they
look for the version in it and for nothing else.
"""

import asyncio
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import onirium
from onirium.core.build import is_compiled
from onirium.storage.store import Store
from onirium.tables import HUMAN, Match
from onirium.tables.table import Setup
from onirium.tables.tokens import hash_token, new_token

ONIRIUM = [sys.executable, "-c", "from onirium.cli.main import main; main()"]
SEATS = 4
WARM_UP = 5.0
"""So many seconds are played before anything is measured."""
PATIENCE = 60.0
"""So many seconds are waited for what should come at once."""
AT_ONCE = 100
"""So many tables are opened at the same time."""
MASK = bytes(4)
"""What a client says is masked, and a mask of zeros leaves it as it is."""
TEXT, PING, PONG = 0x81, 0x89, 0x8A
VERSION = b'"version":'
REFUSAL = b'{"type":"rejected"'


class Move(NamedTuple):
    """A seat and what it does."""

    seat: int
    action: int


class Script(NamedTuple):
    """A table and all that will happen there.

    Attributes:
        table: the table's id.
        tokens: of those who sit there, by seat.
        moves: what they do; each is an entry of the table, and the first of all was the deal.
    """

    table: str
    tokens: list[str]
    moves: list[Move]


def laid(store: Store, number: int, most: int) -> Script:
    """Lay a table, and say what its people will do there, at random, so many times at most."""
    tokens = [new_token() for _ in range(SEATS)]
    holders = [hash_token(token) for token in tokens]
    options = {"seats": SEATS}
    script = Script(f"load-{number}", tokens, [])
    people = [HUMAN] * SEATS
    setup = Setup(
        game="nightmarium",
        options={**options},
        occupants=people,
        owner_ids=holders,
        host_id=holders[0],
        seed=number,
    )
    asyncio.run(store.create(script.table, setup))
    match = Match(onirium.load("nightmarium", **options), people, number)
    dice = random.Random(number)
    match.advance()
    while not match.state.is_terminal() and len(script.moves) < most:
        move = Move(int(match.state.current_player()), dice.choice(match.state.legal_actions()))
        script.moves.append(move)
        match.apply(move.action)
        match.advance()
    return script


class Table:
    """A table at which scripted people sit.

    Attributes:
        told: how long it took until all had learnt of each move, in seconds.
    """

    def __init__(self, script: Script) -> None:
        self.told: list[float] = []
        self._script = script
        self._seats: list[Seat] = []
        self._awaited = 1
        self._learnt = 0.0
        self._news = asyncio.Event()
        self._refused = b""

    async def enter(self, host: str, port: int) -> None:
        """Let all take their seats."""
        loop = asyncio.get_running_loop()
        for token in self._script.tokens:
            _, seat = await loop.create_connection(lambda: Seat(self), host, port)
            seat.enter(f"{host}:{port}", self._script.table, token)
            self._seats.append(seat)
        await self._wait()

    async def play(self, pause: float, dice: random.Random) -> None:
        """Make one move after the other, about so many seconds apart, beginning at any moment."""
        await asyncio.sleep(dice.random() * pause)
        due = time.perf_counter()
        for move in self._script.moves:
            due += pause * dice.uniform(0.5, 1.5)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            sent, version = time.perf_counter(), self._awaited
            self._awaited += 1
            self._seats[move.seat].act(version, move.action)
            await self._wait()
            self.told.append(self._learnt - sent)

    def leave(self) -> None:
        """Let all go."""
        for seat in self._seats:
            seat.leave()

    def learn(self) -> None:
        """Hear that one of the seats has learnt something."""
        if len(self._seats) == SEATS and all(s.version == self._awaited for s in self._seats):
            self._learnt = time.perf_counter()
            self._news.set()

    def fail(self, message: bytes) -> None:
        """Hear that something was refused, or that a socket has closed."""
        self._refused = message
        self._news.set()

    async def _wait(self) -> None:
        self._news.clear()
        self.learn()
        async with asyncio.timeout(PATIENCE):
            await self._news.wait()
        if self._refused:
            raise SystemExit(f"{self._script.table}: {self._refused!r}")


class Seat(asyncio.Protocol):
    """A socket that understands as much of what it is sent as it needs.

    Attributes:
        version: the latest version of the table that it was told of.
    """

    def __init__(self, table: Table) -> None:
        self.version = 0
        self._table = table
        self._line: Any = None
        self._came = bytearray()
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._line = transport

    def enter(self, host: str, table: str, token: str) -> None:
        """Ask for the table."""
        headers = {
            "Host": host,
            "Origin": f"http://{host}",
            "Cookie": f"onirium={token}",
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }
        lines = [f"GET /ws/t/{table} HTTP/1.1", *map(": ".join, headers.items()), "", ""]
        self._line.write("\r\n".join(lines).encode())

    def act(self, version: int, action: int) -> None:
        """Take an action."""
        wish = b'{"type":"take_actions","command_id":"%d","version":%d,"actions":[%d]}'
        self._say(TEXT, wish % (version, version, action))

    def leave(self) -> None:
        self._line.abort()

    def data_received(self, data: bytes) -> None:
        self._came += data
        if not self._open:
            head, separator, rest = self._came.partition(b"\r\n\r\n")
            if not separator:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._table.fail(bytes(self._came))
            self._open, self._came = True, rest
        while (end := self._end()) is not None:
            self._hear(end)
            del self._came[:end]

    def _end(self) -> int | None:
        """Return where the first frame ends, if it is all there."""
        came = self._came
        if len(came) < 4:
            return None
        length = came[1]
        end = 2 + length
        if length == 126:
            end = 4 + int.from_bytes(came[2:4])
        elif length == 127:
            end = 10 + int.from_bytes(came[2:10])
        return end if len(came) >= end else None

    def _say(self, kind: int, message: bytes) -> None:
        self._line.write(bytes([kind, 0x80 | len(message)]) + MASK + message)

    def _hear(self, end: int) -> None:
        if self._came[0] == PING:
            self._say(PONG, bytes(self._came[2:end]))
            return
        place = self._came.find(VERSION, 0, end)
        if place < 0 or self._came.find(REFUSAL, 0, end) >= 0:
            self._table.fail(bytes(self._came[:end]))
            return
        place += len(VERSION)
        self.version = int(self._came[place : self._came.find(b",", place)])
        self._table.learn()


@contextmanager
def serving(*options: str) -> Iterator[tuple[str, int]]:
    """Start the server; say where it is, and which process."""
    command = [*ONIRIUM, "serve", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://(\S+)", process.stdout.readline())
            assert found is not None
            yield found[1], process.pid
        finally:
            process.terminate()


@asynccontextmanager
async def sitting(tables: Sequence[Table], address: str) -> AsyncIterator[None]:
    """Let everybody take their seats, a few tables at a time."""
    host, _, port = address.partition(":")
    gate = asyncio.Semaphore(AT_ONCE)

    async def enter(table: Table) -> None:
        async with gate:
            await table.enter(host, int(port))

    try:
        async with asyncio.TaskGroup() as group:
            for table in tables:
                group.create_task(enter(table))
        yield
    finally:
        for table in tables:
            table.leave()


async def measure(
    scripts: Sequence[Script], address: str, server: int, rate: float, seconds: float
) -> dict[str, Any]:
    """Let all play for so many seconds; return what was found."""
    tables = [Table(script) for script in scripts]
    empty = memory(server)
    async with sitting(tables, address):
        occupied = memory(server)
        dice = random.Random(1)
        playing = [asyncio.create_task(table.play(len(tables) / rate, dice)) for table in tables]
        await asyncio.sleep(WARM_UP)
        for table in tables:
            table.told.clear()
        began, before = time.perf_counter(), (spent(server), spent(os.getpid()))
        await asyncio.sleep(seconds)
        took, after = time.perf_counter() - began, (spent(server), spent(os.getpid()))
        told = [moment for table in tables for moment in table.told]
        for task in playing:
            task.cancel()
        for outcome in await asyncio.gather(*playing, return_exceptions=True):
            if not isinstance(outcome, asyncio.CancelledError | None):
                raise outcome
    return {
        "moves a second": round(len(told) / took, 1),
        "all seats told, ms": summed_up(told),
        "server, share of a core": round((after[0] - before[0]) / took, 2),
        "clients, share of a core": round((after[1] - before[1]) / took, 2),
        "memory without tables, MB": round(empty / 1e6, 1),
        "memory a table with four sockets, kB": round((occupied - empty) / len(tables) / 1e3, 1),
    }


def spent(process: int) -> float:
    """Return how many seconds of the processor a process has used."""
    threads = Path(f"/proc/{process}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def memory(process: int) -> int:
    """Return how many bytes of memory a process has."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def summed_up(seconds: list[float]) -> dict[str, float]:
    """Return the usual quantiles in milliseconds."""
    cuts = statistics.quantiles(seconds, n=1000, method="inclusive")
    found = {"p50": cuts[499], "p95": cuts[949], "p99": cuts[989], "p99.9": cuts[998]}
    return {name: round(1000 * cut, 1) for name, cut in {**found, "most": max(seconds)}.items()}


def main() -> None:
    """Measure and print."""
    given = [*sys.argv[1:], *["500", "500", "30"][len(sys.argv) - 1 :]]
    tables, rate, seconds = int(given[0]), float(given[1]), float(given[2])
    most = round(2 * rate / tables * (WARM_UP + seconds)) + 2
    with tempfile.TemporaryDirectory() as folder:
        with closing(Store(Path(folder) / "onirium.db")) as store:
            scripts = [laid(store, number, most) for number in range(tables)]
        with serving("--data-dir", folder) as (address, server):
            measured = asyncio.run(measure(scripts, address, server, rate, seconds))
    build = "compiled" if is_compiled() else "plain"
    print(json.dumps({"build": build, "tables": tables, "sockets": SEATS * tables, **measured}))


if __name__ == "__main__":
    main()
