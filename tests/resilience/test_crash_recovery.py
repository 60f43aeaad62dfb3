"""Acknowledged commands survive kills of the server, and take effect once."""

import asyncio
from pathlib import Path
from random import Random

from tests.support.crash_recovery import run_with_kills
from tests.support.ports import reserved_port

KILLS = 4


def test_acknowledged_commands_survive_kills(tmp_path: Path) -> None:
    with reserved_port() as port:
        run = run_with_kills(tmp_path, port, KILLS, tables=4, max_commands=8, rng=Random(1))
        report = asyncio.run(run)
    assert report.stored > 0
    assert report.connections > KILLS
