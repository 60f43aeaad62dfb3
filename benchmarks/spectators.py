"""Measures by how much spectators delay the decisions at their table.

    python -m benchmarks.spectators SPECTATORS DECISIONS ROUNDS

Four humans play Nightmarium at one table, a decision every 0.3 s; the latency of a decision is the
time from sending it until all four have received it. Each round plays DECISIONS decisions without
spectators, then as many with them. Prints one JSON object. The defaults are 500, 40 and 3.
"""

import argparse
import asyncio
import json
import random
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from benchmarks.load import LoadClient, LoadTable, create_script, run_clients
from benchmarks.measurement import percentiles_ms
from benchmarks.server_process import run_server
from onirium.core.build import is_compiled
from onirium.storage.store import Store
from onirium.tables.tokens import new_token

DECISION_INTERVAL_S = 0.3

SETTLING_S = 2.0
"""Time without messages before a measurement."""

POLL_INTERVAL_S = 0.1
TIMEOUT_S = 60.0


class Spectator:
    """A client that counts its messages.

    Attributes:
        message_count: the number of messages with a version of the table.
    """

    def __init__(self) -> None:
        self.message_count = 0
        self.client = LoadClient(self)

    def on_message(self) -> None:
        """Count a message."""
        self.message_count += 1

    def fail(self, message: bytes) -> None:
        """End the run."""
        raise SystemExit(repr(message))


@asynccontextmanager
async def watch(count: int, address: str, table_id: str) -> AsyncIterator[list[Spectator]]:
    """Connect spectators to a table."""
    loop = asyncio.get_running_loop()
    host, _, port = address.partition(":")
    spectators = [Spectator() for _ in range(count)]
    for spectator in spectators:
        await loop.create_connection(lambda each=spectator: each.client, host, int(port))  # type: ignore[misc]
        spectator.client.join(address, table_id, new_token())
    await wait_for_messages(spectators, 1)
    try:
        yield spectators
    finally:
        for spectator in spectators:
            spectator.client.leave()
        await asyncio.sleep(SETTLING_S)


async def wait_for_messages(spectators: list[Spectator], count: int) -> None:
    """Wait until each spectator has received the first view and all patches."""
    async with asyncio.timeout(TIMEOUT_S):
        while any(each.message_count < count for each in spectators):  # noqa: ASYNC110
            await asyncio.sleep(POLL_INTERVAL_S)
    await asyncio.sleep(SETTLING_S)


async def measure(
    table: LoadTable, address: str, spectators: int, rounds: int, decisions: int
) -> None:
    """Play rounds and print the latencies."""
    rng = random.Random(1)
    await table.join([address])
    latencies: dict[str, list[float]] = {"alone": [], "watched": []}
    for _ in range(rounds):
        await table.play(DECISION_INTERVAL_S, rng, decisions)
        latencies["alone"] += table.take_latencies()
        async with watch(spectators, address, table.table_id) as watching:
            await table.play(DECISION_INTERVAL_S, rng, decisions)
            latencies["watched"] += table.take_latencies()
            await wait_for_messages(watching, decisions + 1)
    table.leave()
    results = {name: percentiles_ms(values) for name, values in latencies.items()}
    build = "compiled" if is_compiled() else "plain"
    print(json.dumps({"build": build, "spectators": spectators, "latency, ms": results}))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("spectators", type=int, nargs="?", default=500, help="number of spectators")
    parser.add_argument(
        "decisions", type=int, nargs="?", default=40, help="decisions in each half of a round"
    )
    parser.add_argument("rounds", type=int, nargs="?", default=3, help="number of rounds")
    arguments = parser.parse_args()
    spectators, decisions, rounds = arguments.spectators, arguments.decisions, arguments.rounds
    with tempfile.TemporaryDirectory() as folder:
        with closing(Store(Path(folder) / "onirium.db")) as store:
            script = create_script(store, 1, 2 * decisions * rounds)
        with run_server("--data-dir", folder) as (address, _):
            run_clients(measure(LoadTable(script), address, spectators, rounds, decisions))


if __name__ == "__main__":
    main()
