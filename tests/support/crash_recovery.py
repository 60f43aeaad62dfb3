"""Kills a server again and again during play and checks that acknowledged commands survive."""

import asyncio
import os
import re
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import msgspec

from onirium.storage.store import Store
from tests.support.consistency_checks import check_events, check_views, create_tables, drain
from tests.support.scripted_clients import ScriptedClient, wait_until

ONIRIUM = [sys.executable, "-m", "onirium"]
MEAN_DELAY_S = 0.3
"""Mean time between two commands of a client."""

MAX_EXTRA_LIFE_S = 0.5
"""Maximum time from the last awaited command to the kill."""

EARLY_KILL_SHARE = 0.1
"""The share of kills that happen before the server is ready."""


class CrashReport(msgspec.Struct):
    """The result of a run.

    Attributes:
        kills: the number of kills.
        stored: the number of acknowledged commands, all of which are stored.
        resent: the number of commands that were sent more than once.
        connections: the number of connections.
        start_times_s: the seconds from each start of the server until it was ready.
    """

    kills: int
    stored: int
    resent: int
    connections: int
    start_times_s: list[float]


class ServerProcess:
    """The server as a process with a fixed port."""

    def __init__(self, folder: Path, port: int) -> None:
        self.port = port
        self.address = f"http://127.0.0.1:{port}"
        self._folder = folder
        self._process: Process | None = None

    async def start(self) -> None:
        """Start the process; it is not ready yet."""
        options = ("--port", str(self.port), "--data-dir", str(self._folder), "--language", "en")
        self._process = await asyncio.create_subprocess_exec(
            *ONIRIUM, "serve", *options, stdout=PIPE, env=os.environ
        )

    async def wait_ready(self) -> None:
        """Wait until the process prints its address."""
        assert self._process is not None
        assert self._process.stdout is not None
        line = (await self._process.stdout.readline()).decode()
        assert re.search(r"http://\S+", line), line

    async def kill(self) -> None:
        """Kill the process."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()


def has_answers(clients: Sequence[ScriptedClient], count: int) -> bool:
    """Return whether clients have got this number of answers."""
    return count_answers(clients) >= count


def count_answers(clients: Sequence[ScriptedClient]) -> int:
    """Return the number of commands that were answered."""
    return sum(len(client.answered) for client in clients)


async def run_with_kills(
    folder: Path, port: int, kills: int, tables: int, max_commands: int, rng: Random
) -> CrashReport:
    """Run clients while the server is killed; check the stored events and the last views.

    Args:
        folder: the data folder.
        port: the port of the server.
        kills: the number of kills.
        tables: the number of tables.
        max_commands: maximum number of commands to wait for between a start and its kill.
        rng: draws the moments of the kills.
    """
    server = ServerProcess(folder, port)
    database = folder / "onirium.db"
    with closing(Store(database)) as store:
        clients = await create_tables(
            store, tables, lambda: ScriptedClient(server.port, Random(rng.random()), MEAN_DELAY_S)
        )
    start_times_s = []
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(client.play()) for client in clients]
        for _ in range(kills):
            started_at = time.perf_counter()
            await server.start()
            if rng.random() > EARLY_KILL_SHARE:
                await server.wait_ready()
                start_times_s.append(time.perf_counter() - started_at)
                target = count_answers(clients) + rng.randint(0, max_commands)
                await wait_until(partial(has_answers, clients, target))
            await asyncio.sleep(rng.uniform(0, MAX_EXTRA_LIFE_S))
            await server.kill()
        await server.start()
        await server.wait_ready()
        await drain(clients)
        await check_views(clients, server.address)
        for task in tasks:
            task.cancel()
    await server.kill()
    commands = [command for client in clients for command in client.answered.values()]
    return CrashReport(
        kills=kills,
        stored=check_events(database, clients),
        resent=sum(command.times > 1 for command in commands),
        connections=sum(client.connection_count for client in clients),
        start_times_s=start_times_s,
    )
