"""Measures how the server answers while computer players think at other tables.

Prints one JSON object. Needs the packages of the tests. The arguments are how many tables there
are, each of one person and four computer players, and which computer player; 5 and strong if
nothing is said.
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
SECONDS = 30.0
PAUSE = 0.5
"""What a person takes for a decision at least; no visitor may ask for more at once."""


def main() -> None:
    """Measure and print."""
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    player = sys.argv[2] if len(sys.argv) > 2 else "strong"
    alone: list[float] = []
    in_company: list[float] = []
    rounds: list[float] = []
    end = time.monotonic() + SECONDS
    with tempfile.TemporaryDirectory() as folder, serving(folder) as address:
        people = [
            threading.Thread(target=play, args=(address, player, end, in_company, rounds))
            for _ in range(tables)
        ]
        people.append(threading.Thread(target=play, args=(address, "", end, alone, [])))
        for person in people:
            person.start()
        for person in people:
            person.join()
    measured = {
        "build": "compiled" if is_compiled() else "plain",
        "tables of five": tables,
        "computer players": player,
        "answer to who plays alone, ms": summed_up(alone),
        "answer to who plays with four of them, ms": summed_up(in_company),
        "until it is a person's turn again, ms": summed_up(rounds),
    }
    print(json.dumps(measured, indent=2))


@contextmanager
def serving(folder: str) -> Iterator[str]:
    """Start the server; say where it is."""
    command = [*ONIRIUM, "serve", "--port", "0", "--data-dir", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            process.kill()


def play(address: str, player: str, end: float, answers: list[float], rounds: list[float]) -> None:
    """Play one game after the other: alone, or with four computer players."""
    while time.monotonic() < end:
        with sitting(address, player) as table:
            while time.monotonic() < end and not table.sight["is_over"]:
                time.sleep(PAUSE)
                answers.append(table.decide())
                if not table.sight["legal_actions"]:
                    rounds.append(table.wait())


class Table:
    """A table that somebody sits at.

    Attributes:
        sight: what they see.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.sight: dict[str, Any] = {}
        self._read()

    def decide(self) -> float:
        """Do the first thing that can be done; return how long the answer takes."""
        nonce = secrets.token_hex(8)
        actions = [self.sight["legal_actions"][0]["action"]]
        wish = {
            "type": "take_actions",
            "command_id": nonce,
            "version": self.sight["version"],
            "actions": actions,
        }
        began = time.monotonic()
        self._socket.send(json.dumps(wish))
        while self.sight["command_id"] != nonce:
            self._read()
        return time.monotonic() - began

    def wait(self) -> float:
        """Wait until there is something to decide, or the end; return how long that takes."""
        began = time.monotonic()
        while not self.sight["legal_actions"] and not self.sight["is_over"]:
            self._read()
        return time.monotonic() - began

    def _read(self) -> None:
        self.sight = json.loads(self._socket.recv())


@contextmanager
def sitting(address: str, player: str) -> Iterator[Table]:
    """Lay a table and sit there, from the first decision on."""
    visitor = {"Cookie": f"onirium={secrets.token_urlsafe(16)}", "Origin": address}
    form = {"game": "onirim", "seat.1": "me"}
    if player:
        others = {f"seat.{seat}": player for seat in range(2, 6)}
        form = {"game": "nightmarium", "option.seats": "5", "seat.1": "me", **others}
    laid = httpx.post(f"{address}/tables", data=form, headers=visitor, trust_env=False)
    where = address.replace("http", "ws") + "/ws" + laid.headers["location"]
    headers = {"Cookie": visitor["Cookie"]}
    with connect(where, origin=Origin(address), additional_headers=headers, proxy=None) as socket:
        table = Table(socket)
        table.wait()
        yield table


def summed_up(seconds: list[float]) -> dict[str, float]:
    """Return how many there are, and the usual quantiles in milliseconds."""
    cuts = statistics.quantiles(seconds, n=20, method="inclusive")
    found = {"p50": cuts[9], "p95": cuts[18], "most": max(seconds)}
    return {"number": len(seconds), **{name: round(1000 * cut, 1) for name, cut in found.items()}}


if __name__ == "__main__":
    main()
