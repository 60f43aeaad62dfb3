"""Sends a server a million hostile messages, and looks whether anything has come of them.

    python -m benchmarks.hostile --messages 1000000

The server runs as a program of its own, without limits of pace: every message is to be judged. It
fails if one is not answered, if a table has changed, or if the server has anything to complain of.
"""

import argparse
import asyncio
import logging
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

from onirium.core.build import is_compiled
from onirium.storage.store import Store
from onirium.web.middleware.security import ServerAddress
from tests.support.hostile_load import TABLES, Storm, Table, kept, laid
from tests.support.live_server import EASY, House

CONNECTIONS = 30
COPIES = 4
"""So many tables are laid of each kind."""


def main() -> None:
    """Attack, and tell how it was answered."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--serve", type=Path, help="(for the program itself)")
    asked = parser.parse_args()
    if asked.serve:
        serve(asked.serve)
    else:
        attack(asked.messages, asked.seed)


def serve(folder: Path) -> None:
    """Be the server, and complain of warnings too."""
    logging.basicConfig(level=logging.WARNING)
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as listener,
        closing(Store(folder / "onirium.db")) as store,
    ):
        house = House(store, ServerAddress(listener.getsockname()[1]), EASY)
        print(house.host, flush=True)
        house.server.run(sockets=[listener])


def attack(messages: int, seed: int) -> None:
    """Attack a server.

    Raises:
        AssertionError: if something has come of it.
    """
    with tempfile.TemporaryDirectory() as name, _running(Path(name)) as host:
        folder = Path(name)
        tables = asyncio.run(_lay(host))
        before = kept(folder / "onirium.db")
        storm = Storm(host, tables, seed)
        started = time.perf_counter()
        asyncio.run(storm.rage(messages, CONNECTIONS))
        took = time.perf_counter() - started
        assert storm.answers.total() == messages
        assert kept(folder / "onirium.db") == before
        complaints = (folder / "log").read_text()
        assert not complaints, complaints[:2000]
    own, server = (sum(getrusage(who)[:2]) for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
    print(f"{messages} messages in {took:.0f} s, compiled: {is_compiled()}")
    print(f"processor time: server {server:.0f} s, clients {own:.0f} s")
    for answer, number in storm.answers.most_common():
        print(f"| {answer} | {number:,} |")


async def _lay(host: str) -> list[Table]:
    return [await laid(host, form) for form in TABLES * COPIES]


@contextmanager
def _running(folder: Path) -> Iterator[str]:
    """Run the server as a program; give where it is."""
    command = [sys.executable, "-m", "benchmarks.hostile", "--serve", str(folder)]
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
