"""Compares the throughput of single players with that of an echo that commits each message.

    python -m benchmarks.single_players PLAYERS SECONDS ROUNDS

Players of Onirim send their next decision as soon as they have the reply to the last one. An echo
on the same HTTP server stores each message durably in SQLite before it returns it: ``own commit``
in a transaction of its own, ``shared commit`` together with those that are waiting, as Onirium
does; ``no commit`` stores nothing. Each round measures all of them one after the other. Prints one
JSON object. The defaults are 289, 3 and 3.
"""

import argparse
import asyncio
import gc
import itertools
import json
import socket
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from benchmarks.load import LoadClient, Script, create_script, run_clients
from benchmarks.measurement import processor_time_s
from benchmarks.server_process import run_process
from onirium.core.build import is_compiled
from onirium.storage.store import Store
from onirium.web.app import create_app
from onirium.web.config.settings import Settings
from onirium.web.middleware.rate_limit import RateLimits
from onirium.web.middleware.security import ServerAddress
from onirium.web.middleware.server_time import ServerTime
from onirium.web.server import GC_THRESHOLDS, Server

WARM_UP_S = 1.0
JOIN_TIMEOUT_S = 60.0
BACKLOG = 1_024
MIN_DECISIONS, MAX_DECISIONS = 60, 1_000
"""Length of the games; shorter ones are not played."""

NO_LIMITS = RateLimits(commands=10**9)

MAX_BATCH_SIZES = {"echo, no commit": 0, "echo, own commit": 1, "echo, shared commit": 500}
"""Messages in one transaction."""

TABLES = "single players"


class Player:
    """A client that sends its next decision when it has the reply to the last one.

    Attributes:
        decision_count: the number of replies.
    """

    def __init__(self, script: Script) -> None:
        self.decision_count = 0
        self.client = LoadClient(self)
        self._script = script
        self._next_index = 0
        self._joined = asyncio.Event()

    async def join(self, host: str, port: int) -> None:
        """Connect; the first message of the server, for which this waits, starts the game."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self.client, host, port)
        self.client.join(f"{host}:{port}", self._script.table_id, self._script.tokens[0])
        async with asyncio.timeout(JOIN_TIMEOUT_S):
            await self._joined.wait()

    def on_message(self) -> None:
        """Count a reply and send the next decision."""
        self.decision_count += 1
        self._joined.set()
        # An echo is faster than a game lasts; a table would reject decisions after the end.
        decision = self._script.decisions[self._next_index % len(self._script.decisions)]
        self._next_index += 1
        self.client.take_action(self._next_index, decision.action)

    def fail(self, message: bytes) -> None:
        """End the run."""
        raise SystemExit(f"{self._script.table_id}: {message!r}")


class EchoStore:
    """Stores messages in a thread, each durable when ``append`` returns."""

    def __init__(self, path: Path, max_batch_size: int) -> None:
        self._path = path
        self._max_batch_size = max_batch_size
        self._queue: SimpleQueue[tuple[str, asyncio.Future[None]]] = SimpleQueue()
        Thread(target=self._run, daemon=True).start()

    async def append(self, message: str) -> None:
        """Store a message."""
        if self._max_batch_size:
            future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._queue.put((message, future))
            await future

    def _run(self) -> None:
        connection = sqlite3.connect(self._path, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE messages (message TEXT)")
        while True:
            batch = [self._queue.get()]
            try:
                while len(batch) < self._max_batch_size:
                    batch.append(self._queue.get_nowait())
            except Empty:
                pass
            connection.execute("BEGIN")
            for message, _ in batch:
                connection.execute("INSERT INTO messages VALUES (?)", (message,))
            connection.execute("COMMIT")
            for _, future in batch:
                future.get_loop().call_soon_threadsafe(future.set_result, None)


def echo_app(store: EchoStore) -> Any:
    """Return an ASGI application that returns each stored message."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": '{"version":1}'})
        with suppress(OSError, RuntimeError):  # the client has left
            while (message := await receive())["type"] == "websocket.receive":
                text = message["bytes"].decode()
                await store.append(text)
                await send({"type": "websocket.send", "text": text})

    return app


def serve(kind: str, folder: Path) -> None:
    """Serve until the process is terminated; print the port."""
    gc.set_threshold(*GC_THRESHOLDS)
    with ExitStack() as stack:
        address = ("127.0.0.1", 0)
        listener = stack.enter_context(closing(socket.create_server(address, backlog=BACKLOG)))
        port = listener.getsockname()[1]
        if kind == TABLES:
            store = stack.enter_context(closing(Store(folder / "onirium.db")))
            app = create_app(store, ServerAddress(port), NO_LIMITS).asgi
        else:
            app = echo_app(EchoStore(folder / f"{time.time_ns()}.db", MAX_BATCH_SIZES[kind]))
        server = Server(app, Settings(), ServerTime(1.0))
        server.on_startup = lambda: print(port, flush=True)
        server.run(sockets=[listener])


def create_scripts(store: Store, count: int) -> list[Script]:
    """Create tables for one player each, whose games are not short."""
    scripts = (
        create_script(store, number, MAX_DECISIONS, "onirim", 1) for number in itertools.count()
    )
    return list(
        itertools.islice((each for each in scripts if len(each.decisions) >= MIN_DECISIONS), count)
    )


async def measure(
    scripts: list[Script], port: int, pid: int, seconds: float
) -> tuple[float, float]:
    """Run all players; return their decisions per second, and the seconds for each one."""
    players = [Player(script) for script in scripts]
    await asyncio.gather(*(player.join("127.0.0.1", port) for player in players))
    await asyncio.sleep(WARM_UP_S)
    started_at, used_s = time.perf_counter(), processor_time_s([pid])
    before = sum(player.decision_count for player in players)
    await asyncio.sleep(seconds)
    decisions = sum(player.decision_count for player in players) - before
    elapsed, used_s = time.perf_counter() - started_at, processor_time_s([pid]) - used_s
    for player in players:
        player.client.leave()
    return decisions / elapsed, used_s / decisions


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("players", type=int, nargs="?", default=289, help="number of players")
    parser.add_argument(
        "seconds", type=float, nargs="?", default=3.0, help="duration of a measurement, in seconds"
    )
    parser.add_argument("rounds", type=int, nargs="?", default=3, help="number of rounds")
    parser.add_argument("--serve", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        kind, folder = arguments.serve
        serve(kind, Path(folder))
    else:
        compare(arguments.players, arguments.seconds, arguments.rounds)


def compare(player_count: int, seconds: float, rounds: int) -> None:
    """Measure all servers in turn and print the result."""
    kinds = (TABLES, *MAX_BATCH_SIZES)
    rates: dict[str, list[float]] = {kind: [] for kind in kinds}
    times: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with closing(Store(folder / "onirium.db")) as store:
                scripts = create_scripts(store, player_count)
            for kind in kinds:
                command = [sys.executable, "-m", "benchmarks.single_players", "--serve", kind, name]
                with run_process(*command) as (port, pid):
                    rate, cpu = run_clients(measure(scripts, int(port), pid, seconds))
                rates[kind].append(rate)
                times[kind].append(cpu)
    print(
        json.dumps(
            {
                "build": "compiled" if is_compiled() else "plain",
                "players": player_count,
                "moves per second": {
                    kind: [round(rate) for rate in values] for kind, values in rates.items()
                },
                "processor time per move, ms": {
                    kind: round(statistics.median(values) * 1e3, 3)
                    for kind, values in times.items()
                },
                "single players, part of the echo": {
                    kind: round(
                        statistics.median(
                            own / echo for own, echo in zip(rates[TABLES], values, strict=True)
                        ),
                        2,
                    )
                    for kind, values in rates.items()
                    if kind != TABLES
                },
            }
        )
    )


if __name__ == "__main__":
    main()
