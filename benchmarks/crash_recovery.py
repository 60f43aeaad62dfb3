"""Kills the server two hundred times during play and checks that nothing acknowledged is lost.

``python -m benchmarks.crash_recovery [KILLS]`` prints one JSON object, or fails. It also measures
the time from the start of a killed server with two thousand tables to the first view of one of
them. Needs the test dependencies.
"""

import argparse
import asyncio
import json
import tempfile
import time
from contextlib import closing
from pathlib import Path
from random import Random

import httpx

from benchmarks.measurement import median_and_range
from onirium.core.build import is_compiled
from onirium.storage.store import Store
from onirium.tables.commands import play
from tests.support.consistency_checks import create_tables
from tests.support.crash_recovery import ServerProcess, run_with_kills
from tests.support.ports import reserved_port
from tests.support.scripted_clients import ScriptedClient

TABLES = 24

MAX_COMMANDS = 40
"""Maximum number of commands between a start and its kill."""

RESTART_TABLES = 2000

EVENTS = 30
"""Number of events at each table before the restarts."""

RESTARTS = 5

BATCH_SIZE = 500
"""Number of tables that are played concurrently before the restarts."""


def main() -> None:
    """Kill, check, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kills", type=int, nargs="?", default=200, help="number of kills")
    kills = parser.parse_args().kills
    with tempfile.TemporaryDirectory() as folder, reserved_port() as port:
        report = asyncio.run(
            run_with_kills(Path(folder), port, kills, TABLES, MAX_COMMANDS, Random(kills))
        )
    with tempfile.TemporaryDirectory() as folder, reserved_port() as port:
        restart_times_s = asyncio.run(measure_restarts(Path(folder), port))
    result = {
        "build": "compiled" if is_compiled() else "plain",
        "kills": report.kills,
        "acknowledged commands, all stored": report.stored,
        "commands sent more than once": report.resent,
        "connections": report.connections,
        "start to serving, s": median_and_range(report.start_times_s),
        f"start to the first view of one of {RESTART_TABLES} tables, s": restart_times_s,
    }
    print(json.dumps(result, indent=2))


async def measure_restarts(folder: Path, port: int) -> dict[str, float]:
    """Measure the seconds from the start of a killed server to the first view of a table."""
    server = ServerProcess(folder, port)
    rng = Random(1)
    with closing(Store(folder / "onirium.db")) as store:
        clients = await create_tables(
            store, RESTART_TABLES, lambda: ScriptedClient(server.port, rng, 0)
        )
    table_ids = sorted({client.table_id for client in clients})
    await play_tables(table_ids, folder / "onirium.db", rng)
    times_s = []
    async with httpx.AsyncClient(trust_env=False) as http:
        for number in range(RESTARTS):
            started_at = time.perf_counter()
            await server.start()
            await server.wait_ready()
            response = await http.get(f"{server.address}/api/t/{clients[number].table_id}")
            times_s.append(time.perf_counter() - started_at)
            assert response.status_code == 200, response.text
            await server.kill()
    return median_and_range(times_s)


async def play_tables(table_ids: list[str], database: Path, rng: Random) -> None:
    """Append random moves to tables."""
    with closing(Store(database)) as store:
        for start in range(0, len(table_ids), BATCH_SIZE):
            batch = table_ids[start : start + BATCH_SIZE]
            await asyncio.gather(*(play_table(store, table_id, rng) for table_id in batch))


async def play_table(store: Store, table_id: str, rng: Random) -> None:
    """Append random moves to a table."""
    table = await store.load(table_id)
    assert table is not None
    event = play.start(table)
    while table.version < EVENTS and not table.is_over:
        await store.append(table_id, table.version, event)
        table.apply(event)
        if not table.is_over:
            state = table.match.state
            action = rng.choice(state.legal_actions())
            event = play.take_actions(table, state.current_player(), [action], table.version)
    await store.save_summary(table)


if __name__ == "__main__":
    main()
