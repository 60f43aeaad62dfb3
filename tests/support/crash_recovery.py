"""A server that is killed again and again while people play; what they were told holds."""

import asyncio
import os
import re
import socket
import sys
import time
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

import msgspec

from tests.support.consistency_checks import check_entries, check_sights, lay, settle
from tests.support.scripted_clients import Seat, until

ONIRIUM = [sys.executable, "-c", "from onirium.cli.main import main; main()"]
HASTE = 0.3
LIFE = 0.5
"""So many seconds at most it lives on when enough was done."""

NOT_YET = 0.1
"""Of so many lives it is killed before it serves."""


class Report(msgspec.Struct):
    """What came of it.

    Attributes:
        kills: how often the server was killed.
        kept: how many orders were acknowledged, and are kept.
        again: how many of them were sent more than once.
        lines: how many lines were begun.
        starts: how many seconds it took to serve again, each time.
    """

    kills: int
    kept: int
    again: int
    lines: int
    starts: list[float]


class Server:
    """The server as a program, at an address that stays."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self.address = f"http://127.0.0.1:{self.port}"
        self._folder = folder
        self._process: Process | None = None

    async def begin(self) -> None:
        """Start it; it does not serve yet."""
        words = ("--port", str(self.port), "--data-dir", str(self._folder), "--language", "en")
        self._process = await asyncio.create_subprocess_exec(
            *ONIRIUM, "serve", *words, stdout=PIPE, env=os.environ
        )

    async def ready(self) -> None:
        """Wait until it says that it serves."""
        assert self._process is not None
        assert self._process.stdout is not None
        said = (await self._process.stdout.readline()).decode()
        assert re.search(r"http://\S+", said), said

    async def kill(self) -> None:
        """End it at once, whatever it is doing."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()


def reaches(seats: Sequence[Seat], enough: int) -> bool:
    """Tell whether enough orders of some seats were answered."""
    return answered(seats) >= enough


def answered(seats: Sequence[Seat]) -> int:
    """Return how many orders of some seats were answered."""
    return sum(len(seat.answered) for seat in seats)


async def burn(folder: Path, kills: int, tables: int, most: int, dice: Random) -> Report:
    """Let people play at tables while the server is killed; check what is left.

    Args:
        folder: of the database.
        kills: how often.
        tables: how many.
        most: so many orders at most are done in each life of the server, before its last moments.
        dice: choose the moments.
    """
    server = Server(folder)
    database = folder / "onirium.db"
    seats = await lay(database, tables, lambda: Seat(server.port, Random(dice.random()), HASTE))
    starts = []
    async with asyncio.TaskGroup() as group:
        playing = [group.create_task(seat.play()) for seat in seats]
        for _ in range(kills):
            began = time.perf_counter()
            await server.begin()
            if dice.random() > NOT_YET:
                await server.ready()
                starts.append(time.perf_counter() - began)
                enough = answered(seats) + dice.randint(0, most)
                await until(partial(reaches, seats, enough))
            await asyncio.sleep(dice.uniform(0, LIFE))
            await server.kill()
        await server.begin()
        await server.ready()
        await settle(seats)
        await check_sights(seats, server.address)
        for one in playing:
            one.cancel()
    await server.kill()
    orders = [order for seat in seats for order in seat.answered.values()]
    return Report(
        kills,
        check_entries(database, seats),
        sum(order.times > 1 for order in orders),
        sum(seat.lines for seat in seats),
        starts,
    )
