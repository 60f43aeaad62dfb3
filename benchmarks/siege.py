"""Attacks a server from one address and measures the pings of a stranger.

``python -m benchmarks.siege [--seconds 20] [ATTACK ...]`` prints a table: for each attack the
latency of the stranger's pings, the replies that the attacker got, and the processor time of the
server. Needs the test dependencies.

The server runs in a process of its own with its default limits and trusts this machine as a proxy;
attacker and stranger have different forwarded addresses. The attacker runs in a process of its own
too, so the pings measure the server and the scheduling of the processes only.
"""

import argparse
import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from functools import partial
from itertools import count, cycle
from pathlib import Path
from statistics import quantiles
from typing import Final, NamedTuple, TypeAlias

import msgspec
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from benchmarks.server_process import run_process
from onirium.core.build import is_compiled
from onirium.match.match import HUMAN
from onirium.storage.backend import Connection
from onirium.storage.store import Store
from onirium.storage.summaries import SummarySnapshot
from onirium.tables.commands import seating, takebacks
from onirium.tables.commands.play import continue_bots, start, take_actions
from onirium.tables.setup import Setup
from onirium.tables.table import Table
from onirium.tables.tokens import hash_token, new_token
from onirium.web.app import create_app
from onirium.web.config.settings import Settings
from onirium.web.middleware.cookies import COOKIE_NAME
from onirium.web.middleware.security import ServerAddress
from onirium.web.server import Server
from tests.support.hostile_load import RawHttpClient

ATTACKER: Final = "192.0.2.1"
STRANGER: Final = "198.51.100.1"

SETTLE_S: Final = 4.0
"""Time between the connections of the stranger and the attack."""

PING_INTERVAL_S: Final = 0.5
STRANGER_TABLES: Final = 20
"""Each sends pings as often as the rate limit permits."""

REQUESTS_PER_S: Final = 28
"""Just below the limit of 300 requests in ten seconds."""

ATTACKER_NICENESS: Final = 15
"""The attack is limited by the server, not by the processors that both share."""

CONNECTIONS: Final = 20
MANY_CONNECTIONS: Final = 300
LONG_GAMES: Final = 10
OPEN_TABLES: Final = 100
LONG_HISTORY: Final = "long-history"
TAKEBACK_PAIRS: Final = 500
IDLE_CONNECTIONS: Final = 3_000
EVENT_STREAMS: Final = 280
ANALYSES: Final = 40

Attack: TypeAlias = Callable[["Attacker"], Awaitable[None]]


def main() -> None:
    """Run the attacks and print the latencies."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "attacks",
        nargs="*",
        default=list(ATTACKS),
        metavar="ATTACK",
        help=f"by default all: {', '.join(ATTACKS)}",
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="duration of an attack")
    parser.add_argument("--serve", type=Path, help="(internal: run the server)")
    parser.add_argument("--attack", type=Path, help="(internal: attack the server)")
    arguments = parser.parse_args()
    if unknown := set(arguments.attacks) - set(ATTACKS):
        parser.error(f"unknown attacks: {', '.join(sorted(unknown))}")
    if arguments.serve:
        serve(arguments.serve)
    elif arguments.attack:
        asyncio.run(run_attack(arguments.attack, arguments.attacks[0], arguments.seconds))
    else:
        print(f"rules {'compiled' if is_compiled() else 'plain'}, {os.cpu_count()} cores\n")
        print("| attack | pings | median, ms | 99th, ms | maximum, ms | server, cores | replies |")
        print("|---|---|---|---|---|---|---|")
        with tempfile.TemporaryDirectory() as folder:
            prepare(Path(folder))
            for name in arguments.attacks:
                measure(name, Path(folder), arguments.seconds)


def measure(name: str, prepared: Path, seconds: float) -> None:
    """Run one attack against a new server with prepared tables; print a row of the table."""
    with tempfile.TemporaryDirectory() as folder_name:
        folder = Path(shutil.copytree(prepared, folder_name, dirs_exist_ok=True))
        command = [sys.executable, "-m", "benchmarks.siege", "--serve", folder_name]
        with run_process(*command) as (host, server_pid):
            (folder / "host").write_text(host)
            result = asyncio.run(ping_during(name, folder, server_pid, seconds))
    percentiles = quantiles(result.latencies_ms, n=100)
    print(
        f"| {name} | {len(result.latencies_ms)} | {percentiles[49]:.1f} | {percentiles[98]:.1f} |"
        f" {max(result.latencies_ms):.1f} | {result.server_cores:.2f} | {result.replies} |",
        flush=True,
    )


def processor_time_s(pid: int) -> float:
    """Return the processor time that a process has used, without its workers."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# The server and its tables.


def serve(folder: Path) -> None:
    """Run a server that listens on all interfaces and trusts this machine as a proxy."""
    settings = Settings(trusted_proxies="127.0.0.1/32")
    with (
        closing(socket.create_server(("", 0))) as listener,
        closing(Store(folder / "onirium.db")) as store,
    ):
        address = ServerAddress(listener.getsockname()[1])
        app = create_app(store, address, settings=settings)
        print(address.local_url.removeprefix("http://"), flush=True)
        Server(app.asgi, settings, app.services.server_time).run(sockets=[listener])


class Tables(msgspec.Struct):
    """The prepared tables.

    Attributes:
        token: token of the attacker.
        finished: the attacker's tables with long games.
        large: the attacker's open tables with five seats.
        solo: the attacker's open tables with one seat.
        of_stranger: tables of the stranger, with the token of the player.
    """

    token: str
    finished: list[str] = []
    large: list[str] = []
    solo: list[str] = []
    of_stranger: dict[str, str] = {}


def prepare(folder: Path) -> None:
    """Create the tables of the attacker and of the stranger."""
    tables = Tables(token=new_token())
    owner_id = hash_token(tables.token)
    created: list[Table] = []
    five_seats: dict[str, object] = {"seats": 5}
    for number in range(LONG_GAMES):
        table = new_table(f"finished{number}", "nightmarium", five_seats, owner_id, number)
        for seat in range(5):
            if not table.is_over:
                table.apply(seating.assign_seat(table, seat, "random", owner_id))
        while not table.is_over:
            table.apply(continue_bots(table))
        created.append(table)
        tables.finished.append(table.table_id)
    for number in range(OPEN_TABLES):
        created.append(new_table(f"large{number}", "nightmarium", five_seats, owner_id, number))
        tables.large.append(created[-1].table_id)
        created.append(new_table(f"solo{number}", "onirim", {}, owner_id, number))
        tables.solo.append(created[-1].table_id)
    for number in range(STRANGER_TABLES):
        token = new_token()
        created.append(new_table(f"stranger{number}", "onirim", {}, hash_token(token), number))
        tables.of_stranger[created[-1].table_id] = token
    table = new_table(LONG_HISTORY, "onirim", {}, owner_id, 1)
    for _ in range(TAKEBACK_PAIRS):
        table.apply(take_actions(table, 0, table.match.state.legal_actions()[:1], table.version))
        table.apply(takebacks.take_back(table, 0))
    with closing(Store(folder / "onirium.db")) as store:
        asyncio.run(store._write("", partial(insert, [*created, table])))
    (folder / "tables.json").write_bytes(msgspec.json.encode(tables))


def new_table(
    table_id: str, game: str, options: dict[str, object], owner_id: str, seed: int
) -> Table:
    """Return a table whose seats one user owns."""
    seats = int(str(options.get("seats", 1)))
    setup = Setup(
        game=game,
        options=options,
        occupants=[HUMAN] * seats,
        owner_ids=[owner_id] * seats,
        host_id=owner_id,
        seed=seed,
        created_at="2026-11-24T12:00:00+00:00",
    )
    table = Table(table_id, setup)
    table.apply(start(table))
    return table


def insert(tables: Iterable[Table], connection: Connection) -> None:
    """Store tables with their events and summaries."""
    for table in tables:
        setup = msgspec.json.encode(table.setup)
        connection.execute("INSERT INTO tables VALUES (?, ?)", (table.table_id, setup))
        for index, event in enumerate(table.events):
            connection.execute(
                "INSERT INTO events VALUES (?, ?, ?, NULL)",
                (table.table_id, index, msgspec.json.encode(event)),
            )
        SummarySnapshot(table).write(connection)


# The stranger.


class SiegeResult(NamedTuple):
    """Measurements taken during an attack.

    Attributes:
        latencies_ms: the latencies of the pings.
        server_cores: the processor time of the server, as a part of the time until the attack
            has ended.
        replies: the replies that the attacker got.
    """

    latencies_ms: list[float]
    server_cores: float
    replies: str


async def ping_during(name: str, folder: Path, server_pid: int, seconds: float) -> SiegeResult:
    """Send pings during an attack."""
    host = (folder / "host").read_text()
    tables = msgspec.json.decode((folder / "tables.json").read_bytes(), type=Tables)
    latencies_ms: list[float] = []
    async with AsyncExitStack() as stack:
        connections = [
            await stack.enter_async_context(User(host, STRANGER, token).connect(table_id))
            for table_id, token in tables.of_stranger.items()
        ]
        await asyncio.sleep(SETTLE_S)
        started_at, before_s = time.perf_counter(), processor_time_s(server_pid)
        command = ["-m", "benchmarks.siege", name, "--attack", str(folder)]
        attack = await asyncio.create_subprocess_exec(
            sys.executable, *command, "--seconds", str(seconds), stdout=subprocess.PIPE
        )
        end = started_at + seconds

        async def ping(number: int, connection: ClientConnection) -> None:
            await asyncio.sleep(number * PING_INTERVAL_S / STRANGER_TABLES)
            while time.perf_counter() < end:
                sent_at = time.perf_counter()
                await exchange(connection, {"type": "ping"})
                elapsed_s = time.perf_counter() - sent_at
                latencies_ms.append(elapsed_s * 1000)
                await asyncio.sleep(max(PING_INTERVAL_S - elapsed_s, 0))

        await asyncio.gather(*(ping(*numbered) for numbered in enumerate(connections)))
        output, _ = await attack.communicate()
        used_s = processor_time_s(server_pid) - before_s
        cores = used_s / (time.perf_counter() - started_at)
    return SiegeResult(latencies_ms, cores, output.decode().strip())


async def exchange(connection: ClientConnection, command: dict[str, object]) -> dict[str, object]:
    """Send a command; return the reply."""
    command_id = new_token()
    await connection.send(json.dumps({"command_id": command_id, **command}))
    while True:
        message: dict[str, object] = json.loads(await connection.recv())
        if message["command_id"] == command_id:
            return message


class User:
    """A user of the server behind the proxy.

    Args:
        host: host and port of the server.
        address: the forwarded address.
        token: the token in the cookie.
    """

    def __init__(self, host: str, address: str, token: str) -> None:
        self.host = host
        self.headers = {
            "Cookie": f"{COOKIE_NAME}={token}",
            "X-Forwarded-For": address,
            "Accept-Encoding": "gzip",
        }

    @asynccontextmanager
    async def connect(self, table_id: str) -> AsyncIterator[ClientConnection]:
        """Connect to a table."""
        async with connect(
            f"ws://{self.host}/ws/t/{table_id}",
            origin=Origin(f"http://{self.host}"),
            additional_headers=self.headers,
            compression=None,
            open_timeout=60,
        ) as connection:
            yield connection


# The attacker.


class Attacker:
    """One user within the limits.

    Attributes:
        user: the user.
        tables: the prepared tables.
        replies: number of replies by status or type.
    """

    def __init__(self, folder: Path, seconds: float) -> None:
        self.tables = msgspec.json.decode((folder / "tables.json").read_bytes(), type=Tables)
        self.user = User((folder / "host").read_text(), ATTACKER, self.tables.token)
        self.replies: Counter[str] = Counter()
        self.seconds = seconds
        self._end = time.perf_counter() + seconds
        self._request_times = count()
        self._started_at = time.perf_counter()

    def is_over(self) -> bool:
        """Return whether the time is over."""
        return time.perf_counter() >= self._end

    async def await_request(self) -> None:
        """Wait until the limit of requests permits another one."""
        due = self._started_at + next(self._request_times) / REQUESTS_PER_S
        await asyncio.sleep(max(due - time.perf_counter(), 0))

    async def flood(
        self,
        requests: Iterator[tuple[str, str, bytes]],
        *,
        is_limited: bool = True,
        connections: int = CONNECTIONS,
    ) -> None:
        """Send requests (method, path, body) through several connections."""

        async def send() -> None:
            with closing(RawHttpClient(self.user.host)) as client:
                while not self.is_over():
                    if is_limited:
                        await self.await_request()
                    request = next(requests, None)
                    if request is None:
                        break
                    method, path, body = request
                    status, _, _ = await client.request(method, path, self.user.headers, body)
                    self.replies[str(status)] += 1

        await asyncio.gather(*(send() for _ in range(connections)))


async def run_attack(folder: Path, name: str, seconds: float) -> None:
    """Attack the server for some time; print the replies."""
    # With ``chrt -f 1``, server and stranger have priority over all other programs.
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.nice(ATTACKER_NICENESS)
    attacker = Attacker(folder, seconds)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ATTACKS[name](attacker)
    print(", ".join(f"{count} x {reply}" for reply, count in attacker.replies.most_common()))


async def do_nothing(attacker: Attacker) -> None:
    """Leave the stranger alone."""
    await asyncio.sleep(attacker.seconds)


async def open_replays(attacker: Attacker) -> None:
    """Request the replays of long games with the views of all seats."""
    paths = (f"/api/t/{table_id}/steps?as=open" for table_id in cycle(attacker.tables.finished))
    await attacker.flood(("GET", path, b"") for path in paths)


async def open_pages(attacker: Attacker) -> None:
    """Request the pages with the longest lists and texts."""
    pages = ("/history", "/rules/onirim", "/", "/statistics", "/new/onirim", "/daily/nightmarium")
    await attacker.flood(("GET", path, b"") for path in cycle(pages))


async def hand_seats_to_bots(attacker: Attacker) -> None:
    """Give all seats of tables to bots, which play the whole game."""
    requests = (
        ("POST", f"/api/t/{table_id}", assignment(seat))
        for table_id in attacker.tables.large
        for seat in range(5)
    )
    await attacker.flood(requests)


def assignment(seat: int) -> bytes:
    """Return the command that gives a seat to a bot."""
    command = {"type": "assign_seat", "seat": seat, "occupant": "quick", "command_id": new_token()}
    return json.dumps(command).encode()


async def request_assets(attacker: Attacker) -> None:
    """Request assets, whose number is not limited."""
    paths = (
        "/words/x/ru/nightmarium.json",
        "/art/x/onirim/red-sun.0.svg",
        "/static/x/style/table.css",
    )
    await attacker.flood((("GET", path, b"") for path in cycle(paths)), is_limited=False)


async def ignore_rejections(attacker: Attacker) -> None:
    """Send requests beyond the limit, as fast as they are answered."""
    requests = (("GET", "/statistics", b"") for _ in count())
    await attacker.flood(requests, is_limited=False, connections=MANY_CONNECTIONS)


async def act_and_take_back(attacker: Attacker) -> None:
    """Act and take back at many tables; request one with a long history of this."""

    async def play(table_id: str) -> None:
        with suppress(InvalidStatus, ConnectionClosed):
            async with attacker.user.connect(table_id) as connection:
                view = json.loads(await connection.recv())
                while not attacker.is_over():
                    action = view["legal_actions"][0]["action"]
                    await exchange(
                        connection,
                        {"type": "take_actions", "version": view["version"], "actions": [action]},
                    )
                    await exchange(connection, {"type": "take_back"})
                    view = await exchange(connection, {"type": "resync"})
                    attacker.replies["takeback"] += 1
                    await asyncio.sleep(3 * PING_INTERVAL_S)

    requests = attacker.flood(("GET", f"/api/t/{LONG_HISTORY}", b"") for _ in count())
    await asyncio.gather(requests, *map(play, attacker.tables.solo))


async def hold_connections(attacker: Attacker) -> None:
    """Open connections from an address of this machine other than the loopback addresses."""
    port = int(attacker.user.host.partition(":")[2])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent; the system selects the address of the interface.
        probe.connect((STRANGER, port))
        host = str(probe.getsockname()[0])
    writers = []
    for _ in range(IDLE_CONNECTIONS):
        reader, writer = await asyncio.open_connection(host, port)
        writers.append(writer)
        with suppress(TimeoutError):
            async with asyncio.timeout(0.001):
                status = await reader.read(12)
                attacker.replies[status.decode().removeprefix("HTTP/1.1 ")] += 1
                continue
        attacker.replies["held"] += 1
    await asyncio.sleep(attacker.seconds)


async def hold_event_streams(attacker: Attacker) -> None:
    """Open event streams of analyses and keep them open."""
    streams = []
    for table_id, _ in zip(cycle(attacker.tables.finished), range(EVENT_STREAMS), strict=False):
        await attacker.await_request()
        reader, writer = await asyncio.open_connection(*attacker.user.host.split(":"))
        headers = {"Host": attacker.user.host, **attacker.user.headers}
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        writer.write(f"GET /api/t/{table_id}/analysis HTTP/1.1\r\n{lines}\r\n".encode())
        streams.append(writer)
        attacker.replies[(await reader.readline()).decode().split()[1]] += 1
    await asyncio.sleep(attacker.seconds)


ATTACKS: Final[dict[str, Attack]] = {
    "none": do_nothing,
    "replays": open_replays,
    "pages": open_pages,
    "bots": hand_seats_to_bots,
    "assets": request_assets,
    "excess": ignore_rejections,
    "takebacks": act_and_take_back,
    "connections": hold_connections,
    "event_streams": hold_event_streams,
}


if __name__ == "__main__":
    main()
