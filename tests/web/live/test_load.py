"""Runs ``benchmarks/load.py`` with a few tables: every client receives every event."""

import asyncio
import random
from itertools import repeat
from pathlib import Path

from benchmarks.load import LoadTable, Script, create_script, join_all
from onirium.tables.events import ActionsTaken
from tests.support.live_server import run_server

DECISIONS = 20


async def play(scripts: list[Script], address: str) -> list[LoadTable]:
    tables = [LoadTable(script) for script in scripts]
    rng = random.Random(1)
    async with join_all(tables, repeat([address])):
        await asyncio.gather(*(table.play(0.01, rng) for table in tables))
    return tables


def test_every_client_receives_every_action_and_all_are_persisted(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        scripts = [create_script(server.store, number, DECISIONS) for number in range(3)]
        tables = asyncio.run(play(scripts, server.host))
        assert [len(table.latencies) for table in tables] == [DECISIONS] * 3
        for script in scripts:
            stored = server.run(server.store.load(script.table_id))
            assert stored is not None
            events = [event for event in stored.events[1:] if isinstance(event, ActionsTaken)]
            assert [(event.seat, event.actions[0]) for event in events] == [
                (decision.seat, stored.match.game.notation(decision.action))
                for decision in script.decisions
            ]
