"""Compares the stored events and the server's views with the answers that clients got."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec

from onirium.core.game import Game
from onirium.games.registry import load
from onirium.match.match import HUMAN
from onirium.storage.store import Store
from onirium.tables.events import (
    ActionsTaken,
    AnyTableEvent,
    PhraseSent,
    RematchCreated,
    TakebackRequested,
    TakenBack,
)
from onirium.tables.setup import Setup
from tests.support.scripted_clients import ScriptedClient, SentCommand, wait_until
from tests.support.table_views import settle

TIMEOUT_S = 300.0

TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("nightmarium", {"seats": 4}, 4),
    ("onirim", {"seats": 2, "expansions": ["book"]}, 2),
    ("nightmarium", {"seats": 2}, 2),
    ("onirim", {"expansions": ["towers", "premonitions"]}, 1),
]
"""Games, their options and their numbers of seats."""

EVENT_TYPES = {
    "take_actions": ActionsTaken,
    "send_phrase": PhraseSent,
    "take_back": TakenBack | TakebackRequested,
    "rematch": RematchCreated,
}
"""The event that an accepted command causes, by the type of the command."""


async def create_tables(
    store: Store, tables: int, make_client: Callable[[], ScriptedClient]
) -> list[ScriptedClient]:
    """Create tables of both games with a new client in each seat; return the clients."""
    clients = []
    for number in range(tables):
        game, options, seats = TABLES[number % len(TABLES)]
        own = [make_client() for _ in range(seats)]
        setup = Setup(
            game=game,
            options=options,
            occupants=[HUMAN] * seats,
            owner_ids=[client.owner_id for client in own],
            host_id=own[0].owner_id,
            seed=number,
        )
        for client in own:
            client.table_id = f"table-{number}"
        await store.create(f"table-{number}", setup)
        clients += own
    return clients


async def drain(clients: Sequence[ScriptedClient]) -> None:
    """Stop new commands and wait until all sent ones are answered."""
    for client in clients:
        client.paused = True
    async with asyncio.timeout(TIMEOUT_S):
        await wait_until(lambda: not any(client.pending for client in clients))


async def check_views(clients: Sequence[ScriptedClient], address: str) -> None:
    """Check that the latest view of each client becomes equal to a new view from the server."""
    async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=TIMEOUT_S) as http:
        for client in clients:
            async with asyncio.timeout(TIMEOUT_S):
                # The latest message may not have arrived yet.
                while not await _is_up_to_date(http, client):  # noqa: ASYNC110
                    await asyncio.sleep(0.1)


async def _is_up_to_date(http: httpx.AsyncClient, client: ScriptedClient) -> bool:
    response = await http.get(f"/api/t/{client.table_id}", headers=client.headers)
    return bool(client.view) and settle(response.json()) == settle(client.view)


def check_events(database: Path, clients: Iterable[ScriptedClient]) -> int:
    """Check that exactly the acknowledged commands are stored, each once; return their number."""
    commands = {
        f"{client.owner_id}:{command_id}": command
        for client in clients
        for command_id, command in client.answered.items()
    }
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = connection.execute(
            "SELECT table_id, event_index, event, command_id FROM events"
        ).fetchall()
        setups = dict(connection.execute("SELECT table_id, setup FROM tables"))
    stored = set()
    for table_id, event_index, content, command_id in rows:
        event = msgspec.json.decode(content, type=AnyTableEvent)
        if event_index == 0:
            assert (command_id, type(event)) == (None, ActionsTaken)
            continue
        assert command_id not in stored, f"{command_id} took effect twice"
        stored.add(command_id)
        assert command_id in commands, f"not acknowledged: {table_id} {event_index}: {event}"
        game = _load_game(msgspec.json.decode(setups[table_id], type=Setup))
        _check_event(commands[command_id], table_id, event_index, event, game)
    accepted = {command_id for command_id, command in commands.items() if not command.code}
    assert accepted == stored, f"acknowledged, but not stored: {accepted - stored}"
    return len(stored)


def _check_event(
    command: SentCommand, table_id: str, event_index: int, event: AnyTableEvent, game: Game
) -> None:
    """Check that an event is the effect of an accepted command, at its table and version."""
    message = command.message
    assert command.table_id == table_id
    assert not command.code, f"rejected as {command.code}, but stored: {message}"
    assert event_index < command.version
    if message["type"] in EVENT_TYPES:
        assert isinstance(event, EVENT_TYPES[message["type"]])
    if isinstance(event, ActionsTaken):
        assert [game.parse(event.actions[0])] == message["actions"]
        assert message["version"] <= event_index


def _load_game(setup: Setup) -> Game:
    return load(setup.game, **setup.options)
