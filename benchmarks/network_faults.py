"""Breaks a network a thousand times while people play; in the end each sees what the server says.

``python -m benchmarks.network_faults [CUTS]`` prints one JSON object, or ends with what was wrong.
Every
second seat is one of Chromium, behind the page's own module of the line; the others are scripts.
Needs the packages of the tests, and Chromium.
"""

import asyncio
import itertools
import shutil
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import msgspec
from playwright.async_api import async_playwright

from tests.support.flaky_network import MEAN_DELAY_S, FaultReport, play_through_faults
from tests.support.live_server import run_server
from tests.support.page_clients import PageClient
from tests.support.scripted_clients import ScriptedClient

CUTS = 1000
TABLES = 8


def main() -> None:
    """Break, check and print."""
    cuts = int(sys.argv[1]) if sys.argv[1:] else CUTS
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, run_server(Path(folder)) as server:
        port = int(server.host.split(":")[1])
        report = asyncio.run(broken(Path(folder) / "onirium.db", port, cuts))
    took = {"seconds": round(time.monotonic() - began)}
    print(msgspec.json.format(msgspec.json.encode(msgspec.to_builtins(report) | took)).decode())


async def broken(database: Path, port: int, cuts: int) -> FaultReport:
    """Let people play through a network that breaks, half of them in a browser."""
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        number = itertools.count()

        def somebody(port: int, dice: Random) -> ScriptedClient:
            if next(number) % 2:
                return PageClient(port, dice, chromium)
            return ScriptedClient(port, dice, MEAN_DELAY_S)

        return await play_through_faults(database, port, cuts, TABLES, Random(cuts), somebody)


if __name__ == "__main__":
    main()
