"""Measures what several servers on one Postgres do together.

    python -m benchmarks.multi_server TABLES MOVES SECONDS

starts a Postgres of its own, which keeps what it is told on the disk, and 1, 2 and 4 servers. At so
many tables of Nightmarium four people each make so many moves a second in all, or as many as come
through: nobody moves before all four have learnt of the last. ``together`` has everybody of a table
at one server, ``apart`` at as many as there are. Prints a JSON object for each. 200, 800 and 10 if
nothing is said.
"""

import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from benchmarks.load import (
    AT_ONCE,
    WARM_UP,
    Script,
    Seat,
    Table,
    laid,
    serving,
    spent,
    summed_up,
)
from onirium.core.build import is_compiled
from onirium.storage.store import Store
from tests.support.postgres_server import run_postgres

SERVERS = (1, 2, 4)
LONGEST = 2_000
"""No game has more moves than this."""


class Scattered(Table):
    """A table whose people come to several servers, one after the other in turn."""

    async def come(self, addresses: Sequence[str]) -> None:
        """Let all take their seats."""
        loop = asyncio.get_running_loop()
        for number, token in enumerate(self._script.tokens):
            host, _, port = addresses[number % len(addresses)].partition(":")
            _, seat = await loop.create_connection(lambda: Seat(self), host, int(port))
            seat.enter(f"{host}:{port}", self._script.table, token)
            self._seats.append(seat)
        await self._wait()


async def measure(
    scripts: Sequence[Script],
    addresses: Sequence[str],
    pause: float,
    seconds: float,
    *,
    apart: bool,
) -> list[float]:
    """Let all play for so many seconds; return how long each move took to be told to all."""
    tables = [Scattered(script) for script in scripts]
    gate = asyncio.Semaphore(AT_ONCE)

    async def come(number: int, table: Scattered) -> None:
        async with gate:
            place = number % len(addresses)
            await table.come(addresses if apart else addresses[place : place + 1])

    await asyncio.gather(*(come(number, table) for number, table in enumerate(tables)))
    dice = random.Random(1)
    playing = [asyncio.create_task(table.play(pause, dice)) for table in tables]
    await asyncio.sleep(WARM_UP)
    for table in tables:
        table.told.clear()
    await asyncio.sleep(seconds)
    for task in playing:
        task.cancel()
    for outcome in await asyncio.gather(*playing, return_exceptions=True):
        if not isinstance(outcome, asyncio.CancelledError | None):
            raise outcome
    told = [moment for table in tables for moment in table.told]
    for table in tables:
        table.leave()
    return told


def family(process: int) -> list[int]:
    """Return a process and its children."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [process, *map(int, children)]


def main() -> None:
    """Measure and print."""
    given = [*sys.argv[1:], *("200", "800", "10")[len(sys.argv) - 1 :]]
    tables, moves, seconds = map(int, given)
    build = "compiled" if is_compiled() else "plain"
    with run_postgres(settings=()) as cluster:
        for number in SERVERS:
            for apart in (False, True)[: 1 if number == 1 else 2]:
                place = cluster.database()
                with ExitStack() as open_for_a_while:
                    with closing(Store(place)) as store:
                        scripts = [laid(store, seed, LONGEST) for seed in range(tables)]
                    servers = [
                        open_for_a_while.enter_context(serving("--database", place))
                        for _ in range(number)
                    ]
                    found = watched(
                        scripts, servers, cluster.pid, tables / moves, seconds, apart=apart
                    )
                print(json.dumps({"build": build, "servers": number, **found}), flush=True)


def watched(
    scripts: Sequence[Script],
    servers: Sequence[tuple[str, int]],
    database: int,
    pause: float,
    seconds: float,
    *,
    apart: bool,
) -> dict[str, Any]:
    """Let all play; return what was found."""
    processes = {
        "servers": [process for _, process in servers],
        "database": family(database),
        "clients": [os.getpid()],
    }
    addresses = [address for address, _ in servers]
    began = time.perf_counter()
    before = {name: sum(map(spent, those)) for name, those in processes.items()}
    told = asyncio.run(measure(scripts, addresses, pause, seconds, apart=apart))
    took = time.perf_counter() - began
    return {
        "seats": "apart" if apart else "together",
        "moves a second": round(len(told) / seconds, 1),
        "all seats told, ms": summed_up(told),
        "shares of a core": {
            name: round((sum(map(spent, those)) - before[name]) / took, 2)
            for name, those in processes.items()
        },
    }


if __name__ == "__main__":
    main()
