"""Kills the server while people play, two hundred times, and looks whether anything is missing.

``python -m benchmarks.crash_recovery [KILLS]`` prints one JSON object, or ends with what was wrong.
Then it measures how soon a killed server that has two thousand tables shows one of them.
Needs the packages of the tests.
"""

import asyncio
import json
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from random import Random

import httpx
import msgspec

from onirium.core.build import is_compiled
from onirium.storage.store import Store
from tests.support.consistency_checks import create_tables
from tests.support.crash_recovery import ServerProcess, run_with_kills
from tests.support.scripted_clients import ScriptedClient

KILLS = 200
TABLES = 24
AT_ONCE = 40
"""So many orders at most are done before the server is killed again."""

LIVE = 2000
MOVES = 30
"""So many moves were made at each table."""

STARTS = 5
TOGETHER = 500
"""So many tables wait for the disk together while they are played beforehand."""


def main() -> None:
    """Kill, check, measure and print."""
    kills = int(sys.argv[1]) if sys.argv[1:] else KILLS
    with tempfile.TemporaryDirectory() as folder:
        burnt = asyncio.run(run_with_kills(Path(folder), kills, TABLES, AT_ONCE, Random(kills)))
    with tempfile.TemporaryDirectory() as folder:
        restarted = asyncio.run(restarts(Path(folder)))
    told = {
        "build": "compiled" if is_compiled() else "plain",
        **msgspec.to_builtins(burnt),
        "starts": spread(burnt.starts),
        f"{LIVE} live tables, seconds from the start to one of them": restarted,
    }
    print(json.dumps(told, indent=2))


async def restarts(folder: Path) -> dict[str, float]:
    """Return how many seconds it takes a killed server to show the first of many tables."""
    server = ServerProcess(folder)
    dice = Random(1)
    seats = await create_tables(
        folder / "onirium.db", LIVE, lambda: ScriptedClient(server.port, dice, 0)
    )
    await move(sorted({seat.table for seat in seats}), folder / "onirium.db", dice)
    took = []
    async with httpx.AsyncClient(trust_env=False) as client:
        for number in range(STARTS):
            began = time.perf_counter()
            await server.start()
            await server.wait_ready()
            shown = await client.get(f"{server.address}/api/t/{seats[number].table}")
            took.append(time.perf_counter() - began)
            assert shown.status_code == 200, shown.text
            await server.kill()
    return spread(took)


async def move(tables: list[str], database: Path, dice: Random) -> None:
    """Let moves be made at tables."""
    with closing(Store(database)) as store:
        for start in range(0, len(tables), TOGETHER):
            some = tables[start : start + TOGETHER]
            await asyncio.gather(*(move_at(store, table, dice) for table in some))


async def move_at(store: Store, table: str, dice: Random) -> None:
    """Let moves be made at a table."""
    hosted = await store.load(table)
    assert hosted is not None
    entry = hosted.start()
    while hosted.version < MOVES and not hosted.is_over:
        await store.append(table, hosted.version, entry)
        hosted.apply(entry)
        if not hosted.is_over:
            state = hosted.match.state
            action = dice.choice(state.legal_actions())
            entry = hosted.take_actions(state.current_player(), [action], hosted.version)
    await store.save_summary(hosted)


def spread(times: list[float]) -> dict[str, float]:
    """Return the middle and the ends of some times, in seconds."""
    return {
        "median": round(statistics.median(times), 2),
        "least": round(min(times), 2),
        "most": round(max(times), 2),
    }


if __name__ == "__main__":
    main()
