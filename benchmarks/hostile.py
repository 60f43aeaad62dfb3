"""Sends a million hostile messages to a server and checks that they have no effect.

``python -m benchmarks.hostile [--messages 1000000]`` prints the run time, the processor time and a
table of the replies. Needs the test dependencies.

The server runs in a process of its own, without rate limits, so that every message is processed.
The benchmark fails if a message gets no reply, if a table has changed, or if the server logs a
warning.
"""

import argparse
import asyncio
import logging
import socket
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

from benchmarks.server_process import run_process
from onirium.core.build import is_compiled
from onirium.storage.store import Store
from onirium.web.middleware.security import ServerAddress
from tests.support.hostile_load import (
    TABLE_FORMS,
    Target,
    prepare_target,
    read_tables,
    send_hostile_load,
)
from tests.support.live_server import UNLIMITED, LiveServer

ATTACKERS = 30
TABLES_PER_FORM = 4


def main() -> None:
    """Run the attack and print the replies."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--serve", type=Path, help="(internal: run the server)")
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.serve)
    else:
        attack(arguments.messages, arguments.seed)


def serve(folder: Path) -> None:
    """Run the server; log warnings, too."""
    logging.basicConfig(level=logging.WARNING)
    with (
        closing(socket.create_server(("127.0.0.1", 0))) as listener,
        closing(Store(folder / "onirium.db")) as store,
    ):
        server = LiveServer(store, ServerAddress(listener.getsockname()[1]), UNLIMITED)
        print(server.host, flush=True)
        server.uvicorn_server.run(sockets=[listener])


def attack(messages: int, seed: int) -> None:
    """Start a server and attack it.

    Raises:
        AssertionError: if the attack had an effect.
    """
    with (
        tempfile.TemporaryDirectory() as name,
        (Path(name) / "log").open("w") as log,
        run_process(sys.executable, "-m", "benchmarks.hostile", "--serve", name, stderr=log) as (
            host,
            _,
        ),
    ):
        database = Path(name) / "onirium.db"
        targets = asyncio.run(_prepare_targets(host))
        before = read_tables(database)
        started = time.perf_counter()
        reply_counts = asyncio.run(send_hostile_load(host, targets, messages, ATTACKERS, seed))
        elapsed_s = time.perf_counter() - started
        assert reply_counts.total() == messages
        assert read_tables(database) == before
        warnings = Path(log.name).read_text()
        assert not warnings, warnings[:2000]
    own, server = (sum(getrusage(process)[:2]) for process in (RUSAGE_SELF, RUSAGE_CHILDREN))
    build = "compiled" if is_compiled() else "plain"
    print(f"{messages:,} messages in {elapsed_s:.0f} s; rules {build}")
    print(f"processor time: server {server:.0f} s, clients {own:.0f} s\n")
    print("| reply | messages |\n|---|---|")
    for reply, count in reply_counts.most_common():
        print(f"| {reply} | {count:,} |")


async def _prepare_targets(host: str) -> list[Target]:
    return [await prepare_target(host, form) for form in TABLE_FORMS * TABLES_PER_FORM]


if __name__ == "__main__":
    main()
