"""The network breaks while people play: nothing is lost, nothing happens twice, all see the end."""

import asyncio
from pathlib import Path
from random import Random

from tests.support.flaky_network import play_through_faults
from tests.support.live_server import run_server
from tests.support.tcp_proxy import SOCKET_FAULTS

CUTS = 40


def test_everybody_ends_at_the_view_of_the_server(tmp_path: Path) -> None:
    with run_server(tmp_path) as server:
        port = int(server.host.split(":")[1])
        report = asyncio.run(
            play_through_faults(tmp_path / "onirium.db", port, CUTS, tables=2, rng=Random(1))
        )
    assert {*report.cuts} == {*SOCKET_FAULTS}
    assert report.kept > report.again > 0
