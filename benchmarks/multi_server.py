"""Measures the latency and the processor time of several servers on one Postgres.

    python -m benchmarks.multi_server TABLES MOVES SECONDS

starts a durable Postgres and 1, 2 and 4 servers. At each table of Nightmarium four humans play, in
total MOVES moves per second or as many as the servers manage: a move waits until all four have
received the last move. ``together`` connects all clients of a table to one server, ``apart``
spreads them over all servers. Prints one JSON object for each case. The defaults are 500, 3000, 8,
which is more than two cores manage.
"""

import asyncio
import json
import os
import platform
import random
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from benchmarks.load import (
    MAX_CONCURRENT_JOINS,
    WARM_UP_S,
    LoadTable,
    Script,
    cancel,
    cpu_seconds,
    create_script,
    quantiles_ms,
    run_server,
)
from onirium.core.build import is_compiled
from onirium.storage.store import Store
from tests.support.postgres_server import run_postgres

SERVER_COUNTS = (1, 2, 4)

MAX_MOVES = 2_000
"""Maximum number of moves in a game."""


async def measure(
    scripts: Sequence[Script],
    addresses: Sequence[str],
    interval_s: float,
    seconds: float,
    *,
    apart: bool,
) -> list[float]:
    """Play at all tables for some seconds; return the latencies in seconds."""
    tables = [LoadTable(script) for script in scripts]
    limit = asyncio.Semaphore(MAX_CONCURRENT_JOINS)

    async def join(number: int, table: LoadTable) -> None:
        async with limit:
            index = number % len(addresses)
            await table.join(addresses if apart else addresses[index : index + 1])

    await asyncio.gather(*(join(number, table) for number, table in enumerate(tables)))
    rng = random.Random(1)
    tasks = [asyncio.create_task(table.play(interval_s, rng)) for table in tables]
    await asyncio.sleep(WARM_UP_S)
    for table in tables:
        table.latencies.clear()
    await asyncio.sleep(seconds)
    await cancel(tasks)
    latencies = [latency for table in tables for latency in table.latencies]
    for table in tables:
        table.leave()
    return latencies


def process_family(pid: int) -> list[int]:
    """Return the ids of a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def main() -> None:
    """Measure and print."""
    arguments = [*sys.argv[1:], *("500", "3000", "8")[len(sys.argv) - 1 :]]
    tables, rate, seconds = map(int, arguments)
    build = {
        "python": platform.python_version(),
        "build": "compiled" if is_compiled() else "plain",
    }
    with run_postgres(settings=()) as postgres:
        for server_count in SERVER_COUNTS:
            for apart in (False, True)[: 1 if server_count == 1 else 2]:
                address = postgres.database()
                with ExitStack() as stack:
                    with closing(Store(address)) as store:
                        scripts = [
                            create_script(store, number, MAX_MOVES) for number in range(tables)
                        ]
                    servers = [
                        stack.enter_context(run_server("--database-url", address))
                        for _ in range(server_count)
                    ]
                    results = measure_servers(
                        scripts, servers, postgres.pid, tables / rate, seconds, apart=apart
                    )
                print(json.dumps({**build, "servers": server_count, **results}), flush=True)


def measure_servers(
    scripts: Sequence[Script],
    servers: Sequence[tuple[str, int]],
    postgres_pid: int,
    interval_s: float,
    seconds: float,
    *,
    apart: bool,
) -> dict[str, object]:
    """Play at all tables; return the latencies and the processor time of all processes."""
    processes = {
        "servers": [pid for _, pid in servers],
        "database": process_family(postgres_pid),
        "clients": [os.getpid()],
    }
    addresses = [address for address, _ in servers]
    started_at = time.perf_counter()
    before = {name: sum(map(cpu_seconds, pids)) for name, pids in processes.items()}
    latencies = asyncio.run(measure(scripts, addresses, interval_s, seconds, apart=apart))
    elapsed = time.perf_counter() - started_at
    return {
        "clients of a table": "apart" if apart else "together",
        "moves per second": round(len(latencies) / seconds, 1),
        "latency until all seats have received a move, ms": quantiles_ms(latencies),
        "processor time, cores": {
            name: round((sum(map(cpu_seconds, pids)) - before[name]) / elapsed, 2)
            for name, pids in processes.items()
        },
    }


if __name__ == "__main__":
    main()
