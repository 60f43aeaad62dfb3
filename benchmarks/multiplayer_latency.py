"""Measures the latency of the server while bots compute at other tables.

    python benchmarks/multiplayer_latency.py [TABLES [BOT]]

Each table has one human and four bots; the defaults are 5 tables and the bot ``strong``. One more
user plays Onirim alone. Prints one JSON object. Needs the test dependencies.
"""

import json
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from onirium.core.build import is_compiled

ONIRIUM = [sys.executable, "-c", "from onirium.cli.main import main; main()"]
DURATION_S = 30.0
DECISION_INTERVAL_S = 0.5
"""Time between two decisions of a user; the rate limit allows no more."""


def main() -> None:
    """Run the measurement and print it."""
    table_count = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    bot = sys.argv[2] if len(sys.argv) > 2 else "strong"
    solo_latencies: list[float] = []
    multiplayer_latencies: list[float] = []
    turn_times: list[float] = []
    end = time.monotonic() + DURATION_S
    with tempfile.TemporaryDirectory() as folder, run_server(folder) as address:
        users = [
            threading.Thread(
                target=play_until, args=(end, address, bot, multiplayer_latencies, turn_times)
            )
            for _ in range(table_count)
        ]
        users.append(
            threading.Thread(target=play_until, args=(end, address, "", solo_latencies, []))
        )
        for user in users:
            user.start()
        for user in users:
            user.join()
    results = {
        "build": "compiled" if is_compiled() else "plain",
        "tables of five": table_count,
        "bots": bot,
        "latency of a solo game, ms": summarise(solo_latencies),
        "latency of a game with four bots, ms": summarise(multiplayer_latencies),
        "time until the human's next turn, ms": summarise(turn_times),
    }
    print(json.dumps(results, indent=2))


@contextmanager
def run_server(folder: str) -> Iterator[str]:
    """Run the server in a process; yield its address."""
    command = [*ONIRIUM, "serve", "--port", "0", "--data-dir", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            match = re.search(r"http://\S+", process.stdout.readline())
            assert match is not None
            yield match[0]
        finally:
            process.kill()


def play_until(
    end: float, address: str, bot: str, latencies: list[float], turn_times: list[float]
) -> None:
    """Play games until a time: with four bots, or alone if ``bot`` is empty."""
    while time.monotonic() < end:
        with join_new_table(address, bot) as client:
            while time.monotonic() < end and not client.view["is_over"]:
                time.sleep(DECISION_INTERVAL_S)
                latencies.append(client.take_first_action())
                if not client.view["legal_actions"]:
                    turn_times.append(client.wait_for_turn())


class TableClient:
    """A client that is connected to a table.

    Attributes:
        view: the latest table view.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.view: dict[str, Any] = {}
        self._receive()

    def take_first_action(self) -> float:
        """Take the first legal action; return the latency of the reply in seconds."""
        command_id = secrets.token_hex(8)
        command = {
            "type": "take_actions",
            "command_id": command_id,
            "version": self.view["version"],
            "actions": [self.view["legal_actions"][0]["action"]],
        }
        start = time.monotonic()
        self._socket.send(json.dumps(command))
        while self.view["command_id"] != command_id:
            self._receive()
        return time.monotonic() - start

    def wait_for_turn(self) -> float:
        """Wait until the seat has to decide or the game is over; return the time in seconds."""
        start = time.monotonic()
        while not self.view["legal_actions"] and not self.view["is_over"]:
            self._receive()
        return time.monotonic() - start

    def _receive(self) -> None:
        self.view = json.loads(self._socket.recv())


@contextmanager
def join_new_table(address: str, bot: str) -> Iterator[TableClient]:
    """Create a table, connect to it and wait for the first decision."""
    headers = {"Cookie": f"onirium={secrets.token_urlsafe(16)}", "Origin": address}
    form = {"game": "onirim", "seat.1": "me"}
    if bot:
        bots = {f"seat.{seat}": bot for seat in range(2, 6)}
        form = {"game": "nightmarium", "option.seats": "5", "seat.1": "me", **bots}
    response = httpx.post(f"{address}/tables", data=form, headers=headers, trust_env=False)
    url = address.replace("http", "ws") + "/ws" + response.headers["location"]
    cookie = {"Cookie": headers["Cookie"]}
    with connect(url, origin=Origin(address), additional_headers=cookie, proxy=None) as socket:
        client = TableClient(socket)
        client.wait_for_turn()
        yield client


def summarise(durations_s: list[float]) -> dict[str, float]:
    """Return the number of durations, and median, 95th percentile and maximum in ms."""
    cuts = statistics.quantiles(durations_s, n=20, method="inclusive")
    quantiles = {"p50": cuts[9], "p95": cuts[18], "max": max(durations_s)}
    rounded = {name: round(1000 * value, 1) for name, value in quantiles.items()}
    return {"count": len(durations_s), **rounded}


if __name__ == "__main__":
    main()
