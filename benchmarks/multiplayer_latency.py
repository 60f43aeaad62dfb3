"""Measures the latency of the server while bots compute at other tables.

    python -m benchmarks.multiplayer_latency [TABLES [BOT]]

Each table has one human and four bots; the defaults are 5 tables and the bot ``strong``. One more
user plays Onirim alone. The latency of a reply ends when the client has applied it to its table
view. Prints one JSON object. Needs the test dependencies.
"""

import argparse
import json
import secrets
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from websockets import Origin
from websockets.sync.client import connect

import onirium
from benchmarks.measurement import percentiles_ms
from benchmarks.server_process import run_server
from onirium.bots.registry import bot_names
from onirium.core.build import is_compiled
from tests.support.live_server import TableSocket

DURATION_S = 30.0
DECISION_INTERVAL_S = 0.5
"""Time between two decisions of a user; the rate limit allows no more."""


def main() -> None:
    """Run the measurement and print it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tables", type=int, nargs="?", default=5, help="number of tables of five")
    parser.add_argument(
        "bot",
        nargs="?",
        default="strong",
        choices=bot_names(onirium.load("nightmarium")),
        help="the bot in the other four seats",
    )
    arguments = parser.parse_args()
    table_count, bot = arguments.tables, arguments.bot
    solo_latencies: list[float] = []
    multiplayer_latencies: list[float] = []
    turn_times: list[float] = []
    end = time.monotonic() + DURATION_S
    with tempfile.TemporaryDirectory() as folder, run_server("--data-dir", folder) as (host, _):
        address = f"http://{host}"
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
        "latency of a solo game, ms": percentiles_ms(solo_latencies, (50, 95)),
        "latency of a game with four bots, ms": percentiles_ms(multiplayer_latencies, (50, 95)),
        "time until the human's next turn, ms": percentiles_ms(turn_times, (50, 95)),
    }
    print(json.dumps(results, indent=2))


def play_until(
    end: float, address: str, bot: str, latencies: list[float], turn_times: list[float]
) -> None:
    """Play games until a time: with four bots, or alone if ``bot`` is empty."""
    while time.monotonic() < end:
        with join_new_table(address, bot) as table:
            while time.monotonic() < end and not table.view["is_over"]:
                time.sleep(DECISION_INTERVAL_S)
                latencies.append(take_first_action(table))
                if not table.view["legal_actions"]:
                    turn_times.append(wait_for_turn(table))


def take_first_action(table: TableSocket) -> float:
    """Take the first legal action; return the latency of the reply in seconds."""
    start = time.monotonic()
    reply = table.take_first_action()
    latency = time.monotonic() - start
    assert reply["type"] == "table_view", reply
    return latency


def wait_for_turn(table: TableSocket) -> float:
    """Wait until the seat has to decide or the game is over; return the time in seconds."""
    start = time.monotonic()
    while not table.view["legal_actions"] and not table.view["is_over"]:
        table.receive()
    return time.monotonic() - start


@contextmanager
def join_new_table(address: str, bot: str) -> Iterator[TableSocket]:
    """Create a table, connect to it and wait for the first decision."""
    headers = {"Cookie": f"onirium={secrets.token_urlsafe(16)}", "Origin": address}
    form = {"game": "onirim", "seat.1": "me"}
    if bot:
        bots = {f"seat.{seat}": bot for seat in range(2, 6)}
        form = {"game": "nightmarium", "option.seats": "5", "seat.1": "me", **bots}
    response = httpx.post(f"{address}/tables", data=form, headers=headers, trust_env=False)
    url = address.replace("http", "ws") + "/ws" + response.headers["location"]
    cookie = {"Cookie": headers["Cookie"]}
    with connect(url, origin=Origin(address), additional_headers=cookie, proxy=None) as connection:
        table = TableSocket(connection)
        wait_for_turn(table)
        yield table


if __name__ == "__main__":
    main()
