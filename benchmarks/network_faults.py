"""Injects a thousand network faults during play and checks that all clients agree with the server.

``python -m benchmarks.network_faults [FAULTS]`` prints one JSON object, or fails. Every second
client is a page in Chromium with the page's own connection module, the others are scripts. Needs
the test dependencies and Chromium.
"""

import argparse
import asyncio
import itertools
import tempfile
import time
from pathlib import Path
from random import Random

import msgspec
from playwright.async_api import async_playwright

from tests.support.chromium import CHROMIUM
from tests.support.flaky_network import MEAN_DELAY_S, FaultReport, play_through_faults
from tests.support.live_server import LiveServer, run_server
from tests.support.page_clients import PageClient
from tests.support.scripted_clients import ScriptedClient

TABLES = 8


def main() -> None:
    """Inject faults, check and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("faults", type=int, nargs="?", default=1000, help="number of faults")
    faults = parser.parse_args().faults
    started_at = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, run_server(Path(folder)) as server:
        report = asyncio.run(run(server, Path(folder) / "onirium.db", faults))
    elapsed = {"seconds": round(time.monotonic() - started_at)}
    print(msgspec.json.format(msgspec.json.encode(msgspec.to_builtins(report) | elapsed)).decode())


async def run(server: LiveServer, database: Path, faults: int) -> FaultReport:
    """Run scripts and pages that play through a faulty network."""
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        numbers = itertools.count()

        def make_client(port: int, rng: Random) -> ScriptedClient:
            if next(numbers) % 2:
                return PageClient(port, rng, chromium)
            return ScriptedClient(port, rng, MEAN_DELAY_S)

        return await play_through_faults(
            server, database, faults, TABLES, Random(faults), make_client
        )


if __name__ == "__main__":
    main()
