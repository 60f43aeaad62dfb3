"""The server is killed while people play: what was acknowledged is there, once."""

import asyncio
from pathlib import Path
from random import Random

from tests.support.crash_recovery import burn

KILLS = 4


def test_what_was_acknowledged_outlives_the_server(tmp_path: Path) -> None:
    report = asyncio.run(burn(tmp_path, KILLS, tables=4, most=8, dice=Random(1)))
    assert report.kept > 0
    assert report.lines > KILLS
