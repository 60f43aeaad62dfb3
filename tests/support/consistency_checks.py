"""What is kept of tables, compared with what their seats were told."""

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
from onirium.storage.store import Store
from onirium.tables import HUMAN
from onirium.tables.events import (
    ActionsTaken,
    AnyTableEvent,
    PhraseSent,
    RematchCreated,
    TakebackRequested,
    TakenBack,
)
from onirium.tables.table import Setup
from tests.support.scripted_clients import ScriptedClient, SentCommand, current_state, wait_until

TIMEOUT_S = 300.0

TABLES: list[tuple[str, dict[str, Any], int]] = [
    ("nightmarium", {"seats": 4}, 4),
    ("onirim", {"seats": 2, "expansions": ["book"]}, 2),
    ("nightmarium", {"seats": 2}, 2),
    ("onirim", {"expansions": ["towers", "premonitions"]}, 1),
]
"""Games, their options and their seats."""

EVENT_TYPES = {
    "take_actions": ActionsTaken,
    "send_phrase": PhraseSent,
    "take_back": TakenBack | TakebackRequested,
    "rematch": RematchCreated,
}


async def create_tables(
    database: Path, tables: int, somebody: Callable[[], ScriptedClient]
) -> list[ScriptedClient]:
    """Lay tables of both games and let somebody sit on each seat; return who sits there."""
    seats = []
    with closing(Store(database)) as store:
        for number in range(tables):
            game, options, people = TABLES[number % len(TABLES)]
            sitting = [somebody() for _ in range(people)]
            setup = Setup(
                game=game,
                options=options,
                occupants=[HUMAN] * people,
                owner_ids=[seat.owner_id for seat in sitting],
                host_id=sitting[0].owner_id,
                seed=number,
            )
            for seat in sitting:
                seat.table = f"table-{number}"
            await store.create(f"table-{number}", setup)
            seats += sitting
    return seats


async def drain(seats: Sequence[ScriptedClient]) -> None:
    """Let seats begin nothing new, and wait until all they wanted is answered."""
    for seat in seats:
        seat.resting = True
    async with asyncio.timeout(TIMEOUT_S):
        await wait_until(lambda: not any(seat.open for seat in seats))


async def check_views(seats: Sequence[ScriptedClient], address: str) -> None:
    """Check that what every seat sees is what the server says when it is asked anew."""
    async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=TIMEOUT_S) as client:
        for seat in seats:
            async with asyncio.timeout(TIMEOUT_S):
                # What comes last may still be on its way.
                while not await _sees_what_is(client, seat):  # noqa: ASYNC110
                    await asyncio.sleep(0.1)


async def _sees_what_is(client: httpx.AsyncClient, seat: ScriptedClient) -> bool:
    answer = await client.get(f"/api/t/{seat.table}", headers=seat.headers)
    return bool(seat.seen) and current_state(answer.json()) == current_state(seat.seen)


def check_events(database: Path, seats: Iterable[ScriptedClient]) -> int:
    """Check that what was acknowledged is kept, once, and nothing else; return how much it is."""
    orders = {
        f"{seat.owner_id}:{nonce}": order
        for seat in seats
        for nonce, order in seat.answered.items()
    }
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        rows = connection.execute(
            "SELECT table_id, event_index, event, command_id FROM events"
        ).fetchall()
        games = dict(connection.execute("SELECT table_id, setup FROM tables"))
    kept = set()
    for table, number, content, nonce in rows:
        entry = msgspec.json.decode(content, type=AnyTableEvent)
        if number == 0:
            assert (nonce, type(entry)) == (None, ActionsTaken)
            continue
        assert nonce not in kept, f"{nonce} was done twice"
        kept.add(nonce)
        assert nonce in orders, f"nobody was told of {table} {number}: {entry}"
        game = _game(msgspec.json.decode(games[table], type=Setup))
        _check_entry(orders[nonce], table, number, entry, game)
    done = {key for key, order in orders.items() if not order.code}
    assert done == kept, f"acknowledged, but not kept: {done - kept}"
    return len(kept)


def _check_entry(
    order: SentCommand, table: str, number: int, entry: AnyTableEvent, game: Game
) -> None:
    """Check that an entry is what was ordered, where it was, and refused to nobody."""
    wish = order.wish
    assert order.table == table
    assert not order.code, f"refused as {order.code}, but done: {wish}"
    assert number < order.version
    if wish["type"] in EVENT_TYPES:
        assert isinstance(entry, EVENT_TYPES[wish["type"]])
    if isinstance(entry, ActionsTaken):
        assert [game.parse(entry.actions[0])] == wish["actions"]
        assert wish["version"] <= number


def _game(setup: Setup) -> Game:
    return load(setup.game, **setup.options)
