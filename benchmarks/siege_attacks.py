"""The attacks of a siege: one user within the limits or beyond them."""

import asyncio
import json
import os
import socket
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, suppress
from itertools import count, cycle
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidStatus

from benchmarks.siege_tables import (
    ATTACKER_ADDRESS,
    BYSTANDER_ADDRESS,
    LONG_HISTORY,
    Tables,
    User,
    exchange,
)
from onirium.tables.tokens import new_token
from tests.support.hostile_load import RawHttpClient

REQUESTS_PER_S: Final = 28
"""Just below the limit of 300 requests in ten seconds."""

ATTACKER_NICENESS: Final = 15
"""The attack is limited by the server, not by the processors that both share."""

CONNECTIONS: Final = 20
MANY_CONNECTIONS: Final = 300
IDLE_CONNECTIONS: Final = 3_000
EVENT_STREAMS: Final = 280
TAKEBACK_INTERVAL_S: Final = 1.5

Attack: TypeAlias = Callable[["Attacker"], Awaitable[None]]


class Attacker:
    """One user within the limits.

    Attributes:
        user: the user.
        tables: the prepared tables.
        replies: number of replies by status or type.
    """

    def __init__(self, folder: Path, seconds: float) -> None:
        self.tables = msgspec.json.decode((folder / "tables.json").read_bytes(), type=Tables)
        self.user = User((folder / "host").read_text(), ATTACKER_ADDRESS, self.tables.token)
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
    # With ``chrt -f 1``, server and bystander have priority over all other programs.
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    os.nice(ATTACKER_NICENESS)
    attacker = Attacker(folder, seconds)
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await ATTACKS[name](attacker)
    print(", ".join(f"{count} x {reply}" for reply, count in attacker.replies.most_common()))


async def do_nothing(attacker: Attacker) -> None:
    """Leave the bystander alone."""
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
                    await asyncio.sleep(TAKEBACK_INTERVAL_S)

    requests = attacker.flood(("GET", f"/api/t/{LONG_HISTORY}", b"") for _ in count())
    await asyncio.gather(requests, *map(play, attacker.tables.solo))


async def hold_connections(attacker: Attacker) -> None:
    """Open connections from an address of this machine other than the loopback addresses."""
    port = int(attacker.user.host.partition(":")[2])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent; the system selects the address of the interface.
        probe.connect((BYSTANDER_ADDRESS, port))
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
