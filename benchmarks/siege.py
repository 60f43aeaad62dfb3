"""Attacks a server from one address and measures the pings of a bystander.

``python -m benchmarks.siege [--seconds 20] [ATTACK ...]`` prints a table: for each attack the
latency of the bystander's pings, the replies that the attacker got, and the processor time of the
server. Needs the test dependencies.

The server runs in a process of its own with its default limits and trusts this machine as a proxy;
attacker and bystander have different forwarded addresses. The attacker runs in a process of its own
too, so the pings measure the server and the scheduling of the processes only.
"""

import argparse
import asyncio
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import AsyncExitStack, closing
from pathlib import Path
from statistics import quantiles
from typing import Final, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection

from benchmarks.server_process import run_process
from benchmarks.siege_attacks import ATTACKS, run_attack
from benchmarks.siege_tables import (
    BYSTANDER_ADDRESS,
    BYSTANDER_TABLES,
    Tables,
    User,
    create_tables,
    exchange,
)
from onirium.core.build import is_compiled
from onirium.storage.store import Store
from onirium.web.app import create_app
from onirium.web.config.settings import Settings
from onirium.web.middleware.security import ServerAddress
from onirium.web.server import Server

SETTLE_S: Final = 4.0
"""Time between the connections of the bystander and the attack."""

PING_INTERVAL_S: Final = 0.5


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
            create_tables(Path(folder))
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


def lifetime_processor_s(pid: int) -> float:
    """Return the processor time of a process and its ended threads, without its workers."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
            await stack.enter_async_context(User(host, BYSTANDER_ADDRESS, token).connect(table_id))
            for table_id, token in tables.of_bystander.items()
        ]
        await asyncio.sleep(SETTLE_S)
        started_at, before_s = time.perf_counter(), lifetime_processor_s(server_pid)
        command = ["-m", "benchmarks.siege", name, "--attack", str(folder)]
        attack = await asyncio.create_subprocess_exec(
            sys.executable, *command, "--seconds", str(seconds), stdout=subprocess.PIPE
        )
        end = started_at + seconds

        async def ping(number: int, connection: ClientConnection) -> None:
            await asyncio.sleep(number * PING_INTERVAL_S / BYSTANDER_TABLES)
            while time.perf_counter() < end:
                sent_at = time.perf_counter()
                await exchange(connection, {"type": "ping"})
                elapsed_s = time.perf_counter() - sent_at
                latencies_ms.append(elapsed_s * 1000)
                await asyncio.sleep(max(PING_INTERVAL_S - elapsed_s, 0))

        await asyncio.gather(*(ping(*numbered) for numbered in enumerate(connections)))
        output, _ = await attack.communicate()
        used_s = lifetime_processor_s(server_pid) - before_s
        cores = used_s / (time.perf_counter() - started_at)
    return SiegeResult(latencies_ms, cores, output.decode().strip())


if __name__ == "__main__":
    main()
