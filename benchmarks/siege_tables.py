"""The tables of a siege, created in advance, and the users who connect to them."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

from onirium.match.match import HUMAN
from onirium.storage.backend import Connection
from onirium.storage.store import Store
from onirium.storage.summaries import SummarySnapshot
from onirium.tables.commands import seating, takebacks
from onirium.tables.commands.play import continue_bots, start, take_actions
from onirium.tables.setup import Setup
from onirium.tables.table import Table
from onirium.tables.tokens import hash_token, new_token
from onirium.web.middleware.cookies import COOKIE_NAME

ATTACKER_ADDRESS: Final = "192.0.2.1"
BYSTANDER_ADDRESS: Final = "198.51.100.1"

BYSTANDER_TABLES: Final = 20
"""The bystander sends pings at each as often as the rate limit permits."""

LONG_GAMES: Final = 10
OPEN_TABLES: Final = 100
LONG_HISTORY: Final = "long-history"
TAKEBACK_PAIRS: Final = 500


class Tables(msgspec.Struct):
    """The prepared tables.

    Attributes:
        token: token of the attacker.
        finished: the attacker's tables with long games.
        large: the attacker's open tables with five seats.
        solo: the attacker's open tables with one seat.
        of_bystander: tables of the bystander, with the token of the player.
    """

    token: str
    finished: list[str] = []
    large: list[str] = []
    solo: list[str] = []
    of_bystander: dict[str, str] = {}


def create_tables(folder: Path) -> None:
    """Create the tables of the attacker and of the bystander."""
    tables = Tables(token=new_token())
    owner_id = hash_token(tables.token)
    created: list[Table] = []
    five_seats: dict[str, object] = {"seats": 5}
    for number in range(LONG_GAMES):
        table = new_table(f"finished{number}", "nightmarium", five_seats, owner_id, number)
        for seat in range(5):
            if not table.is_over:
                table.apply(seating.assign_seat(table, seat, "random", owner_id))
        while not table.is_over:
            table.apply(continue_bots(table))
        created.append(table)
        tables.finished.append(table.table_id)
    for number in range(OPEN_TABLES):
        created.append(new_table(f"large{number}", "nightmarium", five_seats, owner_id, number))
        tables.large.append(created[-1].table_id)
        created.append(new_table(f"solo{number}", "onirim", {}, owner_id, number))
        tables.solo.append(created[-1].table_id)
    for number in range(BYSTANDER_TABLES):
        token = new_token()
        created.append(new_table(f"bystander{number}", "onirim", {}, hash_token(token), number))
        tables.of_bystander[created[-1].table_id] = token
    table = new_table(LONG_HISTORY, "onirim", {}, owner_id, 1)
    for _ in range(TAKEBACK_PAIRS):
        table.apply(take_actions(table, 0, table.match.state.legal_actions()[:1], table.version))
        table.apply(takebacks.take_back(table, 0))
    with closing(Store(folder / "onirium.db")) as store:
        asyncio.run(store._write("", partial(insert, [*created, table])))
    (folder / "tables.json").write_bytes(msgspec.json.encode(tables))


def new_table(
    table_id: str, game: str, options: dict[str, object], owner_id: str, seed: int
) -> Table:
    """Return a table whose seats one user owns."""
    seats = int(str(options.get("seats", 1)))
    setup = Setup(
        game=game,
        options=options,
        occupants=[HUMAN] * seats,
        owner_ids=[owner_id] * seats,
        host_id=owner_id,
        seed=seed,
        created_at="2026-11-24T12:00:00+00:00",
    )
    table = Table(table_id, setup)
    table.apply(start(table))
    return table


def insert(tables: Iterable[Table], connection: Connection) -> None:
    """Store tables with their events and summaries."""
    for table in tables:
        setup = msgspec.json.encode(table.setup)
        connection.execute("INSERT INTO tables VALUES (?, ?)", (table.table_id, setup))
        for index, event in enumerate(table.events):
            connection.execute(
                "INSERT INTO events VALUES (?, ?, ?, NULL)",
                (table.table_id, index, msgspec.json.encode(event)),
            )
        SummarySnapshot(table).write(connection)


class User:
    """A user of the server behind the proxy.

    Args:
        host: host and port of the server.
        address: the forwarded address.
        token: the token in the cookie.
    """

    def __init__(self, host: str, address: str, token: str) -> None:
        self.host = host
        self.headers = {
            "Cookie": f"{COOKIE_NAME}={token}",
            "X-Forwarded-For": address,
            "Accept-Encoding": "gzip",
        }

    @asynccontextmanager
    async def connect(self, table_id: str) -> AsyncIterator[ClientConnection]:
        """Connect to a table."""
        async with connect(
            f"ws://{self.host}/ws/t/{table_id}",
            origin=Origin(f"http://{self.host}"),
            additional_headers=self.headers,
            compression=None,
            open_timeout=60,
        ) as connection:
            yield connection


async def exchange(connection: ClientConnection, command: dict[str, object]) -> dict[str, object]:
    """Send a command; return the reply."""
    command_id = new_token()
    await connection.send(json.dumps({"command_id": command_id, **command}))
    while True:
        message: dict[str, object] = json.loads(await connection.recv())
        if message["command_id"] == command_id:
            return message
