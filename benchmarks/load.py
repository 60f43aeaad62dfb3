"""Measures the latency of decisions while many tables play at once.

    python -m benchmarks.load TABLES DECISIONS SECONDS

creates tables of Nightmarium with four humans each, every one with a WebSocket of their own, and
plays DECISIONS random decisions per second in total, at random times. The latency of a decision is
the time from sending it until the last of the four sockets has received it. Prints one JSON object.
The defaults are 500, 500 and 30.

The games are played in advance, so that clients need not interpret messages: they only search them
for the version of the table.
"""

import argparse
import asyncio
import itertools
import json
import os
import random
import re
import tempfile
import time
from collections.abc import AsyncIterator, Coroutine, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar, cast

import uvloop

import onirium
from benchmarks.measurement import percentiles_ms, processor_time_s
from benchmarks.server_process import run_server
from onirium.core.build import is_compiled
from onirium.match.match import HUMAN, Match
from onirium.storage.store import Store
from onirium.tables.setup import Setup
from onirium.tables.tokens import hash_token, new_token

T = TypeVar("T")

SEATS = 4

WARM_UP_S = 5.0
"""Duration of play before the measurement."""

TIMEOUT_S = 60.0

MAX_CONCURRENT_JOINS = 100
"""Maximum number of tables whose sockets are being opened."""

MASK = bytes(4)
"""A mask of zeros leaves the client's message as it is."""

TEXT, PING, PONG = 0x81, 0x89, 0x8A
VERSION = re.compile(rb'version":(\d+)')
"""The version of the table, as a field of a view or in the changes of a patch."""
REJECTION = b'{"type":"rejected"'


class Decision(NamedTuple):
    """A seat and its action."""

    seat: int
    action: int


class Script(NamedTuple):
    """A table and the decisions that will be played there.

    Attributes:
        table_id: the id of the table.
        tokens: the tokens of the users, by seat.
        decisions: the decisions; each causes one event, after the event of the deal.
    """

    table_id: str
    tokens: list[str]
    decisions: list[Decision]


def create_script(
    store: Store, number: int, max_decisions: int, game: str = "nightmarium", seats: int = SEATS
) -> Script:
    """Create a table and draw its random decisions."""
    tokens = [new_token() for _ in range(seats)]
    owner_ids = [hash_token(token) for token in tokens]
    options = {"seats": seats}
    script = Script(f"load-{number}", tokens, [])
    occupants = [HUMAN] * seats
    setup = Setup(
        game=game,
        options={**options},
        occupants=occupants,
        owner_ids=owner_ids,
        host_id=owner_ids[0],
        seed=number,
    )
    asyncio.run(store.create(script.table_id, setup))
    match = Match(onirium.load(game, **options), occupants, number)
    rng = random.Random(number)
    match.advance()
    while not match.state.is_terminal() and len(script.decisions) < max_decisions:
        decision = Decision(
            int(match.state.current_player()), rng.choice(match.state.legal_actions())
        )
        script.decisions.append(decision)
        match.apply(decision.action)
        match.advance()
    return script


class MessageReceiver(Protocol):
    """Receives the messages and errors of a ``LoadClient``."""

    def on_message(self) -> None:
        """Handle a new version of the table."""

    def fail(self, message: bytes) -> None:
        """Handle an unexpected message."""


class LoadTable:
    """A table with a client in each seat.

    Attributes:
        latencies: the seconds until all clients had received each decision.
    """

    def __init__(self, script: Script) -> None:
        self.latencies: list[float] = []
        self.clients: list[LoadClient] = []
        self._script = script
        self._decisions = iter(script.decisions)
        self._awaited_version = 1
        self._received_at = 0.0
        self._received = asyncio.Event()
        self._failure = b""

    async def join(self, addresses: Sequence[str]) -> None:
        """Connect all clients, to these servers in turn."""
        loop = asyncio.get_running_loop()
        for number, token in enumerate(self._script.tokens):
            host, _, port = addresses[number % len(addresses)].partition(":")
            _, client = await loop.create_connection(lambda: LoadClient(self), host, int(port))
            client.join(f"{host}:{port}", self._script.table_id, token)
            self.clients.append(client)
        await self._wait_received()

    @property
    def table_id(self) -> str:
        """The id of the table."""
        return self._script.table_id

    async def play(
        self, interval_s: float, rng: random.Random, max_decisions: int | None = None
    ) -> None:
        """Play the next decisions at this mean interval, beginning at a random time."""
        await asyncio.sleep(rng.random() * interval_s)
        due = time.perf_counter()
        for decision in itertools.islice(self._decisions, max_decisions):
            due += interval_s * rng.uniform(0.5, 1.5)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            sent_at, version = time.perf_counter(), self._awaited_version
            self._awaited_version += 1
            self.clients[decision.seat].take_action(version, decision.action)
            await self._wait_received()
            self.latencies.append(self._received_at - sent_at)

    def take_latencies(self) -> list[float]:
        """Return the latencies and forget them."""
        latencies, self.latencies = self.latencies, []
        return latencies

    def leave(self) -> None:
        """Disconnect all clients."""
        for client in self.clients:
            client.leave()

    def on_message(self) -> None:
        """Check whether all clients have received the awaited version."""
        if len(self.clients) == SEATS and all(
            client.version == self._awaited_version for client in self.clients
        ):
            self._received_at = time.perf_counter()
            self._received.set()

    def fail(self, message: bytes) -> None:
        """Record an unexpected message, which ends the run."""
        self._failure = message
        self._received.set()

    async def _wait_received(self) -> None:
        self._received.clear()
        self.on_message()
        async with asyncio.timeout(TIMEOUT_S):
            await self._received.wait()
        if self._failure:
            raise SystemExit(f"{self._script.table_id}: {self._failure!r}")


class LoadClient(asyncio.Protocol):
    """A minimal WebSocket client that reads only the version of the table.

    Attributes:
        version: the latest version that it has received.
    """

    def __init__(self, receiver: MessageReceiver) -> None:
        self.version = 0
        self._receiver = receiver
        self._transport: asyncio.WriteTransport | None = None
        self._buffer = bytearray()
        self._is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.WriteTransport", transport)

    def join(self, host: str, table_id: str, token: str) -> None:
        """Send the handshake."""
        headers = {
            "Host": host,
            "Origin": f"http://{host}",
            "Cookie": f"onirium={token}",
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }
        lines = [f"GET /ws/t/{table_id} HTTP/1.1", *map(": ".join, headers.items()), "", ""]
        self._write("\r\n".join(lines).encode())

    def take_action(self, version: int, action: int) -> None:
        """Send an action."""
        command = b'{"type":"take_actions","command_id":"%d","version":%d,"actions":[%d]}'
        self._send_frame(TEXT, command % (version, version, action))

    def leave(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_open:
            head, separator, rest = self._buffer.partition(b"\r\n\r\n")
            if not separator:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._receiver.fail(bytes(self._buffer))
            self._is_open, self._buffer = True, rest
        while (end := self._frame_end()) is not None:
            self._receive(end)
            del self._buffer[:end]

    def _frame_end(self) -> int | None:
        """Return the end of the first frame, or None if it is incomplete."""
        buffer = self._buffer
        if len(buffer) < 4:
            return None
        length = buffer[1]
        end = 2 + length
        if length == 126:
            end = 4 + int.from_bytes(buffer[2:4])
        elif length == 127:
            end = 10 + int.from_bytes(buffer[2:10])
        return end if len(buffer) >= end else None

    def _send_frame(self, opcode: int, message: bytes) -> None:
        self._write(bytes([opcode, 0x80 | len(message)]) + MASK + message)

    def _write(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)

    def _receive(self, end: int) -> None:
        if self._buffer[0] == PING:
            self._send_frame(PONG, bytes(self._buffer[2:end]))
            return
        if self._buffer.find(REJECTION, 0, end) >= 0:
            self._receiver.fail(bytes(self._buffer[:end]))
        elif version := VERSION.search(self._buffer, 0, end):
            self.version = int(version[1])
            self._receiver.on_message()


@asynccontextmanager
async def join_all(
    tables: Sequence[LoadTable], servers: Iterable[Sequence[str]]
) -> AsyncIterator[None]:
    """Connect the clients of all tables, a few tables at a time; disconnect them at the end.

    Args:
        tables: the tables.
        servers: for each table, the addresses to which its clients connect in turn.
    """
    limit = asyncio.Semaphore(MAX_CONCURRENT_JOINS)

    async def join(table: LoadTable, addresses: Sequence[str]) -> None:
        async with limit:
            await table.join(addresses)

    try:
        async with asyncio.TaskGroup() as group:
            for table, addresses in zip(tables, servers, strict=False):
                group.create_task(join(table, addresses))
        yield
    finally:
        for table in tables:
            table.leave()


class Measurement(NamedTuple):
    """Measurements taken while clients played.

    Attributes:
        latencies_s: the latencies of all decisions.
        duration_s: the duration.
        cores: the processor time of groups of processes, as a part of the duration.
    """

    latencies_s: list[float]
    duration_s: float
    cores: dict[str, float]

    @property
    def decisions_per_s(self) -> float:
        """The rate of decisions."""
        return round(len(self.latencies_s) / self.duration_s, 1)


async def play_all(
    tables: Sequence[LoadTable],
    interval_s: float,
    seconds: float,
    processes: Mapping[str, Sequence[int]],
) -> Measurement:
    """Play at all tables, and measure for some seconds after a warm-up."""

    def used_s() -> dict[str, float]:
        return {name: processor_time_s(pids) for name, pids in processes.items()}

    rng = random.Random(1)
    tasks = [asyncio.create_task(table.play(interval_s, rng)) for table in tables]
    await asyncio.sleep(WARM_UP_S)
    for table in tables:
        table.take_latencies()
    started_at, before = time.perf_counter(), used_s()
    await asyncio.sleep(seconds)
    duration_s, after = time.perf_counter() - started_at, used_s()
    latencies_s = [latency for table in tables for latency in table.latencies]
    await cancel(tasks)
    cores = {name: round((after[name] - before[name]) / duration_s, 2) for name in processes}
    return Measurement(latencies_s, duration_s, cores)


async def measure(
    scripts: Sequence[Script], address: str, server_pid: int, rate: float, seconds: float
) -> dict[str, object]:
    """Play at all tables for ``seconds``; return the results."""
    tables = [LoadTable(script) for script in scripts]
    processes = {"server": [server_pid], "clients": [os.getpid()]}
    empty_bytes = memory_bytes(server_pid)
    async with join_all(tables, itertools.repeat([address])):
        occupied_bytes = memory_bytes(server_pid)
        played = await play_all(tables, len(tables) / rate, seconds, processes)
    return {
        "moves per second": played.decisions_per_s,
        "latency until all seats have received a move, ms": percentiles_ms(played.latencies_s),
        "processor time of the server, cores": played.cores["server"],
        "processor time of the clients, cores": played.cores["clients"],
        "memory without tables, MB": round(empty_bytes / 1e6, 1),
        "memory per table with four sockets, kB": round(
            (occupied_bytes - empty_bytes) / len(tables) / 1e3, 1
        ),
    }


def run_clients(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on uvloop, where clients leave more of a small machine to the server."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(coroutine)


async def cancel(tasks: Sequence["asyncio.Task[None]"]) -> None:
    """Cancel tasks and raise the first exception of those that failed before."""
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(outcome, asyncio.CancelledError | None):
            raise outcome


def memory_bytes(pid: int) -> int:
    """Return the resident memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tables", type=int, nargs="?", default=500, help="number of tables")
    parser.add_argument("rate", type=float, nargs="?", default=500.0, help="decisions per second")
    parser.add_argument("seconds", type=float, nargs="?", default=30.0, help="duration")
    arguments = parser.parse_args()
    tables, rate, seconds = arguments.tables, arguments.rate, arguments.seconds
    max_decisions = round(2 * rate / tables * (WARM_UP_S + seconds)) + 2
    with tempfile.TemporaryDirectory() as folder:
        with closing(Store(Path(folder) / "onirium.db")) as store:
            scripts = [create_script(store, number, max_decisions) for number in range(tables)]
        with run_server("--data-dir", folder) as (address, pid):
            results = run_clients(measure(scripts, address, pid, rate, seconds))
    build = "compiled" if is_compiled() else "plain"
    print(json.dumps({"build": build, "tables": tables, "sockets": SEATS * tables, **results}))


if __name__ == "__main__":
    main()
