"""Measures the latency and the processor time of several servers on one Postgres.

    python -m benchmarks.multi_server TABLES DECISIONS SECONDS

starts a durable Postgres and 1, 2 and 4 servers. At each table of Nightmarium four humans play, in
total DECISIONS decisions per second or as many as the servers manage: a decision waits until all
four have received the last one. ``together`` connects all clients of a table to one server,
``apart`` spreads them over all servers. Prints one JSON object for each case. The defaults are 500,
3000 and 8, which is more than two cores manage.
"""

import argparse
import asyncio
import itertools
import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path

from benchmarks.load import (
    LoadTable,
    Measurement,
    Script,
    create_script,
    join_all,
    play_all,
)
from benchmarks.measurement import percentiles_ms
from benchmarks.server_process import run_server
from onirium.core.build import is_compiled
from onirium.storage.store import Store
from tests.support.postgres_server import run_postgres

SERVER_COUNTS = (1, 2, 4)

MAX_DECISIONS = 2_000
"""Maximum number of decisions in a game."""


async def measure(
    scripts: Sequence[Script],
    servers: Iterable[Sequence[str]],
    interval_s: float,
    seconds: float,
    processes: Mapping[str, Sequence[int]],
) -> Measurement:
    """Play at all tables, each at its servers."""
    tables = [LoadTable(script) for script in scripts]
    async with join_all(tables, servers):
        return await play_all(tables, interval_s, seconds, processes)


def process_family(pid: int) -> list[int]:
    """Return the ids of a process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tables", type=int, nargs="?", default=500, help="number of tables")
    parser.add_argument("rate", type=float, nargs="?", default=3000.0, help="decisions per second")
    parser.add_argument("seconds", type=float, nargs="?", default=8.0, help="duration of a case")
    arguments = parser.parse_args()
    tables, rate, seconds = arguments.tables, arguments.rate, arguments.seconds
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
                            create_script(store, number, MAX_DECISIONS) for number in range(tables)
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
    of_tables = itertools.cycle([addresses] if apart else [[address] for address in addresses])
    played = asyncio.run(measure(scripts, of_tables, interval_s, seconds, processes))
    return {
        "clients of a table": "apart" if apart else "together",
        "moves per second": played.decisions_per_s,
        "latency until all seats have received a move, ms": percentiles_ms(played.latencies_s),
        "processor time, cores": played.cores,
    }


if __name__ == "__main__":
    main()
