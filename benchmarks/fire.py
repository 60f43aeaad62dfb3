"""Kills the server while people play, two hundred times, and looks whether anything is missing.

``python -m benchmarks.fire [KILLS]`` prints one JSON object, or ends with what was wrong. Then it
measures how soon a killed server answers again, when two thousand people at as many tables all come
back at once. Needs the packages of the tests.
"""

import asyncio
import json
import resource
import statistics
import sys
import tempfile
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import msgspec

from onirium.kernel.build import is_compiled
from onirium.table.store import Store
from tests.hosting.fire import Server, burn
from tests.hosting.ledger import lay
from tests.hosting.seats import Seat, until

KILLS = 200
TABLES = 24
AT_ONCE = 40
"""So many orders at most are done before the server is killed again."""

LIVE = 2000
MOVES = 30
"""So many moves were made at each table."""

STARTS = 3
LONG = 600.0
FILES = 8192


def main() -> None:
    """Kill, check, measure and print."""
    kills = int(sys.argv[1]) if sys.argv[1:] else KILLS
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    with tempfile.TemporaryDirectory() as folder:
        burnt = asyncio.run(burn(Path(folder), kills, TABLES, AT_ONCE, Random(kills)))
    with tempfile.TemporaryDirectory() as folder:
        restarted = asyncio.run(restarts(Path(folder)))
    told = {
        "build": "compiled" if is_compiled() else "plain",
        **msgspec.to_builtins(burnt),
        "starts": spread(burnt.starts),
        f"{LIVE} live tables, seconds from the start": restarted,
    }
    print(json.dumps(told, indent=2))


async def restarts(folder: Path) -> dict[str, dict[str, float]]:
    """Return after how many seconds a server has told one, half and all of the people."""
    server = Server(folder)
    dice = Random(1)
    everybody = await lay(
        folder / "onirium.db", LIVE, lambda: Seat(server.port, Random(dice.random()), 0, LONG)
    )
    # One of each table is there; they look on, and come back when the server does.
    seats = list({seat.table: seat for seat in everybody}.values())
    await move([seat.table for seat in seats], folder / "onirium.db", dice)
    for seat in seats:
        seat.resting = True
    took: dict[str, list[float]] = {"one": [], "half": [], "all": []}
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(seat.play()) for seat in seats]
        for number in range(STARTS):
            began = time.perf_counter()
            await server.begin()
            for share, enough in {"one": 1, "half": LIVE // 2, "all": LIVE}.items():
                await until(partial(are_back, seats, number, enough))
                took[share].append(time.perf_counter() - began)
            await server.kill()
        for one in playing:
            one.cancel()
    return {share: spread(times) for share, times in took.items()}


async def move(tables: list[str], database: Path, dice: Random) -> None:
    """Let moves be made at tables."""
    with closing(Store(database)) as store:
        for start in range(0, len(tables), TABLES):
            some = tables[start : start + TABLES]
            await asyncio.gather(*(move_at(store, table, dice) for table in some))


async def move_at(store: Store, table: str, dice: Random) -> None:
    """Let moves be made at a table."""
    hosted = await store.load(table)
    assert hosted is not None
    entry = hosted.start()
    while hosted.version < MOVES and not hosted.over:
        await store.append(table, hosted.version, entry)
        hosted.apply(entry)
        if not hosted.over:
            state = hosted.match.state
            action = dice.choice(state.legal_actions())
            entry = hosted.move(state.current_player(), [action], hosted.version)
    await store.note(hosted)


def are_back(seats: list[Seat], number: int, enough: int) -> bool:
    """Tell whether enough people have been told something for the time of this number, from 0."""
    return sum(seat.lines > number for seat in seats) >= enough


def spread(times: list[float]) -> dict[str, float]:
    """Return the middle and the ends of some times, in seconds."""
    return {
        "median": round(statistics.median(times), 2),
        "least": round(min(times), 2),
        "most": round(max(times), 2),
    }


if __name__ == "__main__":
    main()
